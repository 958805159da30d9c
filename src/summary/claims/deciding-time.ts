// What deciding an open claim would take, for whoever may give it: about so much more wall time, if its ratio
// stays where it is and sessions go on scattering as they did.

import { isKnown } from '../../base/figures/ratios.ts';
import { canRun, cellsOfClaim } from '../../plan/claims/claim-cells.ts';
import { kindOfSession } from '../../plan/plan.ts';
import { kindsAtFirst, withRest } from '../../plan/sessions/rotations.ts';
import { kindTimes } from '../../plan/sessions/session-times.ts';
import type { RunFile, SessionFacts } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { FEWEST_SESSIONS } from '../../stats/answers/looks.ts';
import { decidingReach, type Judged } from '../../stats/answers/replication.ts';
import { type Outlook, reachAfter, sessionsNeeded } from '../../stats/estimates/sessions-needed.ts';
import { wallMsOfRotation } from '../comparisons/more-time.ts';
import type { ClaimSummary } from '../summary.ts';

/** Nobody waits longer. */
const LONGEST_MS = 24 * 3_600_000;

/** null where it is decided, cannot be foreseen, or takes longer than a day. */
export function decidingTimeMs(run: RunFile, claim: ClaimSummary): number | null {
  const { measured, interval, answered, verdict } = claim;
  const rotationMs = wallMsOfRotation(run);
  if (measured === null || interval === null || answered === null || rotationMs === null) return null;
  if (answered.openBecause === 'clock' || answered.openBecause === 'twin') return null;
  const rotations = finishedRotations(run);
  const missing = Math.max(0, FEWEST_SESSIONS - rotations);
  if (verdict !== 'open') return answered.provisional ? missing * rotationMs : null;
  // One session does not scatter, so that only the way to four is known.
  if (rotations < 2 || !isKnown(interval)) return missing === 0 ? null : missing * rotationMs;
  const width = Math.log(interval[1] / interval[0]) / 2;
  const reach = decidingReach(judgedOf(claim, measured));
  // A claim whose cells were dropped at a look has fewer sessions than the run.
  const { sessions = rotations } = claim;
  const needed = reach === null ? null : sessionsNeeded(outlookFor(run, sessions, width), reach);
  // What could be told by fewer is open below four all the same.
  const moreMs =
    needed === null
      ? null
      : (Math.max(FEWEST_SESSIONS, needed) - sessions) * rotationOfOpenMs(run, claim, rotationMs);
  return moreMs !== null && moreMs <= LONGEST_MS ? moreMs : null;
}

/**
 * Where nothing but claims is asked, what is decided is in no further session: those are as much shorter as
 * sessions with this claim's cells alone are, each of which has as many exchanges as before, since fewer
 * would scatter more. The first four sessions had all cells.
 */
function rotationOfOpenMs(run: RunFile, { id }: ClaimSummary, rotationMs: number): number {
  const { study, plan, sessions } = run;
  const claim = study.claims.find((one) => one.id === id);
  if (claim === undefined || study.comparisons.length > 0) return rotationMs;
  const all = plan.cells.filter((cell) => cell.twinOf === null && canRun(cell));
  const own = cellsOfClaim(all, claim);
  if (own.length === 0) return rotationMs;
  const complete = sessions.filter(({ status }) => status === 'complete');
  const rotations = Math.min(FEWEST_SESSIONS, finishedRotations(run));
  const first = complete.slice(0, Math.round((complete.length / finishedRotations(run)) * rotations));
  const sumOf = (ms: (session: SessionFacts) => number) =>
    first.reduce((sum, session) => sum + ms(session), 0) / rotations;
  const blocksMs = sumOf((session) => session.blocksMs ?? session.wallMs);
  // Every cell is checked before the blocks, and probed.
  const checksMs = sumOf(({ wallMs }) => wallMs) - blocksMs;
  const startsMs = sumOf(({ startMs }) => startMs);
  const { ofBlocks, ofSessions } = sharesOfRotation(run, new Set(own.map((cell) => cell.id)));
  const ofCells = own.length / all.length;
  return Math.min(rotationMs, startsMs * ofSessions + checksMs * ofCells + blocksMs * ofBlocks);
}

/** Of a rotation as planned at first: what it takes with these cells and their twins alone. */
function sharesOfRotation(
  { study, plan }: RunFile,
  own: ReadonlySet<string>,
): { readonly ofBlocks: number; readonly ofSessions: number } {
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const dropped = new Set(
    plan.cells.filter(({ id, twinOf }) => !own.has(twinOf ?? id)).map((cell) => cell.id),
  );
  const only = withRest(plan, 0, { rotations: 1, dropped, blocksPerRound: null, sent: study }).sessions;
  const kinds = kindsAtFirst(plan).map((kind) => {
    const times = kindTimes(kind, cells, study);
    const name = kindOfSession(kind);
    const small = only.find((session) => kindOfSession(session) === name);
    if (small === undefined) return { wholeMs: kind.durationMs, ownMs: 0 };
    const rounds = (kind.durationMs - times.warmupMs) / times.roundMs;
    const { leastMs, warmupMs, roundMs } = kindTimes(small, cells, study);
    return { wholeMs: kind.durationMs, ownMs: Math.max(leastMs, warmupMs + rounds * roundMs) };
  });
  const sumOf = (each: (kind: (typeof kinds)[number]) => number) =>
    kinds.reduce((sum, kind) => sum + each(kind), 0);
  return {
    ofBlocks: sumOf(({ ownMs }) => ownMs) / sumOf(({ wholeMs }) => wholeMs),
    ofSessions: kinds.filter(({ ownMs }) => ownMs > 0).length / kinds.length,
  };
}

function judgedOf({ published, margin, isShare }: ClaimSummary, measured: number): Judged {
  return { measured, published, margin, isShare: isShare === true };
}

/** Of sessions that make an interval of this half-width, on the log scale, after so many of them. */
function outlookFor({ study, looks = [] }: RunFile, sessions: number, width: number): Outlook {
  const unit: Outlook = {
    sessionVariance: 1,
    systematicVariance: 0,
    priorDegreesOfFreedom: 0,
    comparisons: 1,
    alpha: 1 - study.protocol.confidence,
    looksTaken: Math.max(0, looks.length - 1),
    finished: sessions,
  };
  const sessionVariance = (width / reachAfter(unit, sessions)) ** 2;
  return { ...unit, sessionVariance, looksTaken: looks.length };
}
