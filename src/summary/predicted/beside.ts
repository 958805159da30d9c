// Predictions beside what was measured. Whoever asks says which cells the model may see and which are held
// back from it, so that no prediction rests on what it stands beside.

import type { Interval } from '../../base/figures/ratios.ts';
import type { RequestCell } from '../../factors/cell.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import { makeModel, predictWanted } from '../../model/model.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { CellSummary } from '../summary.ts';

export interface Beside {
  /** In the order of the plan. */
  readonly cells: readonly CellBeside[];
  /** Measured, and nothing could be said of them beforehand. */
  readonly refused: readonly { readonly cell: string; readonly reason: string }[];
}

export interface CellBeside {
  readonly cell: string;
  readonly factors: RequestCell;
  readonly predictedMs: Told;
  readonly measuredMs: Told;
  /** Predicted over measured, less 1: 0.02 is 2 % too long. */
  readonly missedBy: number;
  readonly verdict: BesideVerdict;
  /** In which it was measured. */
  readonly sessions: number;
}

/**
 *   held    the measured median lies inside the prediction's interval
 *   near    it does not, and the two intervals meet
 *   apart   the difference is beyond both intervals
 */
export type BesideVerdict = 'held' | 'near' | 'apart';

/** A total and its interval, ms. */
export interface Told {
  readonly value: number;
  readonly interval: Interval;
}

export interface ToHold {
  /** What the model is made from. */
  readonly seen: readonly MeasuredCell[];
  /** What it is then asked for. */
  readonly heldBack: readonly MeasuredCell[];
}

interface Settings {
  /** The record's, by the names that cells have. */
  readonly networks: readonly NetworkProfile[];
  readonly seed: number;
  readonly confidence: number;
}

/** `measured`: the summary's cells. null where there is nothing to hold, or nothing to predict it from. */
export function holdBeside(
  { seen, heldBack }: ToHold,
  measured: readonly CellSummary[],
  { networks, ...draws }: Settings,
): Beside | null {
  const model = heldBack.length === 0 ? null : makeModel(seen, networks, draws);
  if (model === null) return null;
  const totals = new Map(measured.map(({ id, totalMs }) => [id, totalMs]));
  const cells: CellBeside[] = [];
  const refused: { cell: string; reason: string }[] = [];
  for (const { id, factors, sessions } of heldBack) {
    const network = networks.find(({ name }) => name === factors.network)!;
    const total = totals.get(id) ?? null;
    if (total === null) continue;
    const found = predictWanted(model, { factors, network, reuse: 1 });
    if ('reason' in found) refused.push({ cell: id, reason: found.reason });
    else {
      const measuredMs = { value: total.median, interval: total.interval };
      cells.push({ cell: id, factors, ...compared(found.totalMs, measuredMs), sessions: sessions.size });
    }
  }
  return { cells, refused };
}

function compared(predictedMs: Told, measuredMs: Told): Omit<CellBeside, 'cell' | 'factors' | 'sessions'> {
  const [low, high] = predictedMs.interval;
  const isIn = low <= measuredMs.value && measuredMs.value <= high;
  const meet = low <= measuredMs.interval[1] && measuredMs.interval[0] <= high;
  return {
    predictedMs,
    measuredMs,
    missedBy: predictedMs.value / measuredMs.value - 1,
    verdict: isIn ? 'held' : meet ? 'near' : 'apart',
  };
}
