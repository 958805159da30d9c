// Everything that the program may know of the outside and do to it. main.ts makes the real one, tests make
// their own.

import type { Clock } from './clock.ts';

/** Of what goes on before anything is measured. */
export interface Step {
  readonly doing: string;
  /** So many of so many; absent: nobody can say. */
  readonly count?: { readonly done: number; readonly of: number };
}

export interface Host {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly tempDir: string;
  /** The Node that runs the lab, for the processes it starts. */
  readonly nodePath: string;
  readonly isRoot: boolean;
  /** A fresh seed, for runs whose user gives none. */
  freshSeed(): number;
  /** Standard input; null where it is a terminal. */
  stdin(): AsyncIterable<Uint8Array> | null;
  /** What somebody at the terminal answers, without its line break; null where nobody is there. */
  ask(question: string): Promise<string | null>;
  /** How Wirefare is called from `cwd`: what messages tell somebody to type begins with it. */
  readonly command: string;
  /** Results. */
  out(text: string | Uint8Array): void;
  /** Progress and warnings; their commands are called as `command` says. */
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Width of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Whether stdout gets colours (a terminal, and NO_COLOR not set). */
  readonly colour: boolean;
  /** The same for stderr. */
  readonly errColour: boolean;
  /** Aborted by SIGINT or SIGTERM. */
  readonly interrupted: AbortSignal;
  /** Told of each step of what takes long before anything is measured; absent: nobody follows them. */
  readonly onStep?: (step: Step) => void;
}
