// What it takes to answer a study's claims, each by itself: for whoever asks one of them, or too many.

import { FEWEST_SESSIONS } from '../../stats/answers/looks.ts';
import { isOfBytes } from '../../study/resolve/resolve-claims.ts';
import type { Claim, Protocol, Study } from '../../study/study.ts';
import { foreseenSessions } from '../foreseen.ts';
import { type RunOfLength, runOfLength } from '../make-plan.ts';
import type { PlannedCell } from '../plan.ts';
import { type CellPair, type ClaimPairs, canRun, cellsOfClaim, pairsForClaim } from './claim-cells.ts';

export interface ClaimCost {
  readonly claim: Claim;
  readonly pairs: ClaimPairs;
  /** All that have to be measured for it; empty where nothing of it can be. */
  readonly cells: readonly PlannedCell[];
  /**
   * About the wall time of a run of these cells alone that tells its ratio to the precision asked, ms; null
   * where there are none, or nobody would wait so long.
   */
  readonly aloneMs: number | null;
}

export function claimCosts(study: Study, cells: readonly PlannedCell[]): readonly ClaimCost[] {
  return study.claims.map((claim) => {
    const pairs = pairsForClaim(cells, claim, canRun);
    const needed = cellsOfClaim(cells, claim);
    return { claim, pairs, cells: needed, aloneMs: answeredMs(study, cells, [claim], () => true) };
  });
}

/** Long sessions share a warm-up among many exchanges; short ones are more of them in the same time. */
const TIMES_SHORTEST = [1, 2, 4, 8, 16];

/**
 * About the wall time of a run that tells the ratios of all these claims to the precision asked, or of those
 * that need none of it in as few sessions as an answer takes; in sessions of the length that takes the least.
 * null where one of them cannot be measured, or nobody would wait so long.
 */
export function answeredMs(
  study: Study,
  cells: readonly PlannedCell[],
  claims: readonly Claim[],
  needsPrecision: (claim: Claim) => boolean,
): number | null {
  const asked = claims.map((claim) => ({ claim, pairs: pairsForClaim(cells, claim, canRun).there }));
  if (asked.some(({ pairs }) => pairs.length === 0)) return null;
  const needed = [...new Set(claims.flatMap((claim) => cellsOfClaim(cells, claim)))];
  const lengthsMs = TIMES_SHORTEST.flatMap((times) => {
    const run = runOfLength(study, needed, times);
    // Bytes do not scatter.
    const sessions = asked.map(({ claim, pairs }) =>
      isOfBytes(claim) || !needsPrecision(claim) ? FEWEST_SESSIONS : sessionsFor(study.protocol, pairs, run),
    );
    if (sessions.includes(null)) return [];
    return [run.aroundMs + Math.max(...(sessions as number[])) * run.rotationMs];
  });
  return lengthsMs.length === 0 ? null : Math.min(...lengthsMs);
}

/** A ratio of many pairs is their mean, in which what scatters within sessions evens out. */
function sessionsFor(protocol: Protocol, pairs: readonly CellPair[], { places }: RunOfLength): number | null {
  const sides = pairs.flatMap(({ numerator, denominator, from }) => [
    { over: places.get(numerator.id)!, under: places.get(denominator.id)! },
    ...(from === undefined
      ? []
      : [{ over: places.get(from.numerator.id)!, under: places.get(from.denominator.id)! }]),
  ]);
  const ratio = {
    exchanges: [
      asOfOne(
        sides.map(({ over }) => over),
        pairs.length,
      ),
      asOfOne(
        sides.map(({ under }) => under),
        pairs.length,
      ),
    ] as const,
    together: sides.every(({ over, under }) => over.kind === under.kind),
  };
  const sessions = foreseenSessions(ratio, protocol, 1);
  return sessions === null ? null : Math.max(FEWEST_SESSIONS, sessions);
}

/**
 * Of so many exchanges a single cell's figure would scatter as the mean of so many figures does: each is of a
 * cell, or of a slope between two.
 */
function asOfOne(cells: readonly { readonly exchanges: number }[], figures: number): number {
  return figures ** 2 / cells.reduce((sum, { exchanges }) => sum + 1 / exchanges, 0);
}
