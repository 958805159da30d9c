// The sessions of a run in their order, one after the other; several at once where their browsers are on
// machines of their own. After each: what the record gains, which kinds are given up, whether a look is due.

import { kindOfSession, type Plan, type PlannedSession } from '../plan/plan.ts';
import { ownSessions } from '../plan/sessions/share.ts';
import type { RunFile, RunStatus, SessionFacts } from '../record/record.ts';
import { finishedRotations, kindsGivenUp } from '../record/rotations.ts';
import { type Course, completeSessions } from './course.ts';
import type { RunLink } from './link/run-link.ts';
import { runCertificate } from './run-certificate.ts';
import type { RunContext } from './run-context.ts';
import type { Look, RunTask } from './run-study.ts';
import { headerCounter } from './sessions/checks/header-bytes.ts';
import { runSession } from './sessions/session.ts';
import { blankFacts } from './sessions/session-facts.ts';

/** What a record gains while its run goes on. */
export interface Progress {
  readonly sessions: readonly SessionFacts[];
  readonly course: Course;
  readonly link: RunLink;
}

export interface Ending {
  readonly status: RunStatus;
  readonly reason: string;
}

const COMPLETE: Ending = { status: 'complete', reason: '' };
const INTERRUPTED: Ending = { status: 'interrupted', reason: 'interrupted' };

interface Ended {
  readonly planned: PlannedSession;
  readonly facts: SessionFacts;
  /** Without what is done once only. */
  readonly wallMs: number;
}

/** Rejects as a session does, when the others that are under way are closed. */
export async function runSessions(
  task: RunTask,
  context: RunContext,
  progress: Progress & { readonly sessions: SessionFacts[] },
  look: Look,
  fileOf: (status: RunStatus, reason: string) => RunFile,
): Promise<Ending> {
  const { sessions, course, link } = progress;
  const earlier = sessions.length;
  const stop = new AbortController();
  const within = { ...context, interrupted: AbortSignal.any([context.interrupted, stop.signal]) };
  const begin = sessionStarter(task, within, progress, fileOf);
  const left = ownSessions(task.plan).filter(({ index }) => !course.complete.has(index));
  if (left.some(({ place }) => place === 'link')) await openedOrInterrupted(link, context.interrupted);
  const underWay = new Map<number, Promise<Ended>>();
  let ending: Ending | null = null;
  try {
    for (;;) {
      while (ending === null) {
        const planned = course.next(finishedRotations(fileOf('running', '')), context.clock.nowMs());
        if (planned === null) break;
        if (context.interrupted.aborted) ending = INTERRUPTED;
        else underWay.set(planned.index, begin(planned));
      }
      if (underWay.size === 0) break;
      const { planned, facts, wallMs } = await Promise.race(underWay.values());
      underWay.delete(planned.index);
      course.ended(planned, facts, {
        wallMs,
        blocksMs: facts.blocksMs ?? 0,
        blocks: facts.blocks,
      });
      context.writer.writeRun(fileOf('running', ''));
      ending ??= endingAfter(facts, { course, sessions: sessions.slice(earlier) });
      ending ??= hungUntilTheEnd(facts, task, context) ? { status: 'failed', reason: facts.reason } : null;
      if (ending !== null) continue;
      const rotations = finishedRotations(fileOf('running', ''));
      if (!course.isLook(rotations, completeSessions(sessions).size)) continue;
      if (await isAnswered(fileOf('running', ''), rotations, course, context, look)) ending = COMPLETE;
    }
  } catch (thrown) {
    stop.abort();
    await Promise.allSettled(underWay.values());
    throw thrown;
  }
  if (ending !== null && ending !== COMPLETE) return ending;
  if (course.complete.size === 0) return { status: 'failed', reason: lastReason(sessions) };
  // A Grid that is gone for good, or has no room: the run can be gone on with when that has changed.
  const gone = ending === null ? goneForGood(course, sessions.slice(earlier)) : null;
  return gone === null ? COMPLETE : { status: 'failed', reason: gone.reason };
}

/** Begins a session; it stands in the record before its first sample does. */
function sessionStarter(
  task: RunTask,
  context: RunContext,
  { sessions, course, link }: Progress & { readonly sessions: SessionFacts[] },
  fileOf: (status: RunStatus, reason: string) => RunFile,
): (planned: PlannedSession) => Promise<Ended> {
  const { study, plan, endMs: runEndMs = null, lateMs } = task;
  const { clock } = context;
  const headOf = headerCounter();
  const inTime = runEndMs === null || lateMs === undefined ? null : { endMs: runEndMs, lateMs };
  const certificate = runCertificate(plan, context.drivers, link);
  return async (planned) => {
    const session = sessions.length;
    // Samples of a run that dies here keep their number.
    sessions.push(blankFacts(session, planned.index, clock.date().toISOString()));
    context.writer.writeRun(fileOf('running', ''));
    const isProbed = sessions.some((facts) => isCompleteLike(facts, planned, course.plan));
    const isAdvice = task.advice !== undefined;
    const everyTime = isAdvice ? ('once' as const) : true;
    const probes = task.isHeld !== true && (!isAdvice || !isProbed) && everyTime;
    const endMs = course.endMsOfSession(planned);
    const firstUse = task.isHeld !== true;
    // No session after this one of its kind has them, so that it says nothing of what those will take.
    let probesMs = 0;
    const probed = (ms: number) => {
      if (task.advice !== undefined) probesMs = ms;
    };
    const own = { study, plan: course.plan, planned, endMs, inTime, probes, probed, firstUse, session };
    const startMs = clock.nowMs();
    const facts = await runSession({ ...own, headOf, link, certificate }, context, (left) => {
      sessions[session] = counted(left, sessions);
    });
    return { planned, facts, wallMs: clock.nowMs() - startMs - probesMs };
  };
}

/**
 * In the order in which the record has them complete. Its times do not tell it: how long it takes to close a
 * session is in none of them, and of several at once another may be complete meanwhile.
 */
function counted(left: SessionFacts, sessions: readonly SessionFacts[]): SessionFacts {
  if (left.status !== 'complete') return left;
  return { ...left, completed: completeSessions(sessions).size + 1 };
}

/**
 * Of a kind that was given up for a place that was lost, or whose latest session was lost for good, whatever
 * other kinds measured since; null: of none.
 */
function goneForGood(course: Course, sessions: readonly SessionFacts[]): SessionFacts | null {
  const { plan } = course;
  const latest = new Map(
    sessions.flatMap((facts) => {
      const planned = plan.sessions[facts.planned];
      return planned === undefined ? [] : [[kindOfSession(planned), facts] as const];
    }),
  );
  return (
    [...kindsGivenUp({ plan, sessions }).values()].find(({ lost }) => lost === true) ??
    [...latest.values()].find(({ planned, lost }) => lost === true && course.isLostForGood(planned)) ??
    null
  );
}

/** Of a run that has to end in its time: another try would wait as long for the target again. */
function hungUntilTheEnd(
  { fault }: SessionFacts,
  { endMs = null, lateMs }: RunTask,
  { clock }: RunContext,
): boolean {
  return lateMs !== undefined && fault?.how === 'unanswered' && endMs !== null && clock.nowMs() >= endMs;
}

/** How the run ends by what became of a session; null: it goes on. */
function endingAfter(
  facts: SessionFacts,
  { course, sessions }: { readonly course: Course; readonly sessions: readonly SessionFacts[] },
): Ending | null {
  if (facts.cut === true) return COMPLETE;
  if (facts.status === 'interrupted') return INTERRUPTED;
  // What failed in an earlier run has another two tries.
  const givenUp = kindsGivenUp({ plan: course.plan, sessions });
  course.goOnWithout(new Set(givenUp.keys()));
  const kinds = new Set(course.plan.sessions.map(kindOfSession)).size;
  return kinds === givenUp.size ? { status: 'failed', reason: facts.reason } : null;
}

/** Whether every question is answered and the run may stop; else it goes on with what open ones need. */
async function isAnswered(
  run: RunFile,
  rotations: number,
  course: Course,
  context: RunContext,
  look: Look,
): Promise<boolean> {
  const found = await look(run);
  const stops = found.asked > 0 && found.open === 0;
  // A study that asks nothing needs all its cells to its end.
  if (!stops && found.asked > 0) course.goOn(rotations, found, context.clock.nowMs());
  const sessions = course.complete.size;
  context.tell({
    kind: 'looked',
    sessions,
    undecided: found.open + (found.givenUp ?? 0),
    stops,
    dropped: [...course.dropped],
    plan: course.plan,
  });
  return stops;
}

/**
 * Before anything is measured: a link that cannot be had must not cost the time of the sessions without it.
 */
async function openedOrInterrupted(link: RunLink, interrupted: AbortSignal): Promise<void> {
  try {
    await link.running();
  } catch (thrown) {
    // Whatever an interrupted set-up ends with, the run says that it was interrupted.
    if (!interrupted.aborted) throw thrown;
  }
}

/** Advice has little time: each kind of session measures its items alone once. */
function isCompleteLike(facts: SessionFacts, planned: PlannedSession, plan: Plan): boolean {
  const other = plan.sessions.find(({ index }) => index === facts.planned);
  return (
    facts.status === 'complete' && other !== undefined && kindOfSession(other) === kindOfSession(planned)
  );
}

function lastReason(sessions: readonly SessionFacts[]): string {
  return sessions.at(-1)?.reason ?? 'no session was run';
}
