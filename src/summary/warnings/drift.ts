// Do response times go on changing within a session after the warm-up? Then the warm-up was too short, or the
// machine was getting hotter or busier. Compared is each cell's last third of a session with its first third.

import { median } from '../../base/figures/median.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import { ITEMS, isPosted, PHASES } from '../../items/items.ts';
import { confidenceInterval, type Estimate, estimateFromSessions } from '../../stats/estimate.ts';
import { mean } from '../../stats/quantile.ts';
import { postedMs } from '../bill/cell-bill.ts';
import { type CellTimes, exchangeTotalsMs, type RunTimes } from '../samples/cell-times.ts';

export interface Drift {
  /** `chromium on node`. */
  readonly sessionSet: string;
  /** Median of the last third over that of the first, geometric mean over cells and sessions. */
  readonly ratio: number;
  readonly interval: Interval;
  /** The cell that changed most. */
  readonly mostCell: string;
  readonly mostRatio: number;
}

/** How the exchanges of the last third (above 0) stand to those of the first. */
type Drifting = (times: RunTimes, first: Uint32Array, last: Uint32Array) => number;

const WHOLE_TIMES: Drifting = ({ counted }, first, last) =>
  median(exchangeTotalsMs(counted, last)) / median(exchangeTotalsMs(counted, first));

/**
 * What whole times change by where nothing but the target's own work changes. A JVM that still compiles shows
 * here, while the rest of an exchange, which is most of it, hides it in its noise.
 */
export const TARGETS_WORK: Drifting = ({ counted }, first, last) => {
  const itemsMs = TARGETS_ITEMS.map((phase) => postedMs(counted.table, 'call', phase));
  const workMs = (rows: Uint32Array) =>
    median(Float64Array.from(rows, (row) => itemsMs.reduce((sum, itemMs) => sum + itemMs(row), 0)));
  const change = (workMs(last) - workMs(first)) / median(exchangeTotalsMs(counted, first));
  return Math.max(LEAST_RATIO, 1 + change);
};

/** Calls have all of them; of other requests what only calls have is 0. */
const TARGETS_ITEMS = PHASES.filter(isPosted).filter((phase) => ITEMS[phase].source === 'server-timing');

const LEAST_RATIO = 0.01;

/** Fewer samples than this in a session say nothing of thirds. */
const FEWEST_SAMPLES = 9;

/**
 * Session sets whose cells, taken together, changed by more than `margin`, beyond doubt at level `alpha`. All
 * cells of a session share its drift, so their mean is one value a session and sessions are the units.
 */
export function findDrifts(
  times: RunTimes,
  alpha: number,
  margin: number,
  of: Drifting = WHOLE_TIMES,
): Drift[] {
  const drifts: Drift[] = [];
  for (const [sessionSet, cells] of Map.groupBy(times.cells.values(), (cell) => cell.sessionSet)) {
    const logsByCell = new Map(cells.map((cell) => [cell.cell.id, thirdsBySession(times, cell, of)]));
    const estimate = meanOverCells([...logsByCell.values()]);
    if (estimate === null) continue;
    const [low, high] = confidenceInterval(estimate, alpha);
    if (low <= 1 + margin && high >= 1 / (1 + margin)) continue;
    const means = [...logsByCell].map(([cell, logs]) => ({ cell, log: mean([...logs.values()]) }));
    const most = means
      .filter(({ log }) => !Number.isNaN(log))
      .reduce((a, b) => (Math.abs(b.log) > Math.abs(a.log) ? b : a));
    drifts.push({
      sessionSet,
      ratio: Math.exp(estimate.log),
      interval: [low, high],
      mostCell: most.cell,
      mostRatio: Math.exp(most.log),
    });
  }
  return drifts;
}

/** Session → logarithm of last third over first third. */
function thirdsBySession(times: RunTimes, cell: CellTimes, of: Drifting): Map<number, number> {
  const logs = new Map<number, number>();
  for (const { session, rows } of cell.samples.sessions) {
    if (rows.length < FEWEST_SAMPLES) continue;
    const third = Math.floor(rows.length / 3);
    const ratio = of(times, rows.subarray(0, third), rows.subarray(rows.length - third));
    logs.set(session, Math.log(ratio));
  }
  return logs;
}

/** null with fewer than two sessions. */
function meanOverCells(cells: readonly ReadonlyMap<number, number>[]): Estimate | null {
  const bySession = Map.groupBy(
    cells.flatMap((logs) => [...logs]),
    ([session]) => session,
  );
  const logs = [...bySession.values()].map((values) => mean(values.map(([, log]) => log)));
  return logs.length < 2 ? null : estimateFromSessions(logs);
}
