// How a process ended.

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last lines that it wrote to stderr. */
  readonly lastWords: string;
}
