// What a study of a reproduction goes on for: each open ratio by itself, since a claim is decided once none
// of its ratios is open. What takes many times the time that is left has it taken from what a little more
// decides.

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
    // A full run compares more, which is told and not gone on for.
    const asked = { ...run, study: { ...run.study, comparisons: [] } };
    return openQuestions(asked, summary, (id) => wanted.has(id) && !standsIn(run, id));
  };
}

/** Of the ratios that count for their claims. */
export function openRatios(study: Study, record: MeasuredStudy): ReadonlySet<string> {
  return idsOf(claimsOf(study, record).flatMap(openOf));
}

function claimsOf(study: Study, record: MeasuredStudy): readonly ClaimResult[] {
  return results([{ head: studyHead(study), record, missing: '' }]).studies[0]!.claims;
}

/** What more sessions may clear: an alarm of the twin. */
function withheldBy({ claims }: Summary): ReadonlySet<string> {
  return new Set(claims.filter(({ answered }) => answered?.openBecause === 'twin').map(({ id }) => id));
}

/** More of a stand-in tells less of the claim than its own cells would, which are in no session here. */
export function standsIn(run: RunFile, id: string): boolean {
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
  const open = claims.flatMap(openOf);
  if (isShort) return idsOf(open);
  const isNear = (ms: number | null) => ms !== null && ms <= PATIENCE * leftMs;
  const isHeld = (id: string) => withheld.has(id) && leftMs > 0;
  // What was not measured at all is in no session of this record.
  return idsOf(
    open.filter(({ id, measured, decidingMs }) => measured !== null && (isNear(decidingMs) || isHeld(id))),
  );
}

function openOf({ ratios }: ClaimResult): ClaimResult['ratios'] {
  return ratios.filter(({ standing, ours }) => standing === 'undecided' && ours !== true);
}

function idsOf(ratios: ClaimResult['ratios']): ReadonlySet<string> {
  return new Set(ratios.map(({ id }) => id));
}
