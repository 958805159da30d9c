// An estimate on the log scale with its standard error, and what is read from it: intervals by Student's
// t distribution. The unit of evidence is the session: within one, all samples share the level at which the
// machine happened to be, so the number of samples says little about how far the result would move in another
// run.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, standardDeviation } from '../samples/quantile.ts';
import { estimateOfWeightedMean } from '../samples/weighted-mean.ts';

export interface Estimate {
  /** Natural logarithm of a time, or of a ratio of times. */
  readonly log: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
}

/**
 * The mean of independent values, one from each session: mean ± t·sd/√S, S − 1 degrees of freedom (Student
 * 1908; for repeated runs of programs Georges et al. 2007, Kalibera & Jones 2013). Of sessions that are not
 * as long as one another the values scatter by unlike much: with a weight all alike the interval then misses
 * less often than it may, at every level below 8.3 % (Bakirov & Székely 2005). Needs two values.
 */
export function estimateFromSessions(logs: ArrayLike<number>): Estimate {
  return {
    log: mean(logs),
    standardError: standardDeviation(logs) / Math.sqrt(logs.length),
    degreesOfFreedom: logs.length - 1,
  };
}

/**
 * The mean of all samples of several clusters (sessions, or blocks where there is one session), each cluster
 * given by the sum of its values and their number: the clusters' means with their numbers as weights, and the
 * variance between clusters (Cochran, Sampling Techniques, 1977, §9A). The logarithm's standard error is that
 * of the mean over the mean. Needs two clusters.
 */
export function estimateOfClusteredMean(sums: ArrayLike<number>, counts: ArrayLike<number>): Estimate {
  const means = Float64Array.from(sums, (sum, i) => (counts[i] === 0 ? 0 : sum / counts[i]!));
  const { mean: centre, standardError, degreesOfFreedom } = estimateOfWeightedMean(means, counts);
  return { log: Math.log(centre), standardError: standardError / centre, degreesOfFreedom };
}

/** The sum of independent estimates, degrees of freedom after Welch (1947) and Satterthwaite (1946). */
export function sumOfIndependent(estimates: readonly Estimate[]): Estimate {
  if (estimates.length === 1) return estimates[0]!;
  let log = 0;
  let variance = 0;
  let spread = 0;
  for (const estimate of estimates) {
    const square = estimate.standardError ** 2;
    log += estimate.log;
    variance += square;
    spread += square ** 2 / estimate.degreesOfFreedom;
  }
  const fewest = Math.min(...estimates.map((estimate) => estimate.degreesOfFreedom));
  return {
    log,
    standardError: Math.sqrt(variance),
    degreesOfFreedom: spread === 0 ? fewest : variance ** 2 / spread,
  };
}

/**
 * The same with an error of known variance beside what the units differ by, which more units do not make
 * less. The degrees of freedom stay: those that Satterthwaite would add make the interval of few units
 * narrower than it is without the error.
 */
export function withSystematic(estimate: Estimate, variance: number): Estimate {
  return { ...estimate, standardError: Math.hypot(estimate.standardError, Math.sqrt(variance)) };
}

/**
 * Interval of the time or ratio itself (not of its logarithm) that misses the truth with probability `alpha`.
 */
export function confidenceInterval(estimate: Estimate, alpha: number): readonly [low: number, high: number] {
  const { log, standardError, degreesOfFreedom } = estimate;
  if (!(degreesOfFreedom > 0) || Number.isNaN(standardError)) return [0, Number.MAX_VALUE];
  const reach = standardError === 0 ? 0 : tQuantile(1 - alpha / 2, degreesOfFreedom) * standardError;
  return [Math.exp(log - reach), Math.min(Math.exp(log + reach), Number.MAX_VALUE)];
}
