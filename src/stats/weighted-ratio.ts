// An index: a weighted sum of ratios of means, each of one thing here over the same thing in a baseline.

import type { Estimate } from './estimate.ts';
import { mean, standardDeviation } from './quantile.ts';

export interface WeightedRatio {
  readonly weight: number;
  /** Of each session, in the same order in all terms; sessions are the independent units. */
  readonly numerators: ArrayLike<number>;
  readonly denominators: ArrayLike<number>;
}

/**
 * Σ weight · mean(numerators)/mean(denominators), with its standard error by the delta method: the index's linear part in
 * each session, which is one value a session, so that what drifts in a session and what moves several terms together is
 * taken as it came (ratio estimators: Cochran, Sampling Techniques, 1977, §6). On the log scale, S − 1 degrees of freedom.
 * Ratios of means and not means of ratios: a short item's session by session ratio is far too high on average. Needs two
 * sessions for an interval; denominators above 0 and an index above 0.
 */
export function estimateOfWeightedRatios(terms: readonly WeightedRatio[]): Estimate {
  const sessions = terms[0]!.numerators.length;
  const linear = new Float64Array(sessions);
  let index = 0;
  for (const { weight, numerators, denominators } of terms) {
    const centre = mean(denominators);
    const ratio = mean(numerators) / centre;
    index += weight * ratio;
    for (let s = 0; s < sessions; s++) {
      linear[s]! += (weight * (numerators[s]! - ratio * denominators[s]!)) / centre;
    }
  }
  return {
    log: Math.log(index),
    standardError: standardDeviation(linear) / Math.sqrt(sessions) / index,
    degreesOfFreedom: sessions - 1,
  };
}
