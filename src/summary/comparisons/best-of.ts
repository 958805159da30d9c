// The best of each group of cells by each figure that a study asks for, and whatever cannot be told from it.
// A group sends the same data over the same network to the same client: servers are among the choices, where
// the published study compared two.

import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { isByteMetric, type Metric } from '../../items/metrics.ts';
import { confidenceInterval } from '../../stats/estimate.ts';
import { levelAgainstLowest } from '../../stats/index-ratio.ts';
import { metricCost } from '../index/weighted-index.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { MetricTimes } from '../samples/metric-times.ts';
import type { CellSummary, TwinAlarm } from '../summary.ts';
import { contrast, ratioTerms } from './contrast.ts';

export interface BestGroup {
  /** Ids of the cells, in the order of the plan. */
  readonly cells: readonly string[];
  readonly indicators: readonly Indicator[];
}

export interface Indicator {
  readonly metric: Metric;
  /** The best first, then what ties with it; empty where no cell has anything of it. */
  readonly best: readonly string[];
}

export interface Bounds {
  /** Of this look. */
  readonly alpha: number;
  /** The user's. */
  readonly margin: number;
  /** Twins beside which no time tells anything. */
  readonly alarms: readonly Pick<TwinAlarm, 'cells'>[];
}

const CHOSEN = ['format', 'codec', 'encoder', 'compression', 'target'];

export function bestPerGroup(
  indicators: readonly Metric[],
  cells: readonly CellSummary[],
  timesFor: MetricTimes,
  bounds: Bounds,
): readonly BestGroup[] {
  const measured = cells.filter(({ status, twinOf }) => status === 'measured' && twinOf === null);
  const shared = FACTOR_NAMES.filter((name) => !CHOSEN.includes(name));
  const judges = indicators.map((metric): Judge => {
    const times = timesFor([metric]);
    return { metric, times, ...bounds };
  });
  const groups = Map.groupBy(measured, ({ part, factors }) =>
    JSON.stringify([part, ...shared.map((name) => wordOf(factors, name))]),
  );
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      cells: group.map(({ id }) => id),
      indicators: judges.map((judge) => ({ metric: judge.metric, best: bestBy(judge, group) })),
    }));
}

interface Judge extends Bounds {
  readonly metric: Metric;
  readonly times: RunTimes;
}

function bestBy(
  { metric, times, alpha, margin, alarms }: Judge,
  group: readonly CellSummary[],
): readonly string[] {
  const having = group
    .filter((cell) => metricCost(cell, metric) > 0)
    .toSorted((a, b) => metricCost(a, metric) - metricCost(b, metric));
  const [best, ...others] = having;
  if (best === undefined) return [];
  const level = levelAgainstLowest(alpha, others.length);
  // Nobody is told worse who was not shown to be.
  const tied = others.filter((other) => {
    // Bytes are counted: one session is as good as many.
    if (isByteMetric(metric)) return metricCost(other, metric) <= metricCost(best, metric) * (1 + margin);
    if (alarms.some(({ cells }) => [best, other].some(({ id }) => cells.includes(id)))) return true;
    const estimate = contrast(times, ratioTerms(other.id, best.id));
    return estimate === null || !(confidenceInterval(estimate, level)[0] > 1 + margin);
  });
  return [best, ...tied].map(({ id }) => id);
}
