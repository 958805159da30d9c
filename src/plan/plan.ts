// The plan: every cell, session, block order and seed of a run, fixed before the first byte moves. Block orders are
// not listed but computed from the session's seed (blocks.ts), so a plan stays small and is still printable in full.

import type { Factors } from '../wire/factors.ts';

export interface PlannedCell {
  /** Readable and unique: `book n=1000 json/response.json gzip-6`; factors with one level in the study are left out. */
  readonly id: string;
  readonly part: string;
  readonly factors: Factors;
  /** The id of the cell of which this is the twin; null for ordinary cells. */
  readonly twinOf: string | null;
  /** Why it cannot be run here, `needs the link`; null where it can. */
  readonly skip: string | null;
}

/** Cells that are interleaved with one another: same part, n, network and protocol. */
export interface Panel {
  readonly index: number;
  readonly cells: readonly string[];
  /** Blocks of this panel in one round: panels of few objects get more, so that they are measured as well as large ones. */
  readonly blocksPerRound: number;
}

export interface PlannedSession {
  readonly index: number;
  readonly browser: string;
  readonly target: string;
  readonly seed: number;
  readonly panels: readonly Panel[];
  /** Time for its blocks, warm-up included, ms. */
  readonly durationMs: number;
}

export interface Plan {
  readonly seed: number;
  readonly cells: readonly PlannedCell[];
  /** In the order in which they run: browsers and targets alternate, in seeded order within each rotation. */
  readonly sessions: readonly PlannedSession[];
  /** Numbers of finished rotations after which verdicts may end the run. */
  readonly looks: readonly number[];
  readonly exchangesPerVisit: number;
}
