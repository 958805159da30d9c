// Other figures than the whole time, in the form in which contrasts take times: for each session the logarithm of what the cell
// costs of a metric in it. In a run of one session its groups of blocks stand for sessions. Figures are means, because what
// is too short for the clock is a mean of a batch (bill.ts), and because means are what adds up.

import type { ProbeRow, RunFile } from '../record/record.ts';
import type { Metric } from '../wire/metrics.ts';
import type { CellTimes, RunTimes } from './cell-times.ts';
import { type ItemValues, itemValues } from './item-values.ts';

/** Of the sum of these metrics; cells that have nothing of them are not in it. */
export type MetricTimes = (metrics: readonly Metric[]) => RunTimes;

export function metricTimes(run: RunFile, times: RunTimes, probes: readonly ProbeRow[]): MetricTimes {
  let values: ReturnType<typeof itemValues> | null = null;
  const known = new Map<string, RunTimes>();
  return (metrics) => {
    const key = metrics.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    values ??= itemValues(run, times.counted, probes);
    const made = timesOf(times, values, metrics);
    known.set(key, made);
    return made;
  };
}

function timesOf(
  times: RunTimes,
  valuesOf: ReturnType<typeof itemValues>,
  metrics: readonly Metric[],
): RunTimes {
  const cells = new Map<string, CellTimes>();
  for (const [id, found] of times.cells) {
    const logMedians = logsOf(valuesOf(found.cell), metrics);
    if (logMedians.size > 0) cells.set(id, { ...found, logMedians });
  }
  // Its units are sessions or stand for them, so that nothing is left to be resampled.
  return { ...times, cells, severalSessions: true };
}

function logsOf(values: ItemValues, metrics: readonly Metric[]): Map<number, number> {
  const sums = values.units.map((unit) => {
    const sum = metrics.reduce((total, metric) => total + values.of(metric, unit), 0);
    return [unit, sum] as const;
  });
  return new Map(sums.filter(([, sum]) => sum > 0).map(([unit, sum]) => [unit, Math.log(sum)]));
}
