// What a plan may say beforehand of the answers that it buys: how wide their intervals will be about, on a
// quiet machine, from how much pairs of cells were seen to scatter.

import { BETWEEN_SD, LEVEL_SD, WITHIN_EXCHANGES, WITHIN_SD } from '../stats/estimates/seen-scatter.ts';
import { reachAfter, sessionsNeeded } from '../stats/estimates/sessions-needed.ts';
import { mostPriorDegreesOfFreedom } from '../stats/estimates/variance-prior.ts';
import type { Protocol } from '../study/study.ts';

export interface ForeseenPair {
  /** Counted exchanges of each of its cells in a session. */
  readonly exchanges: readonly [number, number];
  /** Whether both are measured in the same sessions. */
  readonly together: boolean;
  /** Pairs of those sessions that say together how far one of them scatters, this one included. */
  readonly pooled: number;
}

/** Mean squared correlation of pairs that have half of their noise, a cell, in common. */
const OVERLAP = 0.5 ** 2;

/**
 * Half-width of its interval after so many sessions, as a share: 0.04 is ± 4 %; ∞ for one session.
 * `isLookedAtOnce`: at that end alone. `isOnceShared`: which has most of the level then.
 */
export function foreseenWidth(
  pair: ForeseenPair,
  sessions: number,
  comparisons: number,
  confidence: number,
  isLookedAtOnce = false,
  isOnceShared = isLookedAtOnce,
): number {
  const looked = { isLookedAtOnce, isOnceShared };
  return Math.expm1(reachAfter({ ...outlook(pair, comparisons, confidence), ...looked }, sessions));
}

/** Sessions after which the pair's interval is at most that wide; null where nobody would wait for it. */
export function foreseenSessions(
  pair: ForeseenPair,
  { precision, confidence }: Pick<Protocol, 'precision' | 'confidence'>,
  comparisons: number,
): number | null {
  return sessionsNeeded(outlook(pair, comparisons, confidence), Math.log1p(precision));
}

function outlook({ exchanges, together, pooled }: ForeseenPair, comparisons: number, confidence: number) {
  const [a, b] = exchanges.map((count) => (WITHIN_SD ** 2 / 2) * (WITHIN_EXCHANGES / Math.max(1, count)));
  return {
    sessionVariance: a! + b! + (together ? BETWEEN_SD ** 2 : 2 * LEVEL_SD ** 2),
    systematicVariance: 0,
    // Between sessions of their own cells learn nothing from other pairs.
    priorDegreesOfFreedom: together ? mostPriorDegreesOfFreedom(pooled, OVERLAP) : 0,
    comparisons: Math.max(1, comparisons),
    alpha: 1 - confidence,
    looksTaken: 0,
    finished: 0,
  };
}
