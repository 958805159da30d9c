// An index: a weighted sum of ratios of means, each of one thing here over the same thing in a baseline.

import type { Estimate } from '../estimates/estimate.ts';
import { mean, standardDeviation } from './quantile.ts';

export interface WeightedRatio {
  readonly weight: number;
  /** Of each session, in the same order in all terms; sessions are the independent units. */
  readonly numerators: ArrayLike<number>;
  readonly denominators: ArrayLike<number>;
}

/** An index, and how far each session moves it. */
export interface LinearIndex {
  readonly index: number;
  /**
   * The index's linear part in each session; their mean is 0, and their standard deviation over √S is its
   * standard error.
   */
  readonly linear: Float64Array;
}

/**
 * Σ weight · mean(numerators)/mean(denominators), and its linear part in each session (the delta method;
 * ratio estimators: Cochran, Sampling Techniques, 1977, §6), which is one value a session, so that what
 * drifts in a session and what moves several terms together is taken as it came. Ratios of means and not
 * means of ratios: a short item's session by session ratio is far too high on average. Needs denominators
 * above 0.
 */
export function linearIndex(terms: readonly WeightedRatio[]): LinearIndex {
  const linear = new Float64Array(terms[0]!.numerators.length);
  let index = 0;
  for (const { weight, numerators, denominators } of terms) {
    const centre = mean(denominators);
    const ratio = mean(numerators) / centre;
    index += weight * ratio;
    for (let s = 0; s < linear.length; s++) {
      linear[s]! += (weight * (numerators[s]! - ratio * denominators[s]!)) / centre;
    }
  }
  return { index, linear };
}

/** On the log scale, S − 1 degrees of freedom. Needs two sessions for an interval, and an index above 0. */
export function estimateOfWeightedRatios(terms: readonly WeightedRatio[]): Estimate {
  const { index, linear } = linearIndex(terms);
  return {
    log: Math.log(index),
    standardError: standardDeviation(linear) / Math.sqrt(linear.length) / index,
    degreesOfFreedom: linear.length - 1,
  };
}
