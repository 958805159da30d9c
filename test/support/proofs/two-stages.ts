// An interval that is as narrow as it has to be, however much a machine scatters: after a first stage it is
// known how many values that takes, and the rest are measured then (Stein, "A two-sample test for a linear
// hypothesis whose power is independent of the variance", Annals of Mathematical Statistics 16, 1945). The
// first stage alone says how far values scatter, so that looking at it moves no error rate.

import type { Interval } from '../../../src/base/figures/ratios.ts';
import {
  confidenceInterval,
  type Estimate,
  estimateFromSessions,
} from '../../../src/stats/estimates/estimate.ts';
import { mean } from '../../../src/stats/samples/quantile.ts';

/**
 * How many values in all give an interval of the ratio that reaches no further than `reach` on the log scale.
 * `first`: logarithms of ratios, one of each pair of sessions.
 */
export function valuesNeeded(first: readonly number[], reach: number, alpha: number): number {
  const estimate = estimateFromSessions(first);
  const reached = Math.log(confidenceInterval(estimate, alpha)[1]) - estimate.log;
  return Math.max(first.length, Math.ceil(first.length * (reached / reach) ** 2));
}

/** Of the ratio, by the values of both stages. */
export function intervalOfStages(first: readonly number[], more: readonly number[], alpha: number): Interval {
  const { standardError, degreesOfFreedom } = estimateFromSessions(first);
  const all = [...first, ...more];
  const estimate: Estimate = {
    log: mean(all),
    standardError: standardError * Math.sqrt(first.length / all.length),
    degreesOfFreedom,
  };
  return confidenceInterval(estimate, alpha);
}
