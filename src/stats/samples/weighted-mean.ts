// The mean of what several sessions found, each with the weight of what it rests on, on the scale of the
// values themselves: differences of times may lie on either side of 0, where logarithms have no place.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';

export interface MeanEstimate {
  readonly mean: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
}

/**
 * Weighted mean with the variance between the values: delete-one jackknife (for weights all alike Student's),
 * with degrees of freedom after Satterthwaite (1946), as Bell & McCaffrey (Bias Reduction in Standard Errors
 * for Linear Regression with Multi-Stage Samples, 2002) have them. A value of much weight draws the mean to
 * itself and seems to scatter little; and where a few have nearly all of the weight, the others say hardly
 * anything of how far it may be off, however many they are. Needs two values with a weight above 0.
 */
export function estimateOfWeightedMean(values: ArrayLike<number>, weights: ArrayLike<number>): MeanEstimate {
  let sum = 0;
  let weight = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    sum += weights[i]! * values[i]!;
    weight += weights[i]!;
    if (weights[i]! > 0) count++;
  }
  const mean = sum / weight;
  if (count < 2) return { mean, standardError: Number.NaN, degreesOfFreedom: 0 };
  const shares = Float64Array.from(weights, (own) => own / weight);
  const factors = shares.map((share) => ((count - 1) / count) * (share / (1 - share)) ** 2);
  let variance = 0;
  for (let i = 0; i < values.length; i++) variance += factors[i]! * (values[i]! - mean) ** 2;
  return {
    mean,
    standardError: Math.sqrt(variance),
    degreesOfFreedom: Math.min(count - 1, degreesOfFreedomOf(shares, factors)),
  };
}

/**
 * Of Σ factor · (value − mean)², the values being independent and alike: twice the square of what it is on
 * average, over its variance. With residuals of covariance [i = j] − shareᵢ − shareⱼ + Σ share² both are sums
 * over the values.
 */
function degreesOfFreedomOf(shares: Float64Array, factors: Float64Array): number {
  const squares = shares.reduce((sum, share) => sum + share ** 2, 0);
  let [zeroth, first, second, own, trace] = [0, 0, 0, 0, 0];
  for (let i = 0; i < shares.length; i++) {
    const [share, factor] = [shares[i]!, factors[i]!];
    zeroth += factor;
    first += factor * share;
    second += factor * share ** 2;
    own += factor ** 2 * (1 + 2 * squares - 4 * share);
    trace += factor * (1 - 2 * share + squares);
  }
  const mixed = 2 * zeroth * second + (squares * zeroth) ** 2 + 2 * first ** 2 - 4 * squares * zeroth * first;
  return trace ** 2 / (own + mixed);
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
