// One session: a fresh target, a fresh client, every cell checked, then measured block by block. Whatever happens,
// what was measured is journalled and both processes are gone at the end.

import { messageOf } from '../base/errors.ts';
import type { RunningAgent, RunningTarget } from '../drive/driver.ts';
import type { Plan, PlannedCell, PlannedSession } from '../plan/plan.ts';
import type { AgentFacts, CheckedCell, SessionFacts } from '../record/record.ts';
import type { Study } from '../study/study.ts';
import type { CellSpec, Registration } from '../wire/agent-protocol.ts';
import { AgentDesk } from './agent-desk.ts';
import { cellSpec } from './cell-spec.ts';
import { headerBytesOf } from './header-bytes.ts';
import { originalOf } from './original.ts';
import type { RunContext } from './run-context.ts';
import { measureBlocks } from './session-blocks.ts';
import { SessionGuard, SessionTrouble } from './session-guard.ts';

const REGISTER_WITHIN_MS = 60_000;
/** A block of large cells may take long between two posts. */
const SILENT_EXCHANGES = 6;
const SILENT_MS = 30_000;

export interface SessionTask {
  readonly study: Study;
  readonly plan: Plan;
  readonly planned: PlannedSession;
  /** Number in the record. */
  readonly session: number;
}

type Facts = { -readonly [K in keyof SessionFacts]: SessionFacts[K] };

/**
 * Resolves also where the session failed: the facts say why. Rejects where going on makes no sense: a browser that is
 * not there, a record that cannot be written, a bug. `leave` gets the facts in every case.
 */
export async function runSession(
  task: SessionTask,
  context: RunContext,
  leave: (facts: SessionFacts) => void,
): Promise<SessionFacts> {
  const { clock, tell } = context;
  const facts: Facts = blankFacts(task.session, task.planned.index, clock.date().toISOString());
  const startMs = clock.nowMs();
  const closers: (() => Promise<void>)[] = [];
  tell({ kind: 'session-started', planned: task.planned });
  try {
    await carryOut(task, context, facts, startMs, closers);
    facts.status = 'complete';
  } catch (thrown) {
    facts.status = thrown instanceof SessionTrouble && thrown.interrupted ? 'interrupted' : 'failed';
    facts.reason = messageOf(thrown);
    if (!(thrown instanceof SessionTrouble)) throw thrown;
  } finally {
    for (const close of closers.reverse()) await close();
    leave(facts);
  }
  tell({ kind: 'session-ended', facts });
  return facts;
}

async function carryOut(
  task: SessionTask,
  context: RunContext,
  facts: Facts,
  startMs: number,
  closers: (() => Promise<void>)[],
): Promise<void> {
  const { clock, tell, drivers, control } = context;
  const { study, plan, planned, session } = task;
  const { timeoutMs, warmupMs } = study.protocol;
  const guard = new SessionGuard(clock, context.interrupted, SILENT_MS + SILENT_EXCHANGES * timeoutMs);
  closers.push(async () => guard.close());

  const cells = cellsOf(planned, plan);
  const target = await guard.wait(startTarget(task, cells, context, closers));
  facts.target = { about: target.about, command: target.command };
  guard.watchExit(`the target ${target.name}`, target.exited);

  const desk = new AgentDesk();
  const known = new Map(cells.map((cell) => [cell.id, cell]));
  const open = control.open({
    desk,
    original: (cell) => originalOf(requireCell(known, cell), context.dataDir),
  });
  closers.push(async () => open.close());
  const agent = await guard.wait(startAgent(drivers.agent(planned.browser).open(open.pageUrl), closers));
  guard.watchExit(planned.browser, agent.exited);
  guard.watchTrouble(desk.trouble);
  const registration = await guard.wait(withinTime(desk.registered, planned.browser));
  guard.heard();
  const registeredMs = clock.nowMs();
  facts.agent = agentFacts(registration, agent);
  facts.startMs = registeredMs - startMs;
  tell({ kind: 'agent-registered', engine: registration.engine, engineVersion: registration.engineVersion });

  const measure = { plan, planned, session, warmupMs, timeoutMs, desk, guard, clock };
  const runnable = await checkAll(cells, target, registration, facts, measure);
  tell({ kind: 'cells-checked', cells: runnable.length, dropped: facts.dropped.length });
  if (runnable.length === 0) throw new SessionTrouble(`no cell can be measured: ${sayDropped(facts)}`);

  try {
    const measured = await measureBlocks(
      {
        ...measure,
        journal: (rows) => {
          context.writer.appendSamples(rows);
          facts.exchangesMs += rows.reduce((sum, row) => sum + row.totalMs, 0);
          facts.wallMs = clock.nowMs() - registeredMs;
        },
        progress: (spentMs, exchanges) => tell({ kind: 'samples', planned, spentMs, exchanges }),
      },
      runnable,
    );
    facts.voidedBlocks = measured.voided;
    facts.dropped = [...facts.dropped, ...measured.dropped];
    const dropped = new Set(measured.dropped.map((one) => one.cell));
    await probeAll(
      runnable.filter((spec) => !dropped.has(spec.cell)),
      context,
      measure,
    );
  } finally {
    facts.wallMs = clock.nowMs() - registeredMs;
  }
  desk.end();
}

async function startTarget(
  task: SessionTask,
  cells: readonly PlannedCell[],
  context: RunContext,
  closers: (() => Promise<void>)[],
): Promise<RunningTarget> {
  const largestN = Math.max(...cells.map((cell) => cell.factors.n));
  const target = await context.drivers.target(task.planned.target).start({ largestN });
  closers.push(() => target.close());
  return target;
}

async function startAgent(
  opening: Promise<RunningAgent>,
  closers: (() => Promise<void>)[],
): Promise<RunningAgent> {
  const agent = await opening;
  closers.push(() => agent.close());
  return agent;
}

type Measure = {
  readonly desk: AgentDesk;
  readonly guard: SessionGuard;
  readonly timeoutMs: number;
  readonly session: number;
};

/** Leaves out what the agent cannot decode and what does not decode to the original; the facts say which and why. */
async function checkAll(
  cells: readonly PlannedCell[],
  target: RunningTarget,
  registration: Registration,
  facts: Facts,
  { desk, guard, timeoutMs }: Measure,
): Promise<CellSpec[]> {
  const dropped: { cell: string; reason: string }[] = [];
  const able = cells.filter(({ id, factors }) => {
    const codec = `${factors.format}/${factors.codec}`;
    if (registration.codecs.includes(codec)) return true;
    dropped.push({ cell: id, reason: `${registration.engine} cannot run the codec ${codec}` });
    return false;
  });
  const specs = able.map((cell) => cellSpec(cell, target.url));
  const checks: CheckedCell[] = [];
  for (const spec of specs) {
    const [check] = await guard.wait(desk.check({ kind: 'check', cells: [spec], timeoutMs }));
    guard.heard();
    if (check === undefined) throw new SessionTrouble(`the agent posted no check of ${spec.cell}`);
    if (check.difference !== null) dropped.push({ cell: spec.cell, reason: check.difference });
    const bytesHeaders = check.difference === null ? await guard.wait(headerBytes(spec)) : 0;
    checks.push({ ...check, bytesHeaders });
  }
  facts.checks = checks;
  facts.dropped = dropped;
  const bad = new Set(dropped.map((one) => one.cell));
  return specs.filter((spec) => !bad.has(spec.cell));
}

async function headerBytes(spec: CellSpec): Promise<number> {
  try {
    return await headerBytesOf(spec);
  } catch (thrown) {
    throw new SessionTrouble(`the target did not answer the lab: ${messageOf(thrown)}`);
  }
}

async function probeAll(
  specs: readonly CellSpec[],
  context: RunContext,
  { desk, guard, timeoutMs, session }: Measure,
): Promise<void> {
  for (const spec of specs) {
    const probes = await guard.wait(desk.probe({ kind: 'probe', cells: [spec], timeoutMs }));
    guard.heard();
    context.writer.appendProbes(probes.map((probe) => ({ session, ...probe })));
  }
}

function cellsOf(planned: PlannedSession, plan: Plan): PlannedCell[] {
  const names = new Set(planned.panels.flatMap((panel) => panel.cells));
  return plan.cells.filter((cell) => names.has(cell.id) && cell.skip === null);
}

function requireCell(known: ReadonlyMap<string, PlannedCell>, id: string): PlannedCell {
  const cell = known.get(id);
  if (cell === undefined) throw new Error(`no cell "${id}" in this session`);
  return cell;
}

async function withinTime(registered: Promise<Registration>, browser: string): Promise<Registration> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new SessionTrouble(`${browser} did not open the agent page in ${REGISTER_WITHIN_MS / 1000} s`),
    );
  }, REGISTER_WITHIN_MS);
  try {
    return await Promise.race([registered, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function agentFacts(registration: Registration, agent: RunningAgent): AgentFacts {
  const { engine, userAgent, cores, clockStepUs, crossOriginIsolated } = registration;
  const engineVersion = agent.version;
  return {
    engine,
    engineVersion,
    userAgent,
    command: agent.command,
    cores,
    clockStepUs,
    crossOriginIsolated,
  };
}

function sayDropped(facts: Facts): string {
  return [...new Set(facts.dropped.map((one) => one.reason))].slice(0, 3).join('; ');
}

/** A session that has just begun. */
export function blankFacts(session: number, planned: number, startedAt: string): SessionFacts {
  return {
    session,
    planned,
    status: 'running',
    reason: '',
    startedAt,
    agent: null,
    target: null,
    checks: [],
    dropped: [],
    voidedBlocks: [],
    wallMs: 0,
    exchangesMs: 0,
    startMs: 0,
    cpuStealShare: null,
    cpuPressureShare: null,
    loadOutsideShare: null,
  };
}
