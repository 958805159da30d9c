// The best of each group of cells by each figure that a study asks for, and whatever cannot be told from it.
// A group sends the same data over the same network to the same client: servers are among the choices, where
// the published study compared two. What a look showed to be worse stays out: a race drops such cells, and
// the sessions that they have in common with others would not show it at the levels of later looks.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { isByteMetric, type Metric } from '../../items/metrics.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import { levelAgainstLowest } from '../../stats/estimates/index-ratio.ts';
import { metricCost } from '../index/weighted-index.ts';
import { cellLevels } from '../samples/cell-levels.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { MetricTimes } from '../samples/metric-times.ts';
import type { CellSummary } from '../summary.ts';
import { contrasted, ratioTerms } from './contrast.ts';
import type { SeenTimes, TakenLook } from './looks-taken.ts';

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
  /** With the cells beside which a twin differed: no time tells anything of their group then. */
  readonly looks: readonly TakenLook[];
  /** The user's. */
  readonly margin: number;
}

const CHOSEN = ['format', 'codec', 'encoder', 'compression', 'target'];

export function bestPerGroup(
  indicators: readonly Metric[],
  cells: readonly CellSummary[],
  timesFor: MetricTimes,
  bounds: Bounds,
): readonly BestGroup[] {
  const shared = FACTOR_NAMES.filter((name) => !CHOSEN.includes(name));
  // How many there are to choose from is fixed by the plan, and not by what failed.
  const planned = cells.filter(
    ({ status, twinOf }) => (status === 'measured' || status === 'failed') && twinOf === null,
  );
  const groups = Map.groupBy(planned, ({ part, factors }) =>
    JSON.stringify([part, ...shared.map((name) => wordOf(factors, name))]),
  );
  const measuredGroups = [...groups.values()].map((group) =>
    group.filter(({ status }) => status === 'measured').map(({ id }) => id),
  );
  const judges = indicators.map((metric) => ({
    metric,
    judge: isByteMetric(metric)
      ? judgeOfBytes(metric, bounds.margin)
      : judgeOfTimes(timesFor.alike([metric], measuredGroups), bounds),
  }));
  return [...groups.values()].flatMap((group): readonly BestGroup[] => {
    const measured = group.filter(({ status }) => status === 'measured');
    if (measured.length < 2) return [];
    const bestBy = (metric: Metric, judge: Judge) => {
      const having = measured
        .filter((cell) => metricCost(cell, metric) > 0)
        .toSorted((a, b) => metricCost(a, metric) - metricCost(b, metric));
      return judge(having, group.length).map(({ id }) => id);
    };
    return [
      {
        cells: measured.map(({ id }) => id),
        indicators: judges.map(({ metric, judge }) => ({ metric, best: bestBy(metric, judge) })),
      },
    ];
  });
}

/**
 * Of those that have something of the metric, the lowest mean first, those that are not worse than the best.
 * `candidates`: so many could have been the best.
 */
type Judge = (having: readonly CellSummary[], candidates: number) => readonly CellSummary[];

/** Bytes are counted: one session is as good as many. */
function judgeOfBytes(metric: Metric, margin: number): Judge {
  return (having) =>
    having.filter((cell) => metricCost(cell, metric) <= metricCost(having[0]!, metric) * (1 + margin));
}

interface View {
  readonly look: TakenLook;
  readonly seen: SeenTimes;
  /** Of cells that it saw. */
  readonly levelOf: (cell: string) => number;
}

/** Nobody is told worse who was not shown to be. */
function judgeOfTimes(times: RunTimes, { looks, margin }: Bounds): Judge {
  const views = looks.map((look): View => {
    const seen = look.seen(times);
    return { look, seen, levelOf: cellLevels(seen.times) };
  });
  return (having, candidates) => {
    const out = new Set<string>();
    const left = () => having.filter(({ id }) => !out.has(id));
    for (const view of views) {
      if (having.some(({ id }) => view.look.alarmed.has(id))) continue;
      for (const { id } of worseAt(view, inOrder(view, left()), candidates, margin)) out.add(id);
    }
    return inOrder(views.at(-1)!, left());
  };
}

/**
 * The lowest level first, and not the lowest mean: a cell that was dropped has that of its own sessions.
 * Those that the look did not see come last.
 */
function inOrder({ seen, levelOf }: View, cells: readonly CellSummary[]): readonly CellSummary[] {
  const levels = new Map(
    cells.filter(({ id }) => seen.times.cells.has(id)).map(({ id }) => [id, levelOf(id)]),
  );
  return cells.toSorted((a, b) => compareLevels(levels.get(a.id), levels.get(b.id)));
}

function compareLevels(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}

/** Those that take longer than the first of them by more than the margin, for sure. */
function worseAt(
  { look, seen }: View,
  [first, ...others]: readonly CellSummary[],
  candidates: number,
  margin: number,
): readonly CellSummary[] {
  if (first === undefined) return [];
  const level = levelAgainstLowest(look.alpha, candidates - 1);
  return others.filter((other) => {
    const found = contrasted(seen.times, ratioTerms(other.id, first.id), seen.spreads);
    if (found === null || !isEnough(look, found.sessions)) return false;
    return confidenceInterval(found.estimate, level)[0] > 1 + margin;
  });
}

/** In a run of fewer sessions than an answer takes everything is provisional, and told all the same. */
function isEnough({ rotations }: TakenLook, sessions: number): boolean {
  return rotations === null || sessions >= FEWEST_SESSIONS;
}
