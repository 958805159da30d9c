// A run: session after session as planned, a look at the planned places, and a record that is valid at every
// moment.

import { EnvironmentError, messageOf } from '../base/errors.ts';
import type { Warning } from '../base/warnings/warning.ts';
import { payloadFolder, requireStoredPayload } from '../data/store/payload-store.ts';
import type { LinkChoice } from '../drive/links/link.ts';
import type { LinkFacts } from '../network/link-facts.ts';
import { kindOfSession, type Plan, type PlannedSession } from '../plan/plan.ts';
import type { AdviceFacts } from '../record/advice-facts.ts';
import {
  type Elsewhere,
  type HeldFacts,
  type HostFacts,
  type RaceStep,
  RECORD_VERSION,
  type RunFile,
  type RunStatus,
  type SessionFacts,
} from '../record/record.ts';
import { finishedRotations, kindsGivenUp } from '../record/rotations.ts';
import type { PayloadRef, Study } from '../study/study.ts';
import type { OpenQuestions } from '../summary/comparisons/open-questions.ts';
import { Course } from './course.ts';
import { networksOfPlan, RunLink } from './link/run-link.ts';
import { runCertificate } from './run-certificate.ts';
import type { RunContext } from './run-context.ts';
import { givenUpWarnings, runWarnings } from './run-warnings.ts';
import { headerCounter } from './sessions/header-bytes.ts';
import { runSession } from './sessions/session.ts';
import { blankFacts } from './sessions/session-facts.ts';

export interface RunTask {
  readonly wirefare: string;
  readonly study: Study;
  readonly plan: Plan;
  readonly host: HostFacts;
  /** Sessions that an earlier, interrupted run of the same plan left in the record. */
  readonly earlier: readonly SessionFacts[];
  /** Looks that the earlier run took. */
  readonly earlierLooks?: readonly number[];
  readonly earlierRace?: readonly RaceStep[];
  /** When measuring is to be over, on the context's clock; absent: when the plan is carried out. */
  readonly endMs?: number | null;
  readonly startedAt: string;
  readonly warnings: readonly Warning[];
  readonly linkChoice: LinkChoice;
  /** Of a run that is resumed. */
  readonly earlierLink: LinkFacts | null;
  /** Of a run that is to end with advice. */
  readonly advice?: AdviceFacts;
  /** Of targets and clients that are none of the project's. */
  readonly elsewhere?: Elsewhere;
  /** What the run is to go on with when it is done, or has gone on with before it was resumed. */
  readonly held?: HeldFacts;
  /** It is what predictions are held beside: one session is enough, and nothing of it is itemised. */
  readonly isHeld?: true;
}

/** What the study asks for, and what of it is still open in what is measured so far. */
export type Look = (run: RunFile) => Promise<OpenQuestions>;

export async function runStudy(task: RunTask, context: RunContext, look: Look): Promise<RunFile> {
  const { study, plan, endMs = null, earlierLooks: looks = [], earlierRace: race = [] } = task;
  requireKept(study.payloads, context.dataDir);
  const sessions = task.earlier.map(asLeft);
  const fewest = task.isHeld === true ? { fewest: 1 } : {};
  const course = new Course({ study, plan, endMs, sessions, looks, race, ...fewest });
  const link = linkOf(task, context);
  const fileOf = (status: RunStatus, reason: string) =>
    runFile(task, { sessions, course, link }, status, reason, context);
  context.writer.writeRun(fileOf('running', ''));
  context.tell({
    kind: 'run-started',
    plan,
    dir: context.writer.dir,
    sessionsDone: course.complete.size,
  });
  try {
    return end(await runSessions(task, context, { sessions, course, link }, look, fileOf));
  } catch (thrown) {
    // What was measured stays readable; what went wrong is for main to tell.
    end({ status: 'failed', reason: messageOf(thrown) });
    throw thrown;
  } finally {
    await link.close();
  }

  function end({ status, reason }: Ending): RunFile {
    course.end(finishedRotations(fileOf('running', '')));
    const run = fileOf(status, reason);
    context.writer.writeRun(run);
    context.tell({ kind: 'run-ended', status, reason });
    return run;
  }
}

/**
 * Own data may be gone from the cache when a run is gone on with. Throws an EnvironmentError that says which.
 */
function requireKept(payloads: readonly PayloadRef[], dataDir: string): void {
  for (const { name, source, digest } of payloads) {
    try {
      requireStoredPayload(payloadFolder(dataDir, digest));
    } catch (thrown) {
      if (!(thrown instanceof EnvironmentError)) throw thrown;
      const what = `the data of ${name} (${source}) are no longer kept as they were read`;
      throw new EnvironmentError(
        what,
        thrown.tried,
        'measure again from the beginning: they are read anew then',
      );
    }
  }
}

/** What a record gains while its run goes on. */
interface Progress {
  readonly sessions: readonly SessionFacts[];
  readonly course: Course;
  readonly link: RunLink;
}

interface Ending {
  readonly status: RunStatus;
  readonly reason: string;
}

async function runSessions(
  task: RunTask,
  context: RunContext,
  { sessions, course, link }: Progress & { readonly sessions: SessionFacts[] },
  look: Look,
  fileOf: (status: RunStatus, reason: string) => RunFile,
): Promise<Ending> {
  const { study, plan } = task;
  const { clock } = context;
  const earlier = sessions.length;
  const headOf = headerCounter();
  const certificate = runCertificate(plan, context.drivers, link);
  const left = plan.sessions.filter(({ index }) => !course.complete.has(index));
  if (left.some(({ place }) => place === 'link')) await openedOrInterrupted(link, context.interrupted);
  for (;;) {
    const rotationsBefore = finishedRotations(fileOf('running', ''));
    const planned = course.next(rotationsBefore, clock.nowMs());
    if (planned === null) break;
    if (context.interrupted.aborted) return { status: 'interrupted', reason: 'interrupted' };
    const session = sessions.length;
    // The session stands in the record before its first sample does: samples of a run that dies here keep
    // their number.
    sessions.push(blankFacts(session, planned.index, clock.date().toISOString()));
    context.writer.writeRun(fileOf('running', ''));
    const isProbed = sessions.some((facts) => isCompleteLike(facts, planned, course.plan));
    const probes = task.isHeld !== true && (task.advice === undefined || !isProbed);
    const endMs = course.endMsOfSession(planned);
    const firstUse = task.isHeld !== true;
    const own = { study, plan: course.plan, planned, endMs, probes, firstUse, session };
    const startMs = clock.nowMs();
    const facts = await runSession({ ...own, headOf, link, certificate }, context, (left) => {
      sessions[session] = left;
    });
    course.ended(planned, facts, { wallMs: clock.nowMs() - startMs, blocksMs: facts.blocksMs ?? 0 });
    context.writer.writeRun(fileOf('running', ''));
    if (facts.cut === true) break;
    if (facts.status === 'interrupted') return { status: 'interrupted', reason: 'interrupted' };
    // What failed in an earlier run has another two tries.
    const givenUp = kindsGivenUp({ plan: course.plan, sessions: sessions.slice(earlier) });
    course.goOnWithout(new Set(givenUp.keys()));
    if (new Set(course.plan.sessions.map(kindOfSession)).size === givenUp.size)
      return { status: 'failed', reason: facts.reason };
    const rotations = finishedRotations(fileOf('running', ''));
    if (rotations === rotationsBefore || !course.isLook(rotations)) continue;
    if (await isAnswered(fileOf('running', ''), rotations, course, context, look)) break;
  }
  if (course.complete.size === 0) return { status: 'failed', reason: lastReason(sessions) };
  return { status: 'complete', reason: '' };
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
  const dropped = stops || found.asked === 0 ? 0 : course.goOn(rotations, found, context.clock.nowMs());
  const sessions = course.complete.size;
  context.tell({ kind: 'looked', sessions, undecided: found.open, stops, dropped, plan: course.plan });
  return stops;
}

function linkOf({ study, plan, linkChoice, earlierLink }: RunTask, context: RunContext): RunLink {
  const { drivers, interrupted, tell } = context;
  return new RunLink({
    driver: drivers.link(linkChoice),
    networks: networksOfPlan(study, plan),
    seed: plan.seed,
    interrupted,
    tell: (doing) => tell({ kind: 'link', doing }),
    earlier: earlierLink,
  });
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

/** A session that a dead run left as `running` was interrupted. */
function asLeft(facts: SessionFacts): SessionFacts {
  return facts.status === 'running' ? { ...facts, status: 'interrupted', reason: 'the run died' } : facts;
}

function runFile(
  task: RunTask,
  { sessions, course, link }: Progress,
  status: RunStatus,
  reason: string,
  context: RunContext,
): RunFile {
  const { wirefare, study, host, startedAt, warnings, advice, elsewhere, held } = task;
  const endedAt = status === 'running' ? null : context.clock.date().toISOString();
  return {
    version: RECORD_VERSION,
    wirefare,
    status,
    reason,
    startedAt,
    endedAt,
    study,
    plan: course.plan,
    link: link.facts,
    host,
    sessions: sessions.slice(),
    ...(course.looks.length === 0 ? {} : { looks: course.looks.slice() }),
    ...(course.race.length === 0 ? {} : { race: course.race.slice() }),
    ...(advice === undefined ? {} : { advice }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
    ...(held === undefined ? {} : { held }),
    warnings: [
      ...warnings,
      ...runWarnings(sessions, { reopened: link.reopened, rootless: link.facts?.rootless ?? false }),
      ...givenUpWarnings(course.plan, sessions),
    ],
  };
}
