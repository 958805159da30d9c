// What the predictions of held-out cells missed. These were drawn from all that could be predicted, so what
// is missed of them is what is missed of the others (conformal prediction by a split, scores by interval:
// Lei and others, "Distribution-Free Predictive Inference for Regression", 2018).

import { measuredTotalMs } from '../../model/choices/ratios.ts';
import { predictWanted } from '../../model/model.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { quantileOfSorted, sorted } from '../../stats/samples/quantile.ts';
import type { RecordModel } from '../predicted/record-model.ts';
import type { HeldOutCell, HeldOutSummary } from './by-design.ts';

/** With fewer, the largest miss may be exceeded more often than one time in twenty. */
const FEWEST = 19;
const CONFIDENCE = 0.95;

/** null where none was both measured and predicted. */
export function heldOutCheck(
  { model, heldOut }: Pick<RecordModel, 'model' | 'heldOut'>,
  networks: ReadonlyMap<string, NetworkProfile>,
): HeldOutSummary | null {
  const cells = heldOut.flatMap((cell): HeldOutCell[] => {
    const network = networks.get(cell.factors.network);
    if (network === undefined) return [];
    const found = predictWanted(model, { factors: cell.factors, network, reuse: 1 });
    if ('reason' in found) return [];
    const measuredMs = measuredTotalMs(cell);
    const { value: predictedMs, interval } = found.totalMs;
    const isHeld = interval[0] <= measuredMs && measuredMs <= interval[1];
    return [{ id: cell.id, measuredMs, predictedMs, interval, isHeld }];
  });
  if (cells.length === 0) return null;
  const misses = sorted(cells.map((cell) => Math.expm1(Math.abs(logMiss(cell)))));
  const widened = cells.length < FEWEST ? null : Math.max(1, conformal(cells.map(score)));
  return {
    cells,
    medianMiss: quantileOfSorted(misses, 0.5),
    worstMiss: misses.at(-1)!,
    held: cells.filter(({ isHeld }) => isHeld).length,
    widened,
  };
}

/** So many times as far as the model's do intervals of predicted cells reach. */
export function widenedBy(check: HeldOutSummary | null): number {
  return check?.widened ?? 1;
}

function logMiss({ measuredMs, predictedMs }: HeldOutCell): number {
  return Math.log(predictedMs / measuredMs);
}

/** 1: what was measured lies at the very end of the interval. */
function score(cell: HeldOutCell): number {
  return Math.abs(logMiss(cell)) / Math.log(cell.interval[1] / cell.predictedMs);
}

/** One more of their kind is above it at most one time in twenty. */
function conformal(scores: readonly number[]): number {
  const ascending = sorted(scores);
  const rank = Math.min(ascending.length, Math.ceil(CONFIDENCE * (ascending.length + 1)));
  return ascending[rank - 1]!;
}
