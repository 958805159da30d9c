// What a study of a reproduction goes on for. A claim of several ratios is over once no open one can change
// it, and what takes many times the time that is left has it taken from what a little more decides.

import type { RunFile } from '../../record/record.ts';
import { budgetOfRun, finishedRotations } from '../../record/rotations.ts';
import { type ClaimResult, type MeasuredStudy, results } from '../../report/results/results.ts';
import { studyHead } from '../../report/results/study-head.ts';
import { usedMs } from '../../report/words/wall-time.ts';
import { type lookAt, summaryOf } from '../../run/look.ts';
import type { Study } from '../../study/study.ts';
import { openQuestions } from '../../summary/comparisons/open-questions.ts';
import { FEWEST_SESSIONS } from '../../summary/summary.ts';

/** `study`: all of it, as its file has it. */
export function lookForClaims(study: Study): typeof lookAt {
  return async (run, dir) => {
    const summary = await summaryOf(run, dir);
    const wanted = wantedRatios(claimsOf(study, { run, summary }), leftOf(run));
    return openQuestions(run, summary, (id) => wanted.has(id));
  };
}

/** Of claims that are not decided. */
export function openRatios(study: Study, record: MeasuredStudy): ReadonlySet<string> {
  return idsOf(claimsOf(study, record).flatMap(openOf));
}

function claimsOf(study: Study, record: MeasuredStudy): readonly ClaimResult[] {
  return results([{ head: studyHead(study), record, missing: '' }]).studies[0]!.claims;
}

interface LeftTime {
  readonly leftMs: number;
  /** There are too few sessions to foresee anything. */
  readonly isShort: boolean;
}

function leftOf(run: RunFile): LeftTime {
  return { leftMs: budgetOfRun(run) - usedMs(run), isShort: finishedRotations(run) < FEWEST_SESSIONS };
}

/**
 * What deciding takes is foreseen by sessions with all cells; without those that are decided they are much
 * shorter.
 */
const PATIENCE = 4;

/** Empty where nothing more is decided in the time that is left. */
export function wantedRatios(
  claims: readonly ClaimResult[],
  { leftMs, isShort }: LeftTime,
): ReadonlySet<string> {
  if (isShort) return idsOf(claims.flatMap(openOf));
  const tellable = claims.flatMap((claim) => {
    const rows = openOf(claim).filter(
      // What was not measured at all is in no session of this record.
      ({ measured, decidingMs }) =>
        measured !== null && decidingMs !== null && decidingMs <= (claim.decidingMs ?? -1),
    );
    const takesMs = Math.max(...rows.map(({ decidingMs }) => decidingMs!));
    return takesMs <= PATIENCE * leftMs ? rows : [];
  });
  return idsOf(tellable);
}

function openOf({ standing, ratios }: ClaimResult): ClaimResult['ratios'] {
  return standing === 'undecided' ? ratios.filter((ratio) => ratio.standing === 'undecided') : [];
}

function idsOf(ratios: ClaimResult['ratios']): ReadonlySet<string> {
  return new Set(ratios.map(({ id }) => id));
}
