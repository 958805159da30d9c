// What the variances of all pairs together say about the variance of one: empirical Bayes after Smyth (Linear
// Models and Empirical Bayes Methods for Assessing Differential Expression in Microarray Experiments, 2004:
// "limma"), made safer for a handful of pairs. Variances here are relative ones, observed over expected.

import { mean, standardDeviation } from '../samples/quantile.ts';

/** Worth `degreesOfFreedom` observations of a variance around `variance`. */
export interface VariancePrior {
  readonly variance: number;
  readonly degreesOfFreedom: number;
}

export interface ObservedVariance {
  readonly variance: number;
  readonly degreesOfFreedom: number;
}

export const NO_PRIOR: VariancePrior = { variance: 1, degreesOfFreedom: 0 };

/**
 * The prior counts at most so many observations, however alike the variances seem: without it, pairs whose
 * variance is larger than their neighbours' miss far too often (bench/statistics.ts).
 */
const MOST_PRIOR_DEGREES_OF_FREEDOM = 4;

/** And at most so many for each independent pair beyond the first: two pairs say little of each other. */
const DEGREES_OF_FREEDOM_PER_PAIR = 2;

/**
 * What so many pairs are worth to one of them at most. `overlap` is the mean square of the correlation
 * between different ones: pairs that share a cell scatter alike, and many of them say no more than fewer
 * independent ones.
 */
export function mostPriorDegreesOfFreedom(pairs: number, overlap: number): number {
  const beyondFirst = independentPairs(pairs, overlap) - 1;
  return Math.max(0, Math.min(MOST_PRIOR_DEGREES_OF_FREEDOM, DEGREES_OF_FREEDOM_PER_PAIR * beyondFirst));
}

function independentPairs(pairs: number, overlap: number): number {
  return pairs / (1 + (pairs - 1) * overlap);
}

/** Below this share of the middle one, a variance is one that the clock could not see. */
const LEAST_SHARE = 1e-5;

/**
 * By the moments of the logarithms of the observed variances: they scatter by chance as far as their degrees
 * of freedom let them, and what they scatter beyond that is how much the true ones differ.
 *
 * Two things differ from limma, which has thousands of genes where a study has three to a hundred pairs. The
 * scatter is taken one standard error higher than it was seen, because too little of it is what makes
 * intervals too narrow. The prior's variance is the geometric mean of the observed ones (without their bias),
 * which is above limma's.
 */
export function fitVariancePrior(observed: readonly ObservedVariance[], overlap: number): VariancePrior {
  const positive = observed.map(({ variance }) => variance).filter((variance) => variance > 0);
  const independent = independentPairs(observed.length, overlap);
  const most = mostPriorDegreesOfFreedom(observed.length, overlap);
  if (positive.length === 0 || !(most > 0)) return NO_PRIOR;
  const least = LEAST_SHARE * positive.toSorted((a, b) => a - b)[Math.floor(positive.length / 2)]!;
  const logs = observed.map(({ variance, degreesOfFreedom }) => {
    const half = degreesOfFreedom / 2;
    return Math.log(Math.max(variance, least)) - digamma(half) + Math.log(half);
  });
  const byChance = mean(observed.map(({ degreesOfFreedom }) => trigamma(degreesOfFreedom / 2)));
  const seen = standardDeviation(logs) ** 2;
  const expected = (1 - overlap) * byChance;
  const standardError = Math.max(seen, expected) * Math.sqrt(2 / (independent - 1));
  const beyondChance = seen + standardError - expected;
  return {
    variance: Math.exp(mean(logs)),
    degreesOfFreedom: beyondChance > 0 ? Math.min(2 * inverseTrigamma(beyondChance), most) : most,
  };
}

/** Derivative of log Γ (Abramowitz & Stegun 6.3.18 beyond 8, the recurrence 6.3.5 below). */
export function digamma(x: number): number {
  if (x < 8) return digamma(x + 1) - 1 / x;
  const square = 1 / (x * x);
  return Math.log(x) - 1 / (2 * x) - square * (1 / 12 - square * (1 / 120 - square / 252));
}

/** Second derivative of log Γ (Abramowitz & Stegun 6.4.12, 6.4.6). */
export function trigamma(x: number): number {
  if (x < 8) return trigamma(x + 1) + 1 / (x * x);
  const square = 1 / (x * x);
  return 1 / x + square / 2 + (square / x) * (1 / 6 - square * (1 / 30 - square / 42));
}

/** Where trigamma has this value: it falls from ∞ to 0, so halving an interval finds it. */
export function inverseTrigamma(value: number): number {
  let low = 1e-6;
  let high = 1e6;
  for (let i = 0; i < 100; i++) {
    const middle = Math.sqrt(low * high);
    if (trigamma(middle) > value) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
