// The cells of one group as a space of weights: what each one's index is for any weights, and what sessions
// say of the ratio of two of them. Everything is worked out for each metric once, because an index is linear
// in its weights.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Metric } from '../../items/metrics.ts';
import { confidenceInterval } from '../../stats/estimate.ts';
import { familyLevel } from '../../stats/family.ts';
import { estimateOfIndexRatio, isHigher, levelAgainstLowest } from '../../stats/index-ratio.ts';
import { type LinearIndex, linearIndex } from '../../stats/weighted-ratio.ts';
import type { ItemValues } from '../samples/item-values.ts';

/** In the order of the metrics; they add up to 1. */
export type Shares = readonly number[];

export interface IndexSpace {
  /** Cell ids. */
  readonly cells: readonly string[];
  /** Cell → metric → its item over the baseline's. */
  readonly normalised: readonly (readonly number[])[];
  indexOf(cell: number, shares: Shares): number;
  /** a's index over b's; its interval is one of those against the lowest of all cells. */
  ratioOf(a: number, b: number, shares: Shares): { readonly ratio: number; readonly interval: Interval };
  /**
   * Whether a twin differs from its cell at these weights, although they are the same: then nothing is told.
   */
  twinAlarm(shares: Shares): boolean;
  /** How a cell stands to the lowest one. */
  standing(rival: number, lowest: number, shares: Shares): RivalStanding;
}

/**
 * Its index is higher for sure; sessions leave that open, so that it may as well be the lowest; or the
 * two are the same, as two sizes may be.
 */
export type RivalStanding = 'higher' | 'open' | 'same';

export interface SpaceCell {
  readonly cell: string;
  readonly normalised: readonly number[];
  readonly items: ItemValues;
}

/** Of the same thing under two names. */
export type TwinItems = readonly [twin: ItemValues, cell: ItemValues];

/** `baseline` is what `normalised` is over. `alpha`: of all cells together. */
export function indexSpace(
  metrics: readonly Metric[],
  cells: readonly SpaceCell[],
  baseline: ItemValues,
  twins: readonly TwinItems[],
  alpha: number,
): IndexSpace {
  const own = cells.map(({ items }) => linearParts(metrics, items, baseline));
  const twinned = twins.map(([twin, cell]) => linearParts(metrics, twin, cell));
  const level = levelAgainstLowest(alpha, cells.length - 1);
  const indexOf = (cell: number, shares: Shares) => weighted(cells[cell]!.normalised, shares);
  // Weights are asked about for every rival in turn: what does not depend on the rival is worked out once.
  const twinAlarm = remembered((shares) =>
    twinned.some((parts) => differs(parts, shares, familyLevel(alpha, twinned.length))),
  );
  const linearOf = own.map((parts) => remembered((shares) => linearAt(parts, shares)));
  const ratioOf: IndexSpace['ratioOf'] = (a, b, shares) => {
    const [there, here] = [own[a]!.units, own[b]!.units];
    const common = there.filter((unit) => here.includes(unit));
    const of = (cell: number): LinearIndex => {
      const linear = linearOf[cell]!(shares);
      const { units } = own[cell]!;
      const isAll = common.length === units.length;
      return {
        index: indexOf(cell, shares),
        linear: isAll ? linear : Float64Array.from(common, (unit) => linear[units.indexOf(unit)]!),
      };
    };
    return ratioBetween(of(a), of(b), level);
  };
  return {
    cells: cells.map(({ cell }) => cell),
    normalised: cells.map(({ normalised }) => normalised),
    indexOf,
    ratioOf,
    twinAlarm,
    standing(rival, lowest, shares) {
      if (rival === lowest) return 'same';
      const { interval } = ratioOf(rival, lowest, shares);
      if (interval[0] === 1 && interval[1] === 1) return 'same';
      return isHigher(interval) && !twinAlarm(shares) ? 'higher' : 'open';
    },
  };
}

function remembered<T>(find: (shares: Shares) => T): (shares: Shares) => T {
  const known = new WeakMap<Shares, { readonly value: T }>();
  return (shares) => {
    const found = known.get(shares) ?? { value: find(shares) };
    known.set(shares, found);
    return found.value;
  };
}

function ratioBetween(a: LinearIndex, b: LinearIndex, level: number) {
  // One that has nothing of any item, in every exchange, is below all others and beside all of its kind.
  if (b.index === 0) {
    const ratio = a.index === 0 ? 1 : Number.MAX_VALUE;
    return { ratio, interval: [ratio, ratio] as const };
  }
  const ratio = a.index / b.index;
  if (!(ratio > 0) || a.linear.length === 0) return { ratio, interval: [0, Number.MAX_VALUE] as const };
  return { ratio, interval: confidenceInterval(estimateOfIndexRatio(a, b), level) };
}

/** Metric → its ratio of means, and by how much each unit moves that; of the units that both have. */
interface LinearParts {
  readonly units: readonly number[];
  readonly parts: readonly LinearIndex[];
}

function linearParts(metrics: readonly Metric[], here: ItemValues, there: ItemValues): LinearParts {
  const units = here.units.filter((unit) => there.units.includes(unit));
  const parts = metrics.map((metric): LinearIndex => {
    const denominators = units.map((unit) => there.of(metric, unit));
    // A twin may have nothing of an item: then it differs by nothing.
    if (!denominators.some((value) => value > 0)) return { index: 1, linear: new Float64Array(units.length) };
    const numerators = units.map((unit) => here.of(metric, unit));
    return linearIndex([{ weight: 1, numerators, denominators }]);
  });
  return { units, parts };
}

/** By how much each unit moves the index. */
function linearAt({ units, parts }: LinearParts, shares: Shares): Float64Array {
  const linear = new Float64Array(units.length);
  for (const [k, part] of parts.entries())
    for (let u = 0; u < linear.length; u++) linear[u]! += shares[k]! * part.linear[u]!;
  return linear;
}

/** The interval of a twin's index over its cell's leaves out 1. */
function differs(twin: LinearParts, shares: Shares, level: number): boolean {
  if (twin.units.length === 0) return false;
  const index = weighted(
    twin.parts.map((part) => part.index),
    shares,
  );
  const linear = linearAt(twin, shares);
  const cell = { index: 1, linear: new Float64Array(linear.length) };
  const [low, high] = confidenceInterval(estimateOfIndexRatio({ index, linear }, cell), level);
  return low > 1 || high < 1;
}

function weighted(values: readonly number[], shares: Shares): number {
  return shares.reduce((sum, share, k) => sum + share * values[k]!, 0);
}
