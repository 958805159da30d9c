// Two indexes over one baseline against each other, and what may be called the lowest of several.

import type { RatioInterval } from '../answers/verdict.ts';
import { standardDeviation } from '../samples/quantile.ts';
import type { LinearIndex } from '../samples/weighted-ratio.ts';
import type { Estimate } from './estimate.ts';

/**
 * log of a's index over b's (delta method): what moves both in a session alike, the baseline's noise above
 * all, cancels there. Linear parts of the same sessions in the same order; indexes above 0; two sessions for
 * an interval.
 */
export function estimateOfIndexRatio(a: LinearIndex, b: LinearIndex): Estimate {
  const sessions = a.linear.length;
  const apart = a.linear.map((value, s) => value / a.index - b.linear[s]! / b.index);
  return {
    log: Math.log(a.index / b.index),
    standardError: standardDeviation(apart) / Math.sqrt(sessions),
    degreesOfFreedom: sessions - 1,
  };
}

/**
 * Level of each interval of a rival against the lowest index that was found, `rivals` of them, so that the
 * truly lowest is found or left undecided but with probability `alpha`: to be shut out it must seem higher
 * than one of the others, each of them with half of its level's probability (Bonferroni; comparisons with the
 * best: Edwards & Hsu, JASA 78, 1983). That the lowest was picked by looking is in it: the sum is over every
 * cell that could have been picked.
 */
export function levelAgainstLowest(alpha: number, rivals: number): number {
  return alpha / Math.max(1, rivals);
}

/** Whether a rival over the lowest is higher for sure: its whole interval is beyond 1. */
export function isHigher([low]: RatioInterval): boolean {
  return low > 1;
}
