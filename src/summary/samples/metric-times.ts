// Other figures than the whole time, in the form in which contrasts take times: for each session the
// logarithm of what the cell costs of a metric in it. In a run of one session its groups of blocks stand for
// sessions. Figures are means, because what is too short for the clock is a mean of a batch
// (bill/request-bill.ts), and because means are what adds up.

import { isSequence } from '../../factors/cell.ts';
import type { Metric } from '../../items/metrics.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { type Figure, INDEX } from '../../study/study-index.ts';
import { SHORT_WORK, type ShortWork } from '../bill/request-bill.ts';
import { indexValues } from '../index/index-values.ts';
import type { WeightedIndex } from '../index/weighted-index.ts';
import type { CellTimes, RunTimes } from './cell-times.ts';
import { latenciesApartVariance } from './clock-variance.ts';
import {
  type ItemValues,
  itemValues,
  type TimedValues,
  type Timings,
  timingsOfAll,
  type ValuesOf,
  valuesAlike,
} from './item-values.ts';
import { samplesInParts } from './samples-in-parts.ts';

/** Of the sum of these metrics, or of the index by itself; cells that have nothing of them are not in it. */
export interface MetricTimes {
  (metrics: readonly Figure[]): RunTimes;
  /** The same where the cells of each of these groups are held against one another. */
  alike(metrics: readonly Figure[], groups: readonly (readonly string[])[]): RunTimes;
  /** The same where the short work of all cells is timed in this way. */
  timedBy(timings: Timings, metrics: readonly Figure[]): RunTimes;
  /** As `ValuesOf`; undefined of a cell that was not measured. */
  valuesOf(cell: string, timings?: Timings): TimedValues | undefined;
}

/** A cell that is held against one of another record. */
export interface HeldCell {
  readonly timesFor: MetricTimes;
  readonly cell: string;
}

export interface TimedFigure {
  readonly times: RunTimes;
  /** Of all exchanges of the cell, ms; null where the bill has it, or nobody does. */
  readonly meanMs: number | null;
}

/** `index`: the study's own; null where it has none, or none could be made. */
export function metricTimes(
  run: RunFile,
  times: RunTimes,
  probes: readonly ProbeRow[],
  index: WeightedIndex | null,
): MetricTimes {
  let values: ValuesOf | null = null;
  const known = new Map<string, RunTimes>();
  const remembered = (key: string, make: (valuesOf: ValuesOf) => RunTimes): RunTimes => {
    values ??= itemValues(run, times.counted, probes);
    const made = known.get(key) ?? make(values);
    known.set(key, made);
    return made;
  };
  const timed = (
    valuesOf: ValuesOf,
    metrics: readonly Figure[],
    timingsOf: (cell: string) => Timings = () => ({}),
  ) =>
    timesWithLogs(
      times,
      ({ cell }) => logsBySession(valuesOf(cell, timingsOf(cell.id)), metrics as readonly Metric[]),
      metrics.some(holdsLatencies),
    );
  const timesFor = (metrics: readonly Figure[]) =>
    remembered(metrics.join(' '), (valuesOf) =>
      metrics.includes(INDEX)
        ? timesWithLogs(times, indexLogs(valuesOf, index, times))
        : timed(valuesOf, metrics),
    );
  const valuesIn: MetricTimes['valuesOf'] = (id, timings) => {
    values ??= itemValues(run, times.counted, probes);
    const cell = times.cells.get(id)?.cell;
    return cell === undefined ? undefined : values(cell, timings);
  };
  const alike: MetricTimes['alike'] = (metrics, groups) => {
    const works = shortWorkIn(metrics);
    if (works.length === 0) return timesFor(metrics);
    return remembered(JSON.stringify([metrics, groups]), (valuesOf) => {
      const timings = timingsAlike(works, groups, valuesIn);
      return timed(valuesOf, metrics, (cell) => timings.get(cell) ?? {});
    });
  };
  const timedBy: MetricTimes['timedBy'] = (timings, metrics) =>
    remembered(JSON.stringify([metrics, timings]), (valuesOf) => timed(valuesOf, metrics, () => timings));
  return Object.assign(timesFor, { alike, timedBy, valuesOf: valuesIn });
}

/** What two records know of a figure of a cell each, both timed in one way, as `alike` does in one record. */
export function timedAlike(
  metric: Figure,
  [one, other]: readonly [HeldCell, HeldCell],
): readonly [TimedFigure, TimedFigure] {
  const works = shortWorkIn([metric]);
  const both = [one, other].flatMap(({ timesFor, cell }) => timesFor.valuesOf(cell) ?? []);
  const timings = timingsOfAll(works, both);
  const figureOf = ({ timesFor, cell }: HeldCell): TimedFigure => {
    if (works.length === 0) return { times: timesFor([metric]), meanMs: null };
    const own = works.find((work) => work === metric);
    const meanMs = own === undefined ? null : (timesFor.valuesOf(cell, timings)?.meanMs(own) ?? null);
    return { times: timesFor.timedBy(timings, [metric]), meanMs };
  };
  return [figureOf(one), figureOf(other)];
}

/** What of these is short work, or is added up from it. */
function shortWorkIn(metrics: readonly Figure[]): readonly ShortWork[] {
  return SHORT_WORK.filter((work) => metrics.includes('main-thread') || metrics.includes(work));
}

function timingsAlike(
  works: readonly ShortWork[],
  groups: readonly (readonly string[])[],
  valuesOf: (cell: string) => TimedValues | undefined,
): ReadonlyMap<string, Timings> {
  return new Map(
    together(groups).flatMap((group) => {
      const timings = timingsOfAll(
        works,
        group.flatMap((cell) => valuesOf(cell) ?? []),
      );
      return group.map((cell) => [cell, timings] as const);
    }),
  );
}

/** Groups that have a cell in common are one. */
function together(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let joined: string[][] = [];
  for (const group of groups) {
    const touching = joined.filter((other) => other.some((cell) => group.includes(cell)));
    joined = joined.filter((other) => !touching.includes(other));
    joined.push([...new Set([...touching.flat(), ...group])]);
  }
  return joined;
}

/** Of a paced sequence; its other items are read on one clock each. */
function holdsLatencies(metric: Figure): boolean {
  return metric === 'total' || metric === 'download';
}

function timesWithLogs(
  times: RunTimes,
  logsFor: (found: CellTimes) => CellTimes['logMedians'],
  areLatencies = false,
): RunTimes {
  const cells = new Map<string, CellTimes>();
  for (const [id, found] of times.cells) {
    const logMedians = logsFor(found);
    // Means of times that begin anywhere within a step of the clock have nothing of the step left.
    const clockVariances = areLatencies ? apartVariances(times, found, logMedians) : new Map();
    if (logMedians.size > 0) cells.set(id, { ...found, logMedians, clockVariances });
  }
  // Its units are sessions or stand for them, so that nothing is left to be resampled.
  return { ...times, cells, severalSessions: true, withoutEachUnit: () => null };
}

/** What two clocks are apart no mean makes smaller. */
function apartVariances(
  times: RunTimes,
  { cell }: CellTimes,
  logs: CellTimes['logMedians'],
): Map<number, number> {
  const { counted } = times;
  const samples = counted.cells.get(cell.id);
  if (!isSequence(cell.factors) || samples === undefined) return new Map();
  return new Map(
    samplesInParts(times, samples).flatMap(({ unit, part }) => {
      const log = logs.get(unit);
      const variance = log === undefined ? 0 : latenciesApartVariance(counted, cell, part, Math.exp(log));
      return variance === 0 ? [] : [[unit, variance] as const];
    }),
  );
}

function logsBySession(values: ItemValues, metrics: readonly Metric[]): Map<number, number> {
  const sums = values.units.map((unit) => {
    const sum = metrics.reduce((total, metric) => total + values.of(metric, unit), 0);
    return [unit, sum] as const;
  });
  return new Map(logsOfSums(sums));
}

/**
 * Where noise makes the figure of some session 0 or less, it has no logarithm: those left would be too high
 * together. Then each moves the logarithm of their mean by what it adds to that (the delta method). Empty
 * where the mean is not above 0.
 */
export function logsOfSums(
  sums: readonly (readonly [unit: number, sum: number])[],
): readonly (readonly [unit: number, log: number])[] {
  if (sums.every(([, sum]) => sum > 0)) return sums.map(([unit, sum]) => [unit, Math.log(sum)]);
  const centre = mean(sums.map(([, sum]) => sum));
  if (!(centre > 0)) return [];
  return sums.map(([unit, sum]) => [unit, Math.log(centre) + sum / centre - 1]);
}

/**
 * They average to the index in the table: both are of the sessions that a cell has in common with its
 * baseline, all alike. A twin is measured by the baseline of the cell that it is a twin of.
 */
function indexLogs(
  valuesOf: ValuesOf,
  index: WeightedIndex | null,
  { cells }: RunTimes,
): (found: CellTimes) => Map<number, number> {
  const groups = (index?.groups ?? []).map(({ baseline, rows }) => {
    const measured = rows.flatMap(({ cell }) => cells.get(cell)?.cell ?? []);
    return { base: cells.get(baseline), rows, alike: valuesAlike(valuesOf, measured) };
  });
  const groupOf = new Map(groups.flatMap((group) => group.rows.map(({ cell }) => [cell, group] as const)));
  return ({ cell }) => {
    const group = groupOf.get(cell.twinOf ?? cell.id);
    if (index === null || group?.base === undefined) return new Map();
    const { alike, base } = group;
    const values = indexValues(alike(cell), alike(base.cell), index.weights);
    return new Map([...values].map(([unit, value]) => [unit, Math.log(value)]));
  };
}
