// The variables that a process was started with, handed in where they are needed. Only the files that run as
// processes read them themselves.

export type Environment = Readonly<Record<string, string | undefined>>;
