// How wide an interval will be after so many sessions, and how many sessions a width takes: for plans ("this
// budget tells ± 4 %") and for reports ("± 2 % takes about 4 min more").

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import type { Estimate } from './estimate.ts';

export interface Outlook {
  /** Variance of the log ratio of one session. */
  readonly sessionVariance: number;
  /** Variance of what is wrong alike in all sessions. */
  readonly systematicVariance: number;
  /** What the other pairs are worth (mostPriorDegreesOfFreedom). */
  readonly priorDegreesOfFreedom: number;
  /** How many comparisons the family has, and the level they share. */
  readonly comparisons: number;
  readonly alpha: number;
  /** Looks taken already, and the sessions finished at the last of them; 0 and 0 for a plan. */
  readonly looksTaken: number;
  readonly finished: number;
  /** The end is the only look (`isLookedAtOnce`); absent: there are planned ones before. */
  readonly isLookedAtOnce?: boolean;
  /** The level is shared as that of a plan with one look, now and later; absent: as usual. */
  readonly isOnceShared?: boolean;
}

/** Beyond this nobody waits. */
const MOST_SESSIONS = 10_000;

/** Half-width on the log scale of an interval at an end after so many sessions; ∞ below two. */
export function reachAfter(outlook: Outlook, sessions: number): number {
  const { sessionVariance, systematicVariance, priorDegreesOfFreedom, comparisons, alpha } = outlook;
  if (sessions < 2) return Number.POSITIVE_INFINITY;
  const planned = outlook.isLookedAtOnce === true ? [] : looksUpTo(sessions - 1);
  const onTheWay = planned.filter((look) => look > outlook.finished).length;
  const nth = outlook.looksTaken + onTheWay + 1;
  const level = familyLevel(levelOfLook(alpha, nth, outlook.isOnceShared), comparisons);
  const standardError = Math.sqrt(sessionVariance / sessions + systematicVariance);
  return tQuantile(1 - level / 2, sessions - 1 + priorDegreesOfFreedom) * standardError;
}

/**
 * About the fewest sessions after which the half-width is at most `reach`, those finished included; null
 * where the systematic variance alone keeps it wider, or nobody would wait so long.
 */
export function sessionsNeeded(outlook: Outlook, reach: number): number | null {
  const enough = (sessions: number) => reachAfter(outlook, sessions) <= reach;
  let most = Math.max(2, outlook.finished + 1);
  while (!enough(most)) {
    if (most >= MOST_SESSIONS) return null;
    most = Math.min(2 * most, MOST_SESSIONS);
  }
  let fewest = outlook.finished;
  while (most - fewest > 1) {
    const middle = Math.floor((fewest + most) / 2);
    if (enough(middle)) most = middle;
    else fewest = middle;
  }
  return most;
}

/** The variance of one session, from an estimate of so many. */
export function sessionVariance(estimate: Estimate, sessions: number, systematicVariance: number): number {
  return Math.max(0, estimate.standardError ** 2 - systematicVariance) * sessions;
}
