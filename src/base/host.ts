// What the program may know of and do to the outside, handed on by main.ts: tests give another.

import type { Clock } from './clock.ts';

export interface Host {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly tempDir: string;
  /** The Node that runs the lab, for the processes it starts. */
  readonly nodePath: string;
  readonly isRoot: boolean;
  /** A fresh seed, for runs that name none. */
  freshSeed(): number;
  /** Standard input; null where it is a terminal. */
  stdin(): AsyncIterable<Uint8Array> | null;
  /** Results. */
  out(text: string | Uint8Array): void;
  /** Progress and warnings. */
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Width of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Colours wanted on stdout (a terminal, and NO_COLOR not set). */
  readonly colour: boolean;
  /** The same for stderr. */
  readonly errColour: boolean;
  /** Aborted by SIGINT or SIGTERM. */
  readonly interrupted: AbortSignal;
}
