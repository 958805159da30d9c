// Where the values of a sample lie: quantiles, medians, means. Quantiles are of type 7 of Hyndman & Fan
// (Sample Quantiles in Statistical Packages, 1996), the default of R, NumPy and DuckDB's quantile_cont:
// linear between the order statistics, at position (n − 1)·p counted from 0.

import { sortNumbers } from './sort-numbers.ts';

/** A copy in ascending order. */
export function sorted(values: ArrayLike<number>): Float64Array {
  const own = new Float64Array(values);
  sortNumbers(own);
  return own;
}

/** Quantile p (0 to 1) of values in ascending order; NaN where there are none. */
export function quantileOfSorted(ascending: ArrayLike<number>, p: number): number {
  if (ascending.length === 0) return Number.NaN;
  const position = (ascending.length - 1) * p;
  const below = Math.floor(position);
  const low = ascending[below]!;
  const high = ascending[Math.ceil(position)]!;
  return low + (high - low) * (position - below);
}

/** NaN where there are no values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Standard deviation of a sample (divisor n − 1); NaN where there are fewer than two values. */
export function standardDeviation(values: ArrayLike<number>): number {
  if (values.length < 2) return Number.NaN;
  const centre = mean(values);
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i]! - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * The median of a sample in which value i stands counts[unit[i]] times (whole numbers), without writing it
 * out: the same figure as the median of the written-out sample. `ascending` must be in order, `total` is how
 * many values the written-out sample has, `before` of them smaller ones that are not in `ascending`. NaN
 * where there is none.
 */
export function countedMedianOfSorted(
  ascending: ArrayLike<number>,
  unit: ArrayLike<number>,
  counts: ArrayLike<number>,
  total: number,
  before = 0,
): number {
  if (total === 0) return Number.NaN;
  const lowRank = Math.floor((total - 1) / 2);
  const highRank = Math.ceil((total - 1) / 2);
  let i = 0;
  let passed = before + counts[unit[0]!]!;
  while (passed <= lowRank) passed += counts[unit[++i]!]!;
  const low = ascending[i]!;
  while (passed <= highRank) passed += counts[unit[++i]!]!;
  return (low + ascending[i]!) / 2;
}
