// By how much a prediction may be wrong for what it rests on, beside what sessions scatter: the conformal
// quantile of what was missed in cells that were left out (Vovk, Gammerman and Shafer, "Algorithmic Learning
// in a Random World", 2005). It asks nothing of how misses are spread.

import { sorted } from '../../stats/samples/quantile.ts';
import { MISS_KINDS, type MissKind, type Residuals } from './held-out.ts';
import { SHIPPED_MISSES } from './shipped-misses.ts';

export interface MissBound {
  /** Of the logarithm: 0.05 is about 5 % either way. */
  readonly log: number;
  /** Cells left out that it rests on; null: the shipped record's, widened for another machine. */
  readonly heldOut: number | null;
}

/** With fewer, the largest of them may be missed more often than one in twenty. */
const FEWEST_HELD_OUT = 19;
/** Another machine's misses against the shipped ones'. */
const OTHER_MACHINE = 1.5;

export type MissBounds = Readonly<Record<MissKind, MissBound>>;

export function missBounds(residuals: Residuals, alpha: number): MissBounds {
  const bounds = MISS_KINDS.map((kind) => [kind, boundFrom(residuals[kind], kind, alpha)] as const);
  return Object.fromEntries(bounds) as unknown as MissBounds;
}

function boundFrom(residuals: readonly number[], kind: MissKind, alpha: number): MissBound {
  const ascending = sorted(residuals.map(Math.abs));
  const rank = Math.ceil((1 - alpha) * (ascending.length + 1));
  if (ascending.length < FEWEST_HELD_OUT || rank > ascending.length) {
    return { log: SHIPPED_MISSES[kind] * OTHER_MACHINE, heldOut: null };
  }
  return { log: ascending[rank - 1]!, heldOut: ascending.length };
}
