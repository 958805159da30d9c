// Do response times go on changing within a session after the warm-up? Then the warm-up was too short, or the
// machine was getting hotter or busier. Compared is each cell's last third of a session with its first third.

import { median } from '../../base/figures/median.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import { isInSample } from '../../items/columns.ts';
import { columnOf, ITEMS, isPosted, PHASES } from '../../items/items.ts';
import { confidenceInterval, estimateFromSessions } from '../../stats/estimates/estimate.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { addPosted } from '../bill/cell-bill.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';

export interface Drift {
  /** `chromium on node`. */
  readonly sessionSet: string;
  /** All cells together; null where only single ones change. */
  readonly whole: Change | null;
  /** Cells that change by themselves, those that change most first; of so many. */
  readonly cells: readonly (Change & { readonly cell: string })[];
  readonly ofCells: number;
}

export interface Change {
  /** Median of the last third over that of the first, geometric mean over sessions, and over cells. */
  readonly ratio: number;
  readonly interval: Interval;
}

/** How the exchanges of the last third (above 0) stand to those of the first. */
type Drifting = (times: RunTimes, first: Uint32Array, last: Uint32Array) => number;

const WHOLE_TIMES: Drifting = ({ counted }, first, last) =>
  median(counted.totalsMs(last)) / median(counted.totalsMs(first));

/**
 * What whole times change by where nothing but the target's own work changes. A JVM that still compiles shows
 * here, while the rest of an exchange, which is most of it, hides it in its noise.
 */
export function targetsWork({ counted }: RunTimes): Drifting {
  const inSamples = counted.sumsOf(TARGETS_ITEMS.filter(isInSample).map(columnOf));
  const { table } = counted;
  const workMs = (rows: Uint32Array) => {
    if (table.calls.size === 0) return median(inSamples(rows));
    const sumsMs = inSamples(rows).slice();
    for (const phase of OF_CALLS_ALONE) addPosted(sumsMs, table, rows, 'call', phase);
    return median(sumsMs);
  };
  return (_, first, last) => {
    const change = (workMs(last) - workMs(first)) / median(counted.totalsMs(first));
    return Math.max(LEAST_RATIO, 1 + change);
  };
}

const TARGETS_ITEMS = PHASES.filter(isPosted).filter((phase) => ITEMS[phase].source === 'server-timing');
const OF_CALLS_ALONE = TARGETS_ITEMS.filter((phase) => !isInSample(phase));

const LEAST_RATIO = 0.01;

/** Fewer samples than this in a session say nothing of thirds, and fewer sessions nothing of others. */
const FEWEST_SAMPLES = 9;
const FEWEST_SESSIONS = 2;

/**
 * Session sets whose cells changed by more than `margin`, beyond doubt at level `alpha`: taken together, or
 * each by itself, at that level over the number of cells. All cells of a session share its drift, so their
 * mean is one value a session and sessions are the units.
 */
export function findDrifts(
  times: RunTimes,
  alpha: number,
  margin: number,
  of: Drifting = WHOLE_TIMES,
): Drift[] {
  const sets = Map.groupBy(times.cells.values(), (cell) => cell.sessionSet);
  return [...sets].flatMap(([sessionSet, cells]) => {
    const logs = cells.map((cell) => ({ cell: cell.cell.id, logs: thirdsBySession(times, cell, of) }));
    const seen = logs.filter((each) => each.logs.size >= FEWEST_SESSIONS);
    const whole = beyondDoubt(meansOverCells(seen.map((each) => each.logs)), alpha, margin);
    const single = seen.flatMap(({ cell, logs }) => {
      const change = beyondDoubt([...logs.values()], alpha / seen.length, margin);
      return change === null ? [] : [{ cell, ...change }];
    });
    if (whole === null && single.length === 0) return [];
    const size = ({ ratio }: Change) => Math.abs(Math.log(ratio));
    const ordered = single.toSorted((a, b) => size(b) - size(a));
    return [{ sessionSet, whole, cells: ordered, ofCells: seen.length }];
  });
}

/** One logarithm of each session; null where the change may be none that matters. */
function beyondDoubt(logs: readonly number[], alpha: number, margin: number): Change | null {
  if (logs.length < FEWEST_SESSIONS) return null;
  const estimate = estimateFromSessions(logs);
  const interval = confidenceInterval(estimate, alpha);
  const [low, high] = interval;
  if (low <= 1 + margin && high >= 1 / (1 + margin)) return null;
  return { ratio: Math.exp(estimate.log), interval };
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

/** Of each session. */
function meansOverCells(cells: readonly ReadonlyMap<number, number>[]): number[] {
  const bySession = Map.groupBy(
    cells.flatMap((logs) => [...logs]),
    ([session]) => session,
  );
  return [...bySession.values()].map((values) => mean(values.map(([, log]) => log)));
}
