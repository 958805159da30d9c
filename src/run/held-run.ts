// The cells that predictions are held beside: measured when everything else is done, in time of their own, so
// that they take nothing from it. Whatever comes of them, the run is as complete as it was.

import { EnvironmentError } from '../base/errors.ts';
import { rotationsIn } from '../plan/sessions/rotations.ts';
import { HELD_FROM, heldRun } from '../record/held.ts';
import type { HeldFacts, RunFile, SessionFacts } from '../record/record.ts';
import type { RunEvent } from './events.ts';
import type { RunContext } from './run-context.ts';
import { type Look, type RunTask, runStudy } from './run-study.ts';

/** Answers the run with them. */
export async function runHeld(
  run: RunFile,
  { linkChoice, endMs }: Pick<RunTask, 'linkChoice' | 'endMs'>,
  context: RunContext,
): Promise<RunFile> {
  const own = heldRun(run);
  if (own === null || run.status !== 'complete' || isDone(own)) return run;
  const { wirefare, host, study, plan, sessions, link } = own;
  const { protocol } = study;
  let whole = run;
  const writer: RunContext['writer'] = {
    dir: context.writer.dir,
    appendSamples: (rows) => context.writer.appendSamples(rows.map(numbered)),
    appendProbes: (rows) => context.writer.appendProbes(rows.map(numbered)),
    writeRun: (held) => {
      whole = withHeld(run, held);
      context.writer.writeRun(whole);
    },
  };
  const task: RunTask = {
    ...{ wirefare, host, plan, linkChoice },
    // The first session of each kind is carried out whole, however long it takes.
    study: { ...study, protocol: { ...protocol, sessions: rotationsIn(plan.sessions) } },
    earlier: sessions.map((facts) => ({ ...facts, session: facts.session - HELD_FROM })),
    earlierLink: link,
    endMs: endMs === null ? null : context.clock.nowMs() + protocol.budgetMs,
    startedAt: context.clock.date().toISOString(),
    warnings: [],
    isHeld: true,
  };
  try {
    await runStudy(task, { ...context, writer, tell: (event) => context.tell(asHeld(event)) }, NOTHING_ASKED);
  } catch (thrown) {
    // A link that this machine cannot keep within its bounds takes nothing from what was measured without it.
    if (!(thrown instanceof EnvironmentError)) throw thrown;
  }
  return whole;
}

function isDone({ plan, sessions }: RunFile): boolean {
  const complete = new Set(
    sessions.filter(({ status }) => status === 'complete').map(({ planned }) => planned),
  );
  return plan.sessions.every(({ index }) => complete.has(index));
}

function numbered<Row extends { readonly session: number }>(row: Row): Row {
  return { ...row, session: row.session + HELD_FROM };
}

/** While it goes on the run does, too, so that whoever finds it dead can go on with it. */
function withHeld(run: RunFile, own: RunFile): RunFile {
  const { plan, link, endedAt } = own;
  const held: HeldFacts = {
    plan,
    link,
    sessions: own.sessions.map((facts): SessionFacts => numbered(facts)),
    reason: own.status === 'failed' ? own.reason : '',
  };
  const isOver = own.status !== 'running' && own.status !== 'interrupted';
  const ending = isOver
    ? { status: run.status, reason: run.reason }
    : { status: own.status, reason: own.reason };
  return { ...run, ...ending, endedAt, held };
}

function asHeld(event: RunEvent): RunEvent {
  if (event.kind !== 'run-started') return event;
  return { kind: 'held-started', plan: event.plan, sessionsDone: event.sessionsDone };
}

/** So it goes on to its end. */
const NOTHING_ASKED: Look = async () => ({
  asked: 0,
  open: 0,
  neededCells: new Set(),
  withinVariances: new Map(),
  widest: null,
});
