// A run: session after session as planned, a look at the planned places, and a record that is valid at every
// moment.

import { EnvironmentError, messageOf } from '../base/errors.ts';
import type { Warning } from '../base/warnings/warning.ts';
import { payloadFolder, requireStoredPayload } from '../data/store/payload-store.ts';
import type { LinkChoice } from '../drive/links/link.ts';
import type { LinkFacts } from '../network/link-facts.ts';
import type { Plan } from '../plan/plan.ts';
import type { AdviceFacts } from '../record/advice-facts.ts';
import { lookAtEnd, type Look as RecordedLook, recordedLooks } from '../record/looks.ts';
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
import type { PayloadRef, Study } from '../study/study.ts';
import type { OpenQuestions } from '../summary/comparisons/open-questions.ts';
import { Course } from './course.ts';
import { networksOfPlan, RunLink } from './link/run-link.ts';
import type { RunContext } from './run-context.ts';
import { type Ending, type Progress, runSessions } from './run-sessions.ts';
import { givenUpWarnings, runWarnings } from './run-warnings.ts';

export interface RunTask {
  readonly wirefare: string;
  readonly study: Study;
  readonly plan: Plan;
  readonly host: HostFacts;
  /** Sessions that an earlier, interrupted run of the same plan left in the record. */
  readonly earlier: readonly SessionFacts[];
  /** Looks that the earlier run took. */
  readonly earlierLooks?: readonly RecordedLook[];
  readonly earlierRace?: readonly RaceStep[];
  /** When measuring is to be over, on the context's clock; absent: when the plan is carried out. */
  readonly endMs?: number | null;
  /** The sessions that an answer needs may end so much later, ms; absent: not at all. */
  readonly graceMs?: number;
  /**
   * Where a target hangs the run ends so much later than `endMs` at most, ms; absent: when every exchange of
   * it was waited for as long as the study says.
   */
  readonly lateMs?: number;
  /** Those do no more than they must, and what is left goes to what they leave open. */
  readonly areFirstShort?: boolean;
  readonly startedAt: string;
  readonly warnings: readonly Warning[];
  readonly linkChoice: LinkChoice;
  /** So many sessions at once, where their browsers are on other machines; absent: one. */
  readonly parallel?: number;
  /** Of a run that is resumed. */
  readonly earlierLink: LinkFacts | null;
  /** Of a run that is to end with advice. */
  readonly advice?: AdviceFacts;
  /** Of targets and clients that are none of the project's. */
  readonly elsewhere?: Elsewhere;
  /** What the run is to go on with when it is done, or has gone on with before it was resumed. */
  readonly held?: HeldFacts;
  /** Cells whose programs fail when it is gone on with; absent: there are none. */
  readonly without?: ReadonlySet<string>;
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
  const { parallel = 1, graceMs = 0, areFirstShort = false, without = new Set<string>() } = task;
  const course = new Course({
    study,
    plan,
    endMs,
    graceMs,
    areFirstShort,
    sessions,
    looks,
    race,
    parallel,
    without,
    ...fewest,
  });
  const link = linkOf(task, context);
  const fileOf = (status: RunStatus, reason: string) =>
    runFile(task, { sessions, course, link }, status, reason, context);
  context.writer.writeRun(fileOf('running', ''));
  context.tell({
    kind: 'run-started',
    plan,
    dir: context.writer.dir,
    sessionsDone: course.complete.size,
    isLookedAtOnce: course.isLookedAtOnce,
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
    course.end(lookAtEnd(fileOf('running', '')));
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
    ...recordedLooks(course.looks),
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
