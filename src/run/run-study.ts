// A run: session after session as planned, a look at the planned places, and a record that is valid at every moment.

import { messageOf } from '../base/errors.ts';
import type { Warning } from '../base/warnings.ts';
import type { Plan } from '../plan/plan.ts';
import {
  type HostFacts,
  RECORD_VERSION,
  type RunFile,
  type RunStatus,
  type SessionFacts,
} from '../record/record.ts';
import type { Study } from '../study/study.ts';
import type { RunContext } from './run-context.ts';
import { blankFacts, runSession } from './session.ts';

/** Two failed sessions of the same browser and target, one after the other, end the run. */
const FAILED_ENOUGH = 2;

export interface RunTask {
  readonly wirefare: string;
  readonly study: Study;
  readonly plan: Plan;
  readonly host: HostFacts;
  /** Sessions that an earlier, interrupted run of the same plan left in the record. */
  readonly earlier: readonly SessionFacts[];
  readonly startedAt: string;
  readonly warnings: readonly Warning[];
}

/** Asked comparisons that are still undecided in what is measured so far. */
export type Look = (run: RunFile) => Promise<number>;

export async function runStudy(task: RunTask, context: RunContext, look: Look): Promise<RunFile> {
  const { plan } = task;
  const sessions = task.earlier.map(asLeft);
  const fileOf = (status: RunStatus, reason: string) => runFile(task, sessions, status, reason, context);
  context.writer.writeRun(fileOf('running', ''));
  context.tell({
    kind: 'run-started',
    plan,
    dir: context.writer.dir,
    sessionsDone: completeOf(sessions).size,
  });
  try {
    return end(await runSessions(task, context, sessions, look, fileOf));
  } catch (thrown) {
    // What was measured stays readable; what went wrong is for main to tell.
    end({ status: 'failed', reason: messageOf(thrown) });
    throw thrown;
  }

  function end({ status, reason }: Ending): RunFile {
    const run = fileOf(status, reason);
    context.writer.writeRun(run);
    context.tell({ kind: 'run-ended', status, reason });
    return run;
  }
}

interface Ending {
  readonly status: RunStatus;
  readonly reason: string;
}

async function runSessions(
  task: RunTask,
  context: RunContext,
  sessions: SessionFacts[],
  look: Look,
  fileOf: (status: RunStatus, reason: string) => RunFile,
): Promise<Ending> {
  const { study, plan } = task;
  const perRotation = new Set(plan.sessions.map((one) => `${one.browser}/${one.target}`)).size;
  for (const planned of plan.sessions) {
    if (completeOf(sessions).has(planned.index)) continue;
    if (context.interrupted.aborted) return { status: 'interrupted', reason: 'interrupted' };
    const session = sessions.length;
    // The session stands in the record before its first sample does: samples of a run that dies here keep their number.
    sessions.push(blankFacts(session, planned.index, context.clock.date().toISOString()));
    context.writer.writeRun(fileOf('running', ''));
    const facts = await runSession({ study, plan, planned, session }, context, (left) => {
      sessions[session] = left;
    });
    context.writer.writeRun(fileOf('running', ''));
    if (facts.status === 'interrupted') return { status: 'interrupted', reason: 'interrupted' };
    const failure = failureThatEnds(sessions, plan);
    if (failure !== null) return { status: 'failed', reason: failure };
    if (await decidedAt(planned.index + 1, perRotation, task, context, look, fileOf)) break;
  }
  if (completeOf(sessions).size === 0) return { status: 'failed', reason: lastReason(sessions) };
  return { status: 'complete', reason: '' };
}

/** At a planned look, whether every asked comparison has its verdict and the run may stop. */
async function decidedAt(
  sessionsDone: number,
  perRotation: number,
  task: RunTask,
  context: RunContext,
  look: Look,
  fileOf: (status: RunStatus, reason: string) => RunFile,
): Promise<boolean> {
  const { plan } = task;
  if (sessionsDone === plan.sessions.length || sessionsDone % perRotation !== 0) return false;
  if (!plan.looks.includes(sessionsDone / perRotation)) return false;
  const undecided = await look(fileOf('running', ''));
  const stops = undecided === 0;
  context.tell({ kind: 'looked', sessions: sessionsDone, undecided, stops });
  return stops;
}

function failureThatEnds(sessions: readonly SessionFacts[], plan: Plan): string | null {
  const kindOf = (facts: SessionFacts) => {
    const planned = plan.sessions.find((one) => one.index === facts.planned);
    return `${planned?.browser}/${planned?.target}`;
  };
  const last = sessions.at(-1);
  if (last === undefined || last.status !== 'failed') return null;
  const alike = sessions.filter((facts) => kindOf(facts) === kindOf(last)).slice(-FAILED_ENOUGH);
  const failed = alike.length === FAILED_ENOUGH && alike.every((facts) => facts.status === 'failed');
  return failed ? last.reason : null;
}

function completeOf(sessions: readonly SessionFacts[]): Set<number> {
  return new Set(sessions.filter((facts) => facts.status === 'complete').map((facts) => facts.planned));
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
  sessions: readonly SessionFacts[],
  status: RunStatus,
  reason: string,
  context: RunContext,
): RunFile {
  const { wirefare, study, plan, host, startedAt, warnings } = task;
  const endedAt = status === 'running' ? null : context.clock.date().toISOString();
  return {
    version: RECORD_VERSION,
    wirefare,
    status,
    reason,
    startedAt,
    endedAt,
    study,
    plan,
    host,
    sessions: sessions.slice(),
    warnings,
  };
}
