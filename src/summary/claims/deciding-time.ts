// What deciding an open claim would take, for whoever may give it: about so much more wall time, if its ratio
// stays about where it is and sessions go on scattering as they did. A few sessions do not tell on which side
// of a border a ratio lies that is near to it, and nothing but more of them does: so it is taken to lie as
// far away as it does in half of the cases. Sessions may be longer than those that were: where a ratio
// scatters within them, more exchanges in each tell it sooner than more of them.

import { median } from '../../base/figures/median.ts';
import { isKnown } from '../../base/figures/ratios.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { leastBlocks } from '../../plan/blocks/visits.ts';
import { canRun, cellsOfClaim } from '../../plan/claims/claim-cells.ts';
import { kindOfSession } from '../../plan/plan.ts';
import { isForAlarm, kindsAtFirst, withRest } from '../../plan/sessions/rotations.ts';
import { kindTimes } from '../../plan/sessions/session-times.ts';
import type { RunFile, SessionFacts } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { decidingReach, type Judged } from '../../stats/answers/replication.ts';
import { type Outlook, reachAfter, sessionsNeeded } from '../../stats/estimates/sessions-needed.ts';
import { wallMsOfRotation } from '../comparisons/more-time.ts';
import { withTwinsBeside } from '../comparisons/open-questions.ts';
import type { ClaimSummary } from './claim-summary.ts';

/** Nobody waits longer. */
const LONGEST_MS = 24 * 3_600_000;

/** null where it is decided, cannot be foreseen, or takes longer than a day. */
export function decidingTimeMs(run: RunFile, claim: ClaimSummary): number | null {
  return decidingTogetherMs(run, [claim]);
}

/**
 * The same of several claims in the same sessions, each of which has the cells of those that are open by
 * then. null where it is null of one of them.
 */
export function decidingTogetherMs(run: RunFile, claims: readonly ClaimSummary[]): number | null {
  const rotationMs = wallMsOfRotation(run);
  if (rotationMs === null) return null;
  const known = new Map<string, Rotation>();
  const rotationOf = (open: readonly ClaimSummary[]): Rotation => {
    const key = open.map(({ id }) => id).join(' ');
    const found = known.get(key) ?? rotationOfOpen(run, open, rotationMs);
    known.set(key, found);
    return found;
  };
  const timesMs = TIMES_AS_LONG.flatMap((times) => togetherMs(run, claims, rotationOf, times) ?? []);
  return timesMs.length === 0 ? null : Math.min(...timesMs);
}

/** Sessions have so many times the exchanges that the first ones had of a cell. */
const TIMES_AS_LONG = [1, 2, 4, 8, 16];

/** Of sessions with some cells, and as many exchanges of each as the first ones had. */
interface Rotation {
  /** Starts, checks and probes, ms. */
  readonly aroundMs: number;
  readonly blocksMs: number;
}

function togetherMs(
  run: RunFile,
  claims: readonly ClaimSummary[],
  rotationOf: (open: readonly ClaimSummary[]) => Rotation,
  times: number,
): number | null {
  const waits = claims.flatMap((claim) => {
    const rotations = rotationsToDecide(run, claim, times);
    return rotations === null ? [] : [{ claim, rotations }];
  });
  if (waits.length < claims.length) return null;
  const ends = [...new Set(waits.map(({ rotations }) => rotations))].toSorted((a, b) => a - b);
  const timesMs = ends.map((end, index) => {
    const open = waits.filter(({ rotations }) => rotations >= end).map(({ claim }) => claim);
    const { aroundMs, blocksMs } = rotationOf(open);
    return (end - (ends[index - 1] ?? 0)) * (aroundMs + times * blocksMs);
  });
  const ms = timesMs.reduce((sum, each) => sum + each, 0);
  return ms <= LONGEST_MS ? ms : null;
}

/** How many more of them decide it. null where it is decided, or cannot be foreseen. */
function rotationsToDecide(run: RunFile, claim: ClaimSummary, times: number): number | null {
  const { measured, interval, answered, verdict } = claim;
  if (measured === null || interval === null || answered === null) return null;
  if (answered.openBecause === 'clock' || answered.openBecause === 'twin') return null;
  const rotations = finishedRotations(run);
  const missing = Math.max(0, FEWEST_SESSIONS - rotations);
  if (verdict !== 'open') return answered.provisional ? missing : null;
  if (!isForeseen(run, claim)) return missing === 0 ? null : missing;
  const width = Math.log(interval[1] / interval[0]) / 2;
  // A claim whose cells were dropped at a look has fewer sessions than the run.
  const { sessions = rotations, looks = run.looks?.length ?? 0 } = claim;
  const outlook = outlookFor(run, sessions, looks, width);
  const needed = sessionsOfLength(outlook, likelyReach(claim, measured, outlook), claim, times);
  // What could be told by fewer is open below four all the same.
  return needed === null ? null : Math.max(FEWEST_SESSIONS, needed) - sessions;
}

/**
 * The middle of what decides it where it is measured, and where its quartiles are by chance: it lies beyond
 * either of them in one case of four.
 */
function likelyReach(claim: ClaimSummary, measured: number, { sessionVariance, finished }: Outlook): number {
  const quartile = QUARTILE * Math.sqrt(sessionVariance / finished);
  const reaches = [-quartile, 0, quartile].map(
    (log) => decidingReach(judgedOf(claim, measured * Math.exp(log))) ?? 0,
  );
  return median(reaches);
}

/** Of a standard normal. */
const QUARTILE = 0.674;

/** Those finished, and as many as it takes that are so many times as long. */
function sessionsOfLength(
  outlook: Outlook,
  reach: number,
  { withinVariance = 0 }: ClaimSummary,
  times: number,
): number | null {
  const { sessionVariance, finished } = outlook;
  const within = Math.min(withinVariance, sessionVariance);
  const ofLonger = sessionVariance - within + within / times;
  let needed: number | null = finished;
  // The more of them there are, the less weigh those that were short.
  for (let pass = 0; pass < PASSES && needed !== null; pass++) {
    const variance: number =
      needed === finished ? ofLonger : (finished * sessionVariance + (needed - finished) * ofLonger) / needed;
    needed = sessionsNeeded({ ...outlook, sessionVariance: variance }, reach);
  }
  return needed;
}

const PASSES = 6;

/** One session does not scatter, so that only the way to four is known. */
function isForeseen(run: RunFile, { verdict, interval }: ClaimSummary): boolean {
  return verdict === 'open' && finishedRotations(run) >= 2 && isKnown(interval!);
}

/**
 * Where nothing but claims is asked, what is decided is in no further session: those are as much shorter as
 * sessions with these claims' cells alone are. The first four sessions had all cells.
 */
function rotationOfOpen(run: RunFile, open: readonly ClaimSummary[], rotationMs: number): Rotation {
  const { study, plan, sessions } = run;
  const ids = new Set(open.map(({ id }) => id));
  const claims = study.claims.filter(({ id }) => ids.has(id));
  const whole = { aroundMs: 0, blocksMs: rotationMs };
  if (claims.length < ids.size || study.comparisons.length > 0) return whole;
  if (!open.every((claim) => isForeseen(run, claim))) return whole;
  const all = plan.cells.filter((cell) => cell.twinOf === null && canRun(cell));
  const own = new Set(claims.flatMap((claim) => cellsOfClaim(all, claim).map(({ id }) => id)));
  if (own.size === 0) return whole;
  const complete = sessions.filter(({ status }) => status === 'complete');
  const rotations = Math.min(FEWEST_SESSIONS, finishedRotations(run));
  const first = complete.slice(0, Math.round((complete.length / finishedRotations(run)) * rotations));
  const sumOf = (ms: (session: SessionFacts) => number) =>
    first.reduce((sum, session) => sum + ms(session), 0) / rotations;
  const blocksMs = sumOf((session) => session.blocksMs ?? session.wallMs);
  // Every cell is checked before the blocks, and probed.
  const checksMs = sumOf(({ wallMs }) => wallMs) - blocksMs;
  const startsMs = sumOf(({ startMs }) => startMs);
  const { ofBlocks, ofSessions } = sharesOfRotation(run, own);
  const ofCells = own.size / all.length;
  const aroundMs = startsMs * ofSessions + checksMs * ofCells;
  const ownMs = blocksMs * ofBlocks;
  return aroundMs + ownMs < rotationMs ? { aroundMs, blocksMs: ownMs } : whole;
}

/** Of a rotation as planned at first: what it takes with these cells and their twins alone. */
function sharesOfRotation(
  run: RunFile,
  own: ReadonlySet<string>,
): { readonly ofBlocks: number; readonly ofSessions: number } {
  const { study, plan } = run;
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const needed = withTwinsBeside(run, own);
  const dropped = new Set(plan.cells.filter(({ id }) => !needed.has(id)).map(({ id }) => id));
  const rest = { rotations: 1, dropped, asked: own, blocksPerRound: null, sent: study };
  const only = withRest(plan, 0, rest).sessions;
  const kinds = kindsAtFirst(plan).map((kind) => {
    const times = kindTimes(kind, cells, study);
    const name = kindOfSession(kind);
    const small = only.find((session) => kindOfSession(session) === name);
    if (small === undefined) return { wholeMs: kind.durationMs, ownMs: 0 };
    const rounds = (kind.durationMs - times.warmupMs) / times.roundMs;
    const { leastMs, warmupMs, blocksMs } = kindTimes(small, cells, study);
    const countedMs = small.panels.map((panel) => {
      // What is there for a twin's alarm alone does its least.
      const blocks = isForAlarm(panel, own) ? leastBlocks(panel) : rounds * panel.blocksPerRound;
      return blocks * blocksMs.get(panel.index)!;
    });
    const inAllMs = countedMs.reduce((sum, ms) => sum + ms, warmupMs);
    return { wholeMs: kind.durationMs, ownMs: Math.max(leastMs, inAllMs) };
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

/**
 * Of sessions that make an interval of this half-width, on the log scale, after so many of them and looks.
 */
function outlookFor({ study, plan }: RunFile, sessions: number, looks: number, width: number): Outlook {
  const unit: Outlook = {
    sessionVariance: 1,
    systematicVariance: 0,
    priorDegreesOfFreedom: 0,
    comparisons: 1,
    alpha: 1 - study.protocol.confidence,
    looksTaken: Math.max(0, looks - 1),
    isOnceShared: plan.lookedAtOnce === true,
    finished: sessions,
  };
  const sessionVariance = (width / reachAfter(unit, sessions)) ** 2;
  return { ...unit, sessionVariance, looksTaken: looks };
}
