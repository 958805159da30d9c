// An interval that is as narrow as it has to be, however much a machine scatters: after a first stage it is
// known how many values that takes, and the rest are measured then (Stein, "A two-sample test for a linear
// hypothesis whose power is independent of the variance", Annals of Mathematical Statistics 16, 1945; for the
// difference of two, Chapman, "Some two sample tests", same journal 21, 1950). The first stage alone says how
// far values scatter, so that looking at it moves no error rate.

import type { Interval } from '../../../src/base/figures/ratios.ts';
import {
  confidenceInterval,
  type Estimate,
  estimateFromSessions,
  sumOfIndependent,
} from '../../../src/stats/estimates/estimate.ts';
import { mean } from '../../../src/stats/samples/quantile.ts';

/**
 * How many values in all give an interval of the ratio that reaches no further than `reach` on the log scale.
 * `first`: logarithms of ratios, one of each pair of sessions.
 */
export function valuesNeeded(first: readonly number[], reach: number, alpha: number): number {
  const reached = reachOf(estimateFromSessions(first), alpha);
  return Math.max(first.length, Math.ceil(first.length * (reached / reach) ** 2));
}

/** Of the ratio, by the values of both stages. */
export function intervalOfStages(first: readonly number[], more: readonly number[], alpha: number): Interval {
  return confidenceInterval(estimateOfStages(first, more), alpha);
}

/** The mean of both stages, with the scatter of the first. */
export function estimateOfStages(first: readonly number[], more: readonly number[]): Estimate {
  return { ...scattered(first, first.length + more.length), log: mean([...first, ...more]) };
}

/** What is compared, and what a run more of it brings. */
export interface Side {
  readonly first: readonly number[];
  /** Values of one run, and how long it takes. */
  readonly perRun: number;
  readonly runMs: number;
}

/** Beyond this nobody waits. */
const MOST_RUNS = 1_000;

/**
 * How many runs more of each side there must be until the interval of every other one over the first reaches
 * no further than `reach`: always that run which brings the most for its time to the intervals that are still
 * too wide.
 */
export function runsNeeded(sides: readonly Side[], reach: number, alpha: number): number[] {
  const runs = sides.map(() => 0);
  const estimateOf = (side: number, more: number) => {
    const { first, perRun } = sides[side]!;
    return scattered(first, first.length + more * perRun);
  };
  const now = (side: number) => estimateOf(side, runs[side]!);
  const isWide = (side: number) => !(reachOf(sumOfIndependent([now(0), now(side)]), alpha) <= reach);
  for (let made = 0; made < MOST_RUNS; made++) {
    const wide = [...sides.keys()].slice(1).filter(isWide);
    if (wide.length === 0) break;
    const bringsOf = (side: number) => {
      const less = now(side).standardError ** 2 - estimateOf(side, runs[side]! + 1).standardError ** 2;
      return (less * (side === 0 ? wide.length : 1)) / sides[side]!.runMs;
    };
    const [best] = [0, ...wide].toSorted((a, b) => bringsOf(b) - bringsOf(a));
    runs[best!]! += 1;
  }
  return runs;
}

/** The mean of so many values, as far as the first stage says how they scatter; 0 stands for the mean. */
function scattered(first: readonly number[], values: number): Estimate {
  const { standardError, degreesOfFreedom } = estimateFromSessions(first);
  return { log: 0, standardError: standardError * Math.sqrt(first.length / values), degreesOfFreedom };
}

/** On the log scale. */
function reachOf(estimate: Estimate, alpha: number): number {
  return Math.log(confidenceInterval(estimate, alpha)[1]) - estimate.log;
}
