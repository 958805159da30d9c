// Samples that lie far out. They are flagged and counted, never taken away: in response times the far-out
// ones are part of what users get.

import { mean, quantileOfSorted, standardDeviation } from './quantile.ts';

/**
 * Tukey's outer fences (Exploratory Data Analysis, 1977): three interquartile ranges beyond the quartiles.
 */
export function outerFences(ascending: ArrayLike<number>): readonly [low: number, high: number] {
  const first = quantileOfSorted(ascending, 0.25);
  const third = quantileOfSorted(ascending, 0.75);
  const reach = 3 * (third - first);
  return [first - reach, third + reach];
}

/** How many values lie beyond Tukey's outer fences. */
export function countOutliers(ascending: ArrayLike<number>): number {
  const [low, high] = outerFences(ascending);
  let count = 0;
  for (let i = 0; i < ascending.length; i++) if (ascending[i]! < low || ascending[i]! > high) count++;
  return count;
}

export interface TrimmedMean {
  readonly mean: number;
  /** Values that the mean is of, and values removed. */
  readonly counted: number;
  readonly removed: number;
}

/**
 * The estimator of the study opijac-2017: mean, values outside μ ± 2σ removed, mean again, once. The study
 * does not say which σ; it is the sample's (divisor n − 1) here. Reported beside our figures, because it
 * hides the tail.
 */
export function meanWithinTwoSigma(values: ArrayLike<number>): TrimmedMean {
  const all = Array.from(values);
  const centre = mean(all);
  const reach = all.length < 2 ? 0 : 2 * standardDeviation(all);
  const kept = all.filter((value) => Math.abs(value - centre) <= reach);
  return { mean: mean(kept), counted: kept.length, removed: all.length - kept.length };
}
