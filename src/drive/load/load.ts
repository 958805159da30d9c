// Other clients, behind an interface: the real ones are carried by k6 (k6-load.ts), tests have their own.
// Whoever starts them gets a handle whose close() leaves nothing behind.

import type { Placement } from '../links/placement.ts';
import type { ExitInfo } from '../processes/exit-info.ts';

/** Which of the machine's cores, numbered from 0, run what while clients ask at once; null: any. */
export interface CoreShares {
  readonly target: readonly number[] | null;
  readonly generator: readonly number[] | null;
  /** Cores that the machine has. */
  readonly machine: number;
}

/** What the clients do. */
export interface LoadAsk {
  readonly clients: number;
  /** null: each asks again as soon as it is answered. */
  readonly perSecondEach: number | null;
  /**
   * The two parts of the URL between which a number stands that no other request has. It may hold a secret.
   */
  readonly url: readonly [before: string, after: string];
  readonly acceptEncoding: string;
  /** Longest for one exchange, ms. */
  readonly timeoutMs: number;
  readonly cores: CoreShares;
  /** Process groups whose CPU time is to be told: of the target, and of its copy. */
  readonly watched: Readonly<Record<'target' | 'copy', readonly number[]>>;
}

/** Of all requests after the clients had settled. */
export interface LoadFigures {
  readonly requests: number;
  /** Not answered with status 200, or not in time. */
  readonly failed: number;
  /** The first failure; empty where there was none. */
  readonly failure: string;
  /** Due, and not begun because every client still waited; null where nothing is due at a time. */
  readonly dropped: number | null;
  /** Sent to answered, by the generator's own clock; null where nothing was answered. */
  readonly waitMs: Percentiles | null;
  /** Due to begun, to a millisecond; null where nothing is due at a time, or some were dropped. */
  readonly latenessMs: Percentiles | null;
  /** Wall time of these figures, ms. */
  readonly wallMs: number;
  /** CPU time in it, ms; null where the system does not say. */
  readonly cpuMs: Readonly<Record<'generator' | 'target' | 'copy', number>> | null;
  /** How long the generator was ready to run and others had its cores, ms; null likewise. */
  readonly generatorWaitedMs: number | null;
}

export interface Percentiles {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface RunningLoad {
  readonly pid: number;
  readonly command: readonly string[];
  readonly exited: Promise<ExitInfo>;
  /** Ends the clients and hands out what they saw. Rejects where the generator does not say. */
  stop(): Promise<LoadFigures>;
  /** Safe to call twice, and after `stop`. */
  close(): Promise<void>;
}

export interface LoadDriver {
  /**
   * Finds the generator, or what builds it; builds nothing. Throws an EnvironmentError with what was tried
   * and what installs it.
   */
  find(): Promise<void>;
  /** Builds it if it has to be. Throws like `find`. */
  prepare(): Promise<{ readonly path: string; readonly version: string }>;
  /** Resolves when the clients ask, and have settled. */
  start(ask: LoadAsk): Promise<RunningLoad>;
  /** How a machine's cores are shared out. */
  cores(): Promise<CoreShares>;
  /** Where a target is started that is to stay on these cores; null: anywhere. */
  placeOn(cores: readonly number[] | null): Promise<Placement | null>;
}
