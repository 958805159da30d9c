// Made-up families of pairs on the level of their log ratios, one value a session: fast enough for families
// of hundreds. Their truth is a ratio of 1 (log 0); nothing in the estimates depends on where the truth lies.

import type { Random } from '../../base/random.ts';
import type { PairSessions } from '../estimates/pooled.ts';
import { normal } from '../simulated.ts';

export interface PairsSituation {
  readonly pairs: number;
  /**
   * Correlation between the noise of different pairs: 0.5 where all share a baseline as noisy as the others.
   */
  readonly correlation: number;
  /**
   * Standard deviations of a log ratio: between sessions, and of one session by its samples, of pair i of m.
   */
  readonly betweenSd: (i: number, pairs: number) => number;
  readonly withinSd: (i: number, pairs: number) => number;
  /** How long the nth session is, from 0 on: with so much of it `withinSd` is that of 1. Absent: 1 each. */
  readonly lengthOf?: (session: number) => number;
  /** Degrees of freedom of the t distribution that levels of sessions follow; ∞: normal. */
  readonly tails: number;
  /**
   * The log ratio of pair i moves by this much, up for even pairs and down for odd, from first to last
   * session.
   */
  readonly drift: number;
}

/** As in a real record of the quick study: 2.9 % between sessions, 5.1 % within. */
export const USUAL_PAIRS: PairsSituation = {
  pairs: 21,
  correlation: 0.5,
  betweenSd: () => 0.029,
  withinSd: () => 0.051,
  tails: Number.POSITIVE_INFINITY,
  drift: 0,
};

/** How well the jackknife of a session knows the variance within it. */
const WITHIN_DEGREES_OF_FREEDOM = 15;

/**
 * All pairs over so many sessions. With drift the truth stays 0 for the mean of all of them: it is the mean
 * over the sessions measured that is asked for.
 */
export function simulatePairs(situation: PairsSituation, sessions: number, random: Random): PairSessions[] {
  const { pairs, correlation, betweenSd, withinSd, tails, drift, lengthOf = () => 1 } = situation;
  const own = Math.sqrt(1 - correlation);
  const shared = Math.sqrt(correlation);
  const draw = () => {
    const levels = Float64Array.from({ length: sessions }, () => heavyTailed(random, tails));
    const samples = Float64Array.from({ length: sessions }, () => normal(random));
    return { levels, samples };
  };
  const baseline = draw();
  const numbers = Uint32Array.from({ length: sessions }, (_, s) => s);
  return Array.from({ length: pairs }, (_, i) => {
    const { levels, samples } = draw();
    const between = betweenSd(i, pairs);
    const within = withinSd(i, pairs);
    const slope = (i % 2 === 0 ? drift : -drift) / Math.max(1, sessions - 1);
    return {
      sessions: numbers,
      logRatios: levels.map(
        (level, s) =>
          between * (shared * baseline.levels[s]! + own * level) +
          (within / Math.sqrt(lengthOf(s))) * (shared * baseline.samples[s]! + own * samples[s]!) +
          slope * (s - (sessions - 1) / 2),
      ),
      withinVariances: levels.map((_, s) => (within ** 2 / lengthOf(s)) * relativeVariance(random)),
      systematicVariance: 0,
    };
  });
}

/** The mean of pair i's drift over its first sessions, where it is 0 over all. */
export function driftUpTo({ drift }: PairsSituation, i: number, sessions: number, first: number): number {
  const ofEven = (drift * (first - sessions)) / 2 / Math.max(1, sessions - 1);
  return i % 2 === 0 ? ofEven : -ofEven;
}

/** The first sessions of each pair, as many as `counts` says. */
export function firstSessions(
  pairs: readonly PairSessions[],
  counts: number | ArrayLike<number>,
): PairSessions[] {
  return pairs.map((pair, i) => {
    const count = typeof counts === 'number' ? counts : counts[i]!;
    return {
      sessions: Array.from({ length: count }, (_, s) => pair.sessions[s]!),
      logRatios: pair.logRatios.subarray(0, count),
      withinVariances: pair.withinVariances.subarray(0, count),
      systematicVariance: pair.systematicVariance,
    };
  });
}

/** Variance 1, as a t distribution of so many (more than 2) degrees of freedom. */
function heavyTailed(random: Random, degreesOfFreedom: number): number {
  if (degreesOfFreedom === Number.POSITIVE_INFINITY) return normal(random);
  let squares = 0;
  for (let i = 0; i < degreesOfFreedom; i++) squares += normal(random) ** 2;
  const scale = Math.sqrt((degreesOfFreedom - 2) / degreesOfFreedom);
  return (scale * normal(random)) / Math.sqrt(squares / degreesOfFreedom);
}

/** An estimate of a variance of 1: χ²/ν, by the cube of a normal (Wilson & Hilferty 1931). */
function relativeVariance(random: Random): number {
  const spread = 2 / (9 * WITHIN_DEGREES_OF_FREEDOM);
  return (1 - spread + Math.sqrt(spread) * normal(random)) ** 3;
}
