// Runs whose ends are chosen by what was seen. A look has its level by how many were taken before it, and the
// bound over all looks is a proof where nobody chooses by the data how many sessions the next one has.
// Planned looks are not so chosen; an end may be: a report says what an answer would take, and its reader
// gives it.

import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { reachThatAnswers } from '../answers/verdict.ts';
import type { Estimate } from '../estimates/estimate.ts';
import { pooledEstimates } from '../estimates/pooled.ts';
import { type Outlook, reachAfter, sessionVariance } from '../estimates/sessions-needed.ts';
import { ALPHA, missesTruth, reachOfInterval, shareOfRounds } from './rounds.ts';
import { firstSessions, type PairsSituation, simulatePairs } from './simulated-pairs.ts';

/** What the latest look saw. */
export interface Seen {
  readonly estimates: readonly Estimate[];
  readonly sessions: number;
  /** Looks taken, this one included. */
  readonly looks: number;
  /** Sessions of the next planned one. */
  readonly next: number;
}

/** After how many sessions the run is to end; null: not before its next planned look. */
export type Reader = (seen: Seen) => number | null;

/** Takes the report at its word: as many sessions as the pair that is answered soonest would need. */
export const gives: Reader = ({ estimates, sessions, looks, next }) => {
  const between = Array.from({ length: next - sessions - 1 }, (_, more) => sessions + 1 + more);
  const needed = estimates.flatMap((estimate) => {
    const reach = reachThatAnswers(estimate.log, { margin: MARGIN, precision: MARGIN });
    const outlook: Outlook = {
      sessionVariance: sessionVariance(estimate, sessions, 0),
      systematicVariance: 0,
      priorDegreesOfFreedom: Math.max(0, estimate.degreesOfFreedom - (sessions - 1)),
      comparisons: estimates.length,
      alpha: ALPHA,
      looksTaken: looks,
      finished: sessions,
    };
    return reach === null ? [] : (between.find((end) => reachAfter(outlook, end) <= reach) ?? []);
  });
  return needed.length === 0 ? null : Math.min(...needed);
};

const MARGIN = 0.02;

/** Wants a wrong answer: where one is near he takes the next session for the last, else he waits. */
export const wantsAny: Reader = ({ estimates, sessions, looks }) => {
  const level = familyLevel(levelOfLook(ALPHA, looks + 1), estimates.length);
  const isNear = estimates.some((each) => Math.abs(each.log) > NEAR * reachOfInterval(each, level));
  return isNear ? sessions + 1 : null;
};

/** Of an interval's reach. */
const NEAR = 0.7;

/** Runs of at most so many sessions in which any interval of any look misses, each end as the reader says. */
export function missesAtChosenEnds(
  situation: PairsSituation,
  sessions: number,
  reader: Reader,
  rounds: number,
  seed: number,
): number {
  const planned = looksUpTo(sessions);
  return shareOfRounds(rounds, seed, (random) => {
    const pairs = simulatePairs(situation, sessions, random);
    const nextAfter = (count: number) => planned.find((look) => look > count) ?? sessions;
    let finished = 0;
    let chosen: number | null = null;
    for (let looks = 1; finished < sessions; looks++) {
      finished = Math.min(nextAfter(finished), chosen ?? sessions);
      const estimates = pooledEstimates(firstSessions(pairs, finished));
      const level = familyLevel(levelOfLook(ALPHA, looks), situation.pairs);
      if (estimates.some((each) => missesTruth(each, level, 0))) return true;
      chosen = reader({ estimates, sessions: finished, looks, next: nextAfter(finished) });
    }
    return false;
  });
}

/**
 * Runs in which any interval of any number of sessions misses, each at the level that an end there would have
 * if it were the first that no look planned. Nobody does worse, however he chooses his ends, and though he
 * saw every session: an end that was taken before only leaves less for the next.
 */
export function missesAtAnyEnd(
  situation: PairsSituation,
  sessions: number,
  rounds: number,
  seed: number,
): number {
  const planned = looksUpTo(sessions);
  return shareOfRounds(rounds, seed, (random) => {
    const pairs = simulatePairs(situation, sessions, random);
    for (let end = planned[0]!; end <= sessions; end++) {
      const looks = planned.filter((look) => look < end).length + 1;
      const level = familyLevel(levelOfLook(ALPHA, looks), situation.pairs);
      const estimates = pooledEstimates(firstSessions(pairs, end));
      if (estimates.some((each) => missesTruth(each, level, 0))) return true;
    }
    return false;
  });
}
