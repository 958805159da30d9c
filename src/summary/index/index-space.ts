// The cells of one group as a space of weights: what each one's index is for any weights, and what sessions
// say of the ratio of two of them. Everything is worked out for each metric once, because an index is linear
// in its weights.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Metric } from '../../items/metrics.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import { estimateOfIndexRatio, isHigher, levelAgainstLowest } from '../../stats/estimates/index-ratio.ts';
import type { LinearIndex } from '../../stats/samples/weighted-ratio.ts';
import type { ItemValues } from '../samples/item-values.ts';
import { itemsOver, unitsOfBoth } from './index-values.ts';

/** In the order of the metrics; they add up to 1. */
export type Shares = readonly number[];

export interface IndexSpace {
  /** Cell ids. */
  readonly cells: readonly string[];
  /** Cell → metric → its item over the baseline's, in the sessions that both have. */
  readonly normalised: readonly (readonly number[])[];
  indexOf(cell: number, shares: Shares): number;
  /**
   * a's index over b's, in the sessions that both have beside the baseline; its interval is one of those
   * against the lowest of all cells.
   */
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
  readonly items: ItemValues;
  /** Metric → its item over the baseline's in all exchanges: for cells that share no session with it. */
  readonly ofAll: readonly number[];
}

/** Of the same thing under two names. */
export type TwinItems = readonly [twin: ItemValues, cell: ItemValues];

/** `alpha`: of all cells together. */
export function indexSpace(
  metrics: readonly Metric[],
  cells: readonly SpaceCell[],
  baseline: ItemValues,
  twins: readonly TwinItems[],
  alpha: number,
): IndexSpace {
  const own = cells.map(({ items, ofAll }) => {
    const units = unitsOfBoth(items, baseline);
    return weighable(units, itemsOver(metrics, items, baseline, units, ofAll));
  });
  const normalised = own.map(({ parts }) => parts.map(({ index }) => index));
  const twinned = twins.map(([twin, cell]) => {
    const units = unitsOfBoth(twin, cell);
    // A twin may have nothing of an item: then it differs by nothing.
    const alike = metrics.map(() => 1);
    return weighable(units, itemsOver(metrics, twin, cell, units, alike));
  });
  const level = levelAgainstLowest(alpha, cells.length - 1);
  // Weights are asked about for every rival in turn: what does not depend on the rival is worked out once.
  const twinAlarm = remembered((shares) =>
    twinned.some((twin) => differs(twin, shares, familyLevel(alpha, twinned.length))),
  );
  const inCommon = rememberedPairs((a, b): readonly [Weighable, Weighable] => {
    const units = own[a]!.units.filter((unit) => own[b]!.units.includes(unit));
    const inThem = (cell: number) =>
      own[cell]!.units.length === units.length
        ? own[cell]!
        : weighable(units, itemsOver(metrics, cells[cell]!.items, baseline, units, normalised[cell]!));
    return [inThem(a), inThem(b)];
  });
  const ratioOf: IndexSpace['ratioOf'] = (a, b, shares) => {
    const [here, there] = inCommon(a, b);
    return ratioBetween(here.at(shares), there.at(shares), level);
  };
  return {
    cells: cells.map(({ cell }) => cell),
    normalised,
    indexOf: (cell, shares) => weighted(normalised[cell]!, shares),
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

function rememberedPairs<T>(find: (a: number, b: number) => T): (a: number, b: number) => T {
  const known = new Map<string, { readonly value: T }>();
  return (a, b) => {
    const key = `${a} ${b}`;
    const found = known.get(key) ?? { value: find(a, b) };
    known.set(key, found);
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

/** Items over those of something else, in the same units, for any weights. */
interface Weighable {
  readonly units: readonly number[];
  /** Metric → its ratio of means, and by how much each unit moves that. */
  readonly parts: readonly LinearIndex[];
  at(shares: Shares): LinearIndex;
}

function weighable(units: readonly number[], parts: readonly LinearIndex[]): Weighable {
  const indexes = parts.map(({ index }) => index);
  const at = remembered((shares): LinearIndex => {
    const linear = new Float64Array(units.length);
    for (const [k, part] of parts.entries())
      for (let u = 0; u < linear.length; u++) linear[u]! += shares[k]! * part.linear[u]!;
    return { index: weighted(indexes, shares), linear };
  });
  return { units, parts, at };
}

/** The interval of a twin's index over its cell's leaves out 1. */
function differs(twin: Weighable, shares: Shares, level: number): boolean {
  const { length } = twin.units;
  if (length === 0) return false;
  const cell = { index: 1, linear: new Float64Array(length) };
  const [low, high] = confidenceInterval(estimateOfIndexRatio(twin.at(shares), cell), level);
  return low > 1 || high < 1;
}

function weighted(values: readonly number[], shares: Shares): number {
  return shares.reduce((sum, share, k) => sum + share * values[k]!, 0);
}
