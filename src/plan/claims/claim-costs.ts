// What it takes to answer a study's claims, each by itself: for whoever asks one of them, or too many.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { decidingReach } from '../../stats/answers/replication.ts';
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
  /** Half the width of the interval that it is priced for, as a share; null where four sessions tell it. */
  readonly precision: number | null;
  /**
   * About the wall time of a run of these cells alone that tells its ratio to that precision, ms; null where
   * there are none, or nobody would wait so long.
   */
  readonly aloneMs: number | null;
}

/** A claim as it stands in the file, with what all of its ratios take together. */
export interface WholeCost {
  readonly id: string;
  readonly says: string;
  readonly ratios: readonly ClaimCost[];
  /** Of those that its source asks and that can be measured here, ms. */
  readonly togetherMs: number | null;
}

export function claimCosts(study: Study, cells: readonly PlannedCell[]): readonly ClaimCost[] {
  return study.claims.map((claim) => {
    const pairs = pairsForClaim(cells, claim, canRun);
    const needed = cellsOfClaim(cells, claim);
    const precision = precisionFor(claim, study.protocol);
    return { claim, pairs, cells: needed, precision, aloneMs: answeredMs(study, cells, [claim]) };
  });
}

/** In the order of the file. */
export function wholeCosts(
  study: Study,
  cells: readonly PlannedCell[],
  costs: readonly ClaimCost[],
): readonly WholeCost[] {
  const groups = Map.groupBy(costs, ({ claim: { id, of } }) => of?.id ?? id);
  return [...groups].map(([id, ratios]) => {
    const { claim } = ratios[0]!;
    const asked = ratios.filter((ratio) => ratio.claim.ours !== true && ratio.cells.length > 0);
    const allMs = answeredMs(
      study,
      cells,
      asked.map((ratio) => ratio.claim),
    );
    // A ratio that is decided has its cells in no later session.
    const oneByOneMs = asked.reduce((sum, { aloneMs }) => sum + (aloneMs ?? Number.POSITIVE_INFINITY), 0);
    const togetherMs = allMs === null ? null : Math.min(allMs, oneByOneMs);
    return { id, says: claim.of?.says ?? claim.says, ratios, togetherMs };
  });
}

/**
 * What a claim takes to decide is how far it lies from where its verdict changes: 1.07 times lies 5 % from a
 * margin of 2 %, 25 times lies nowhere near. Only that it is slower says nothing of how far, so that the
 * study's precision is taken; as it is where the published figure lies on a border. Bytes do not scatter.
 */
function precisionFor(claim: Claim, { precision, margin }: Protocol): number | null {
  if (isOfBytes(claim)) return null;
  const [low, high] = claim.published;
  if (low === null || high === null || low <= 0) return precision;
  const judged = { published: claim.published, margin, isShare: claim.shareOf !== undefined };
  const reach = decidingReach({ ...judged, measured: Math.sqrt(low * high) });
  return reach === null ? precision : Math.expm1(reach);
}

/** Long sessions share a warm-up among many exchanges; short ones are more of them in the same time. */
const TIMES_SHORTEST = [1, 2, 4, 8, 16];

/**
 * About the wall time of a run that decides all these claims if they come out as published, or of those that
 * need no precision in as few sessions as an answer takes; in sessions of the length that takes the least.
 * null where one of them cannot be measured, or nobody would wait so long.
 */
export function answeredMs(
  study: Study,
  cells: readonly PlannedCell[],
  claims: readonly Claim[],
  needsPrecision: (claim: Claim) => boolean = () => true,
): number | null {
  if (claims.length === 0) return null;
  const asked = claims.map((claim) => ({ claim, pairs: pairsForClaim(cells, claim, canRun).there }));
  if (asked.some(({ pairs }) => pairs.length === 0)) return null;
  const needed = [...new Set(claims.flatMap((claim) => cellsOfClaim(cells, claim)))];
  const lengthsMs = TIMES_SHORTEST.flatMap((times) => {
    const run = runOfLength(study, needed, times);
    const sessions = asked.map(({ claim, pairs }) => {
      const precision = needsPrecision(claim) ? precisionFor(claim, study.protocol) : null;
      return precision === null ? FEWEST_SESSIONS : sessionsFor({ ...study.protocol, precision }, pairs, run);
    });
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
    // By itself: what other ratios lend it makes it cheaper.
    pooled: 1,
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
