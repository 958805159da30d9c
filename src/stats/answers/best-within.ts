// Which of several candidates may be called the best within ε: less than all comparisons of all pairs, and
// answered sooner. A candidate that is surely slower than the leader needs no further measurement unless it
// is within ε of it as well; when none is left in between, the question is decided and any that is within ε
// may be recommended, the simplest above all (subset selection and indifference zones: Gupta, Technometrics
// 7, 1965; Kim & Nelson, ACM TOMACS 11, 2001).

import { confidenceInterval, type Estimate } from '../estimates/estimate.ts';
import { familyLevel } from './family.ts';

/**
 *   within   it takes at most 1 + ε times as long as the leader
 *   slower   it is surely slower than the leader, and will not be recommended: it may be dropped
 *   open     neither is known yet
 */
export type Standing = 'within' | 'slower' | 'open';

export interface Candidate {
  /** Its log ratio over the leader; null where nothing holds the two against each other. */
  readonly overLeader: Estimate | null;
  /** Of those that may be recommended it is the one with the lowest place, the simplest. */
  readonly place: number;
  /** Known from before to be within ε of this very leader. */
  readonly isKnownWithin: boolean;
}

export interface BestWithin {
  /** In the order of the candidates. */
  readonly standings: readonly Standing[];
  /** No candidate is open: every one that is within ε may be recommended. */
  readonly decided: boolean;
}

export interface BestWithinQuestion {
  /** Share by which the recommended one may be slower than the best: epsilonShare. */
  readonly epsilon: number;
  /** Level of the look. */
  readonly alpha: number;
  /** All candidates that the group had at the start, those dropped since and the leader included. */
  readonly candidates: number;
  /** Place of the leader. */
  readonly leaderPlace: number;
}

/**
 * `others` are the remaining candidates without the leader, which is the one with the lowest estimate. That
 * it was picked by looking is paid for: the level is that of all pairs.
 *
 * Being within ε of the leader is being within ε of the truly best too, although another may be the best: the
 * leader has the lowest estimate, so the candidate's estimate over any other is lower than that over the
 * leader, and its interval reaches as far.
 *
 * One that is simpler than all that may be recommended so far would be the one recommended if it were within
 * ε: so it is dropped only where it is surely beyond. Else it would hang on the first wide interval whether
 * it is recommended, and a longer run would recommend another than a short one.
 */
export function bestWithin(
  others: readonly Candidate[],
  { epsilon, alpha, candidates, leaderPlace }: BestWithinQuestion,
): BestWithin {
  const level = familyLevel(alpha, (candidates * (candidates - 1)) / 2);
  const intervals = others.map(({ overLeader }) =>
    overLeader === null ? ([0, Number.MAX_VALUE] as const) : confidenceInterval(overLeader, level),
  );
  const isWithin = others.map(({ isKnownWithin }, i) => isKnownWithin || intervals[i]![1] <= 1 + epsilon);
  const simplest = Math.min(leaderPlace, ...others.flatMap(({ place }, i) => (isWithin[i] ? [place] : [])));
  const standings = others.map(({ place }, i): Standing => {
    if (isWithin[i]) return 'within';
    return intervals[i]![0] > (place < simplest ? 1 + epsilon : 1) ? 'slower' : 'open';
  });
  return { standings, decided: !standings.includes('open') };
}

/** ε as a share of the leader's time: the larger of a share and of a time that nobody notices. */
export function epsilonShare(leaderMs: number, share = 0.05, unnoticedMs = 1): number {
  return Math.max(share, unnoticedMs / leaderMs);
}
