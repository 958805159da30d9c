// The variables that a process was started with, handed in where they are needed: nothing but process files
// asks for them.

export type Environment = Readonly<Record<string, string | undefined>>;
