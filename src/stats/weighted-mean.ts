// The mean of what several sessions found, each with the weight of what it rests on, on the scale of the
// values themselves: differences of times may lie on either side of 0, where logarithms have no place.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';

export interface MeanEstimate {
  readonly mean: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
}

/**
 * Weighted mean with the variance between the values, a ratio estimator (Cochran, Sampling Techniques, 1977,
 * §6). Needs two values.
 */
export function estimateOfWeightedMean(values: ArrayLike<number>, weights: ArrayLike<number>): MeanEstimate {
  const count = values.length;
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < count; i++) {
    sum += weights[i]! * values[i]!;
    weight += weights[i]!;
  }
  const mean = sum / weight;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (weights[i]! * (values[i]! - mean)) ** 2;
  return {
    mean,
    standardError: Math.sqrt(((count / (count - 1)) * squares) / weight ** 2),
    degreesOfFreedom: count - 1,
  };
}

/** Misses the truth with probability `alpha`; without degrees of freedom it has no bounds. */
export function intervalOfMean(
  { mean, standardError, degreesOfFreedom }: MeanEstimate,
  alpha: number,
): readonly [low: number, high: number] {
  if (!(degreesOfFreedom > 0) || Number.isNaN(standardError)) return [-Number.MAX_VALUE, Number.MAX_VALUE];
  if (standardError === 0) return [mean, mean];
  const reach = tQuantile(1 - alpha / 2, degreesOfFreedom) * standardError;
  return [mean - reach, mean + reach];
}
