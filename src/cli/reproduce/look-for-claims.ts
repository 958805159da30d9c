// What a study of a reproduction goes on for. A claim of several ratios is over once no open one can change
// it, and what takes many times the time that is left has it taken from what a little more decides.

import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { type ClaimResult, type MeasuredStudy, results } from '../../report/results/results.ts';
import { studyHead } from '../../report/results/study-head.ts';
import { type lookAt, summaryOf } from '../../run/look.ts';
import type { Study } from '../../study/study.ts';
import { standsInForTime } from '../../summary/claims/measuring-time.ts';
import { openQuestions } from '../../summary/comparisons/open-questions.ts';
import { FEWEST_SESSIONS, type Summary } from '../../summary/summary.ts';

/**
 * `study`: all of it, as its file has it. `leftMs`: for its sessions, at this moment; first asked when there
 * are enough of them to foresee anything.
 */
export function lookForClaims(study: Study, leftMs: () => number): typeof lookAt {
  return async (run, dir) => {
    const summary = await summaryOf(run, dir);
    const isShort = finishedRotations(run) < FEWEST_SESSIONS;
    const left = { leftMs: isShort ? 0 : leftMs(), isShort, withheld: withheldBy(summary) };
    const wanted = wantedRatios(claimsOf(study, { run, summary }), left);
    return openQuestions(run, summary, (id) => wanted.has(id) && !standsIn(run, id));
  };
}

/** Of claims that are not decided. */
export function openRatios(study: Study, record: MeasuredStudy): ReadonlySet<string> {
  return idsOf(claimsOf(study, record).flatMap(openOf));
}

/** The same, but for those that their claim need not wait for; each with the time that decides the claim. */
export function timesOfOpenRatios(study: Study, record: MeasuredStudy): ReadonlyMap<string, number | null> {
  return timesToDecide(claimsOf(study, record));
}

/** Ratio → ms; null: nobody knows how long its claim takes. */
export function timesToDecide(claims: readonly ClaimResult[]): ReadonlyMap<string, number | null> {
  return new Map(
    claims.flatMap((claim) => firstToDecide(claim).map(({ id }) => [id, claim.decidingMs] as const)),
  );
}

function claimsOf(study: Study, record: MeasuredStudy): readonly ClaimResult[] {
  return results([{ head: studyHead(study), record, missing: '' }]).studies[0]!.claims;
}

/** What more sessions may clear: an alarm of the twin. */
function withheldBy({ claims }: Summary): ReadonlySet<string> {
  return new Set(claims.filter(({ answered }) => answered?.openBecause === 'twin').map(({ id }) => id));
}

/** More of a stand-in tells less of the claim than its own cells would, which are in no session here. */
function standsIn(run: RunFile, id: string): boolean {
  const claim = run.study.claims.find((one) => one.id === id);
  return claim !== undefined && standsInForTime(run, claim);
}

interface LeftTime {
  readonly leftMs: number;
  /** There are too few sessions to foresee anything. */
  readonly isShort: boolean;
  /** Ratios whose verdict an alarm holds back. */
  readonly withheld: ReadonlySet<string>;
}

/**
 * What deciding takes is foreseen by how much a few sessions scattered, which may have been twice of what
 * more of them do.
 */
export const PATIENCE = 2;

/** Empty where nothing more is decided in the time that is left. */
export function wantedRatios(
  claims: readonly ClaimResult[],
  { leftMs, isShort, withheld }: LeftTime,
): ReadonlySet<string> {
  if (isShort) return idsOf(claims.flatMap(openOf));
  const isNear = (ms: number | null) => ms !== null && ms <= PATIENCE * leftMs;
  const wanted = claims.flatMap((claim) => {
    // What was not measured at all is in no session of this record.
    const isMeasured = ({ measured }: ClaimResult['ratios'][number]) => measured !== null;
    const first = firstToDecide(claim).filter(isMeasured);
    const { decidingMs } = claim;
    const near =
      decidingMs === null || isNear(decidingMs) ? first.filter((row) => isNear(row.decidingMs)) : [];
    const held = openOf(claim).filter((row) => isMeasured(row) && withheld.has(row.id) && leftMs > 0);
    return [...near, ...held];
  });
  return idsOf(wanted);
}

/** A claim that this record cannot decide, since it was not asked all of it, has ratios that it can. */
function firstToDecide(claim: ClaimResult): ClaimResult['ratios'] {
  const { decidingMs } = claim;
  const open = openOf(claim);
  return decidingMs === null ? open : open.filter((row) => (row.decidingMs ?? Infinity) <= decidingMs);
}

function openOf({ standing, ratios }: ClaimResult): ClaimResult['ratios'] {
  return standing === 'undecided' ? ratios.filter((ratio) => ratio.standing === 'undecided') : [];
}

function idsOf(ratios: ClaimResult['ratios']): ReadonlySet<string> {
  return new Set(ratios.map(({ id }) => id));
}
