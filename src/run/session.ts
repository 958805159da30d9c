// One session: a fresh target, a fresh client, every cell checked, then measured block by block. Whatever happens,
// what was measured is journalled and both processes are gone at the end.

import { messageOf } from '../base/errors.ts';
import { deriveSeed, seededRandom, shuffled } from '../base/random.ts';
import type { RunningAgent, RunningTarget } from '../drive/driver.ts';
import type { Plan, PlannedCell, PlannedSession } from '../plan/plan.ts';
import type { AgentFacts, SessionFacts } from '../record/record.ts';
import type { Study } from '../study/study.ts';
import type { CellSpec, Registration } from '../wire/agent-protocol.ts';
import { AgentDesk } from './agent-desk.ts';
import { fastestFirst, likenessOf } from './alike-cells.ts';
import { blockAudit } from './block-audit.ts';
import { originals } from './original.ts';
import type { RunCertificate } from './run-certificate.ts';
import type { RunContext } from './run-context.ts';
import type { RunLink } from './run-link.ts';
import { measureBlocks } from './session-blocks.ts';
import { checkAll } from './session-checks.ts';
import { dataOfCells } from './session-data.ts';
import { SessionGuard, SessionTrouble } from './session-guard.ts';
import { ownGroups, type SessionPlaces, tlsAuthorities } from './session-places.ts';

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
  /** Of an answer's head, for each cell. */
  readonly headerBytes: (spec: CellSpec) => Promise<number>;
  readonly link: RunLink;
  readonly certificate: RunCertificate;
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
  const session = new Session(task, context, facts);
  tell({ kind: 'session-started', planned: task.planned });
  try {
    await session.open();
    await session.measure();
    facts.status = 'complete';
  } catch (thrown) {
    facts.status = thrown instanceof SessionTrouble && thrown.interrupted ? 'interrupted' : 'failed';
    facts.reason = messageOf(thrown);
    if (!(thrown instanceof SessionTrouble)) throw thrown;
  } finally {
    await session.close().finally(() => leave(facts));
  }
  tell({ kind: 'session-ended', facts });
  return facts;
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
    blocks: 0,
    wallMs: 0,
    exchangesMs: 0,
    startMs: 0,
    cpuStealShare: null,
    cpuPressureShare: null,
    loadOutsideShare: null,
  };
}

interface Opened {
  readonly agent: RunningAgent;
  readonly target: RunningTarget;
  readonly registration: Registration;
  readonly places: SessionPlaces;
}

class Session {
  readonly #task: SessionTask;
  readonly #context: RunContext;
  readonly #facts: Facts;
  readonly #cells: readonly PlannedCell[];
  readonly #desk = new AgentDesk();
  readonly #guard: SessionGuard;
  readonly #closers: (() => Promise<void> | void)[] = [];
  #opened: Opened | null = null;

  constructor(task: SessionTask, context: RunContext, facts: Facts) {
    this.#task = task;
    this.#context = context;
    this.#facts = facts;
    this.#cells = fastestFirst(cellsOf(task.planned, task.plan), task.study.networks);
    const silenceMs = SILENT_MS + SILENT_EXCHANGES * task.study.protocol.timeoutMs;
    this.#guard = new SessionGuard(context.clock, context.interrupted, silenceMs);
    this.#closers.push(() => this.#guard.close());
  }

  /** Target up, agent registered. */
  async open(): Promise<void> {
    const { clock, drivers, tell } = this.#context;
    const { planned, link, certificate } = this.#task;
    const startMs = clock.nowMs();
    const places = await this.#guard.wait(link.places(planned.place));
    for (const need of places.needs) this.#guard.watchExit(need.name, need.exited);
    const tls = await this.#guard.wait(certificate.files());
    const target = await this.#start(
      drivers.target(planned.target).start({
        ...dataOfCells(this.#cells, this.#task.study.payloads, this.#context.dataDir),
        placement: places.server,
        tls,
      }),
    );
    this.#facts.target = { about: target.about, command: target.command };
    this.#guard.watchExit(`the target ${target.name}`, target.exited);

    const trust =
      tls === null ? null : { ...tls, authorities: await tlsAuthorities(this.#cells, places, target) };
    const pageUrl = await this.#guard.wait(places.pageUrl(this.#openDesk()));
    const agent = await this.#start(
      drivers.agent(planned.browser).open(pageUrl, { placement: places.client, trust }),
    );
    this.#guard.watchExit(planned.browser, agent.exited);
    this.#guard.watchTrouble(this.#desk.trouble);
    const registration = await this.#guard.wait(withinTime(this.#desk.registered, planned.browser));
    if (!registration.visible) throw new SessionTrouble('the agent page is hidden: bring it to the front');
    this.#guard.heard();
    this.#facts.agent = agentFacts(registration, agent);
    this.#facts.startMs = clock.nowMs() - startMs;
    this.#opened = { agent, target, registration, places };
    const { engine } = registration;
    tell({ kind: 'agent-registered', engine, engineVersion: agent.version });
  }

  /** Checks, blocks, probes. */
  async measure(): Promise<void> {
    const { clock, tell, watchCpu } = this.#context;
    const { agent, target, registration, places } = this.#opened!;
    const facts = this.#facts;
    const { headerBytes, study } = this.#task;
    const { timeoutMs } = study.protocol;
    const { payloads } = study;
    const session = { desk: this.#desk, guard: this.#guard, timeoutMs, headerBytes, places, payloads };
    const startMs = clock.nowMs();
    const cpu = watchCpu(ownGroups(places, agent, target));
    try {
      const { runnable, checks, dropped } = await checkAll(this.#cells, target, registration, session);
      Object.assign(facts, { checks, dropped });
      tell({ kind: 'cells-checked', cells: runnable.length, dropped: dropped.length });
      cpu.look();
      const measured = await this.#blocks(runnable);
      cpu.look();
      await this.#probe(measured);
    } finally {
      facts.wallMs = clock.nowMs() - startMs;
      Object.assign(facts, cpu.stop());
    }
    this.#desk.end();
  }

  /** Closes everything, also where closing one thing fails; rejects with the first failure. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.reverse()) {
      try {
        await close();
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** A start that is still under way when the session is given up is waited for, and what it started is closed. */
  async #start<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    this.#closers.push(async () => {
      const started = await starting.catch(() => null);
      await started?.close();
    });
    return this.#guard.wait(starting);
  }

  #openDesk(): string {
    const cells = new Map(this.#cells.map((cell) => [cell.id, cell]));
    const originalOf = originals(this.#context.dataDir, this.#task.study.payloads);
    const original = (id: string, message: number) => {
      const cell = cells.get(id);
      return cell === undefined ? null : originalOf(cell, message);
    };
    const open = this.#context.control.open({ desk: this.#desk, original });
    this.#closers.push(() => open.close());
    return open.pageUrl;
  }

  /** Answers the cells that were measured to the end. */
  async #blocks(runnable: readonly CellSpec[]): Promise<readonly CellSpec[]> {
    const { clock, tell, writer } = this.#context;
    const { study, plan, planned, session } = this.#task;
    const { timeoutMs, warmupMs } = study.protocol;
    const { registration, places } = this.#opened!;
    const facts = this.#facts;
    const dropped = await measureBlocks(
      {
        plan,
        planned,
        session,
        warmupMs,
        timeoutMs,
        desk: this.#desk,
        guard: this.#guard,
        clock,
        journal: (rows) => {
          writer.appendSamples(rows);
          for (const row of rows) if (row.outcome === 'completed') facts.exchangesMs += row.totalMs;
        },
        progress: (spentMs, exchanges) => tell({ kind: 'samples', planned, spentMs, exchanges }),
        audit: blockAudit(this.#cells, study.networks, registration, places.audit, clock),
        leave: ({ voided, blocks, dropped }) => {
          Object.assign(facts, { voidedBlocks: voided, blocks });
          facts.dropped = [...facts.dropped, ...dropped];
        },
      },
      runnable,
    );
    return runnable.filter((spec) => !dropped.has(spec.cell));
  }

  async #probe(specs: readonly CellSpec[]): Promise<void> {
    const { session, study } = this.#task;
    // In an order of its own each session, so that no cell is always the one that the others warm up for.
    const random = seededRandom(deriveSeed(this.#task.planned.seed, 'probes'));
    const factorsOf = new Map(this.#cells.map(({ id, factors }) => [id, factors]));
    const alike = Map.groupBy(specs, ({ cell }) => likenessOf(factorsOf.get(cell)!));
    for (const group of shuffled([...alike.values()], random)) {
      const job = { kind: 'probe', cells: [group[0]!], timeoutMs: study.protocol.timeoutMs } as const;
      const probes = await this.#guard.wait(this.#desk.probe(job));
      this.#guard.heard();
      const rows = probes.flatMap((probe) => group.map(({ cell }) => ({ session, ...probe, cell })));
      this.#context.writer.appendProbes(rows);
    }
  }
}

function cellsOf(planned: PlannedSession, plan: Plan): PlannedCell[] {
  const names = new Set(planned.panels.flatMap((panel) => panel.cells));
  return plan.cells.filter((cell) => names.has(cell.id) && cell.skip === null);
}

async function withinTime(registered: Promise<Registration>, browser: string): Promise<Registration> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new SessionTrouble(`${browser} did not open the agent page in ${REGISTER_WITHIN_MS / 1000} s`),
    );
  }, REGISTER_WITHIN_MS);
  // Where the session is given up meanwhile, nobody must wait for this.
  timer.unref();
  try {
    return await Promise.race([registered, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function agentFacts(registration: Registration, agent: RunningAgent): AgentFacts {
  const { engine, userAgent, cores, clockStepUs, crossOriginIsolated } = registration;
  const { version: engineVersion, command } = agent;
  return { engine, engineVersion, userAgent, command, cores, clockStepUs, crossOriginIsolated };
}
