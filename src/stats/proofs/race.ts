// Pairs that are dropped when they are answered, runs that end by chance and are prolonged: whatever was told
// on the way has to be true.

import type { Random } from '../../base/random.ts';
import { familyLevel } from '../answers/family.ts';
import { levelOfLook, looksUpTo } from '../answers/looks.ts';
import { answerOf } from '../answers/verdict.ts';
import { pooledEstimates } from '../estimates/pooled.ts';
import { ALPHA, missesTruth, reachOfInterval, shareOfRounds } from './rounds.ts';
import { driftUpTo, firstSessions, type PairsSituation, simulatePairs } from './simulated-pairs.ts';

export interface Race {
  readonly situation: PairsSituation;
  /** Of pair i of m, as a log ratio. */
  readonly truth: (i: number, pairs: number) => number;
  readonly margin: number;
  readonly precision: number;
  /** Ends that no look planned, after so many sessions: a spent budget, each prolonged but the last. */
  readonly ends: readonly number[];
}

export interface RaceOutcome {
  /**
   * Shares of runs in which an interval that was told misses (frozen, or at an end), and in which a false
   * answer is given.
   */
  readonly misses: number;
  readonly falseAnswers: number;
  /** Of all pairs, those left open at the end. */
  readonly open: number;
  /** Mean sessions of a pair over those that all would have had. */
  readonly measured: number;
}

/**
 * Pairs are dropped at the look that answers them, with the answer and the interval of that look; the run
 * ends when none is open, or at the last of its ends.
 */
export function race(
  { situation, truth, margin, precision, ends }: Race,
  rounds: number,
  seed: number,
): RaceOutcome {
  const last = ends.at(-1)!;
  const looks = [...new Set([...looksUpTo(last), ...ends])].sort((a, b) => a - b);
  const truths = Array.from({ length: situation.pairs }, (_, i) => truth(i, situation.pairs));
  let falseRuns = 0;
  let openPairs = 0;
  let measured = 0;
  const oneRun = (random: Random): boolean => {
    const pairs = simulatePairs(situation, last, random);
    for (const [i, { logRatios }] of pairs.entries()) {
      for (let s = 0; s < last; s++) logRatios[s]! += truths[i]!;
    }
    const counts = new Uint32Array(pairs.length);
    const open = new Set(pairs.keys());
    let missed = false;
    let wrong = false;
    for (const [k, look] of looks.entries()) {
      for (const i of open) counts[i] = look;
      const level = familyLevel(levelOfLook(ALPHA, k + 1), pairs.length);
      const estimates = pooledEstimates(firstSessions(pairs, counts));
      for (const i of open) {
        const { log } = estimates[i]!;
        const trueLog = truths[i]! + driftUpTo(situation, i, last, look);
        const reach = reachOfInterval(estimates[i]!, level);
        const interval = [Math.exp(log - reach), Math.exp(log + reach)] as const;
        const answer = answerOf(interval, { margin, precision });
        if (answer !== 'open') open.delete(i);
        if (answer !== 'open' || ends.includes(look)) missed ||= missesTruth(estimates[i]!, level, trueLog);
        const distance = Math.expm1(Math.abs(trueLog));
        if (answer === 'faster') wrong ||= trueLog <= 0;
        if (answer === 'slower') wrong ||= trueLog >= 0;
        if (answer === 'same') wrong ||= distance > margin;
        if (answer === 'within') wrong ||= distance > precision;
      }
      if (open.size === 0) break;
    }
    if (wrong) falseRuns++;
    openPairs += open.size / pairs.length;
    measured += counts.reduce((sum, count) => sum + count, 0) / pairs.length / last;
    return missed;
  };
  const misses = shareOfRounds(rounds, seed, oneRun);
  return {
    misses,
    falseAnswers: falseRuns / rounds,
    open: openPairs / rounds,
    measured: measured / rounds,
  };
}
