// One session: fresh targets, a fresh client, every cell checked, then measured block by block. Whatever
// happens, what was measured is journalled and both processes are gone at the end.

import { messageOf } from '../../base/errors.ts';
import { deriveSeed } from '../../base/random.ts';
import type { Placed, RunningTarget } from '../../drive/driver.ts';
import type { CertificateFiles } from '../../drive/targets/certificate.ts';
import { OUTSIDE } from '../../factors/browser.ts';
import type { Clients } from '../../factors/clients.ts';
import { isSecure } from '../../factors/protocol.ts';
import { firstUseCells } from '../../plan/blocks/first-use.ts';
import { exchangesInVisit, warmupExchanges } from '../../plan/blocks/visit-exchanges.ts';
import { loadOf, type Plan, type PlannedCell, type PlannedSession, targetsOf } from '../../plan/plan.ts';
import { roughlyMs } from '../../plan/sessions/rough-times.ts';
import type { ClientsFacts, ProbeRow, SampleRow, SessionFacts } from '../../record/record.ts';
import type { Study } from '../../study/study.ts';
import type { CellSpec } from '../../wire/agent-protocol.ts';
import { blockAudit } from '../link/block-audit.ts';
import type { RunLink } from '../link/run-link.ts';
import type { RunCertificate } from '../run-certificate.ts';
import type { RunContext } from '../run-context.ts';
import { Answers, type InTime } from './answers.ts';
import { measureFirstUse } from './blocks/first-use.ts';
import { measureBlocks } from './blocks/session-blocks.ts';
import { fastestFirst } from './checks/alike-cells.ts';
import type { HeadOf } from './checks/header-bytes.ts';
import { checkAll, type Offered, sayReasons, whatIsOffered } from './checks/session-checks.ts';
import { type Opened, SessionGround } from './open-session.ts';
import { agentFacts, blankFacts } from './session-facts.ts';
import { LostClient, SessionTrouble, UntrueTarget } from './session-guard.ts';
import { clientsOf, startLoad } from './session-load.ts';
import { outsidePlaces, ownGroups, type SessionPlaces } from './session-places.ts';
import { AnswerTimes, measureProbes } from './session-probes.ts';
import { slowDown } from './slow-client.ts';
import { wallMsOf } from './wall-time.ts';
import { watchTargets } from './watch-targets.ts';

/** A block of large cells may take long between two posts. */
const SILENT_EXCHANGES = 6;
const SILENT_MS = 30_000;
/** What a block may take is only roughly known beforehand. */
const SILENT_BLOCKS = 3;

export interface SessionTask {
  readonly study: Study;
  readonly plan: Plan;
  readonly planned: PlannedSession;
  /** When the run's time is up, on the run's clock; null: never. */
  readonly endMs: number | null;
  /** Of a run that has to end in its time also where a target hangs; null: of any other. */
  readonly inTime: InTime | null;
  /** Whether its cells' items are to be measured alone too, here alone (`once`) or in all sessions. */
  readonly probes: boolean | 'once';
  /** Gets what that took, ms. */
  readonly probed: (ms: number) => void;
  /** Whether some of its cells are exchanged before anything else, to see what a first use costs. */
  readonly firstUse: boolean;
  /** Number in the record. */
  readonly session: number;
  /** Of an answer's head, for each cell. */
  readonly headOf: HeadOf;
  readonly link: RunLink;
  readonly certificate: RunCertificate;
}

type Facts = { -readonly [K in keyof SessionFacts]: SessionFacts[K] };

/**
 * Resolves also where the session failed: the facts say why. Rejects where going on makes no sense: a browser
 * that is not there, a record that cannot be written, a bug. `leave` gets the facts in every case.
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
    facts.status = facts.cut === true ? 'interrupted' : 'complete';
    await session.lookAtNeighbours();
    if (facts.cut === true) facts.reason = 'the time was up before every cell had its least';
  } catch (thrown) {
    facts.status = thrown instanceof SessionTrouble && thrown.interrupted ? 'interrupted' : 'failed';
    facts.reason = messageOf(thrown);
    if (thrown instanceof SessionTrouble && thrown.fault !== null) facts.fault = thrown.fault;
    if (thrown instanceof UntrueTarget) facts.untrue = true;
    else if (
      facts.status === 'failed' &&
      (thrown instanceof LostClient || (await session.hasLostItsClient()))
    ) {
      facts.lost = true;
      if (facts.agent === null && session.placed !== undefined) facts.lostAt = session.placed;
      if (thrown instanceof LostClient && thrown.noRoom) facts.noRoom = true;
    }
    if (!(thrown instanceof SessionTrouble)) throw thrown;
  } finally {
    await session.close().finally(() => leave(facts));
  }
  tell({ kind: 'session-ended', facts });
  return facts;
}

class Session {
  readonly #task: SessionTask;
  readonly #context: RunContext;
  readonly #facts: Facts;
  readonly #cells: readonly PlannedCell[];
  /** Of its cells: a look may have dropped all those of one. */
  readonly #targets: readonly string[];
  readonly #ground: SessionGround;
  readonly #isOverNetwork: boolean;
  readonly #answers: Answers;
  readonly #answerTimes = new AnswerTimes();
  #opened: Opened | null = null;
  /** Process groups of other clients, and of the copy that they ask. */
  readonly #clientGroups: number[] = [];

  constructor(task: SessionTask, context: RunContext, facts: Facts) {
    this.#task = task;
    this.#context = context;
    this.#facts = facts;
    const { planned, plan, study, link, inTime } = task;
    const { clock } = context;
    this.#answers = new Answers({ clock, timeoutMs: study.protocol.timeoutMs, inTime });
    this.#cells = fastestFirst(cellsOf(planned, plan), study.networks);
    this.#targets = targetsOf(planned).filter((name) =>
      this.#cells.some(({ factors }) => factors.target === name),
    );
    const outside = planned.browser === OUTSIDE;
    const address = context.addressFor(planned.browser);
    this.#isOverNetwork = address !== null;
    const needs = {
      browser: planned.browser,
      targets: this.#targets,
      cells: this.#cells,
      payloads: study.payloads,
      places: async () =>
        address === null ? this.#onCores(await link.places(planned.place)) : outsidePlaces(address),
      isSlowed: planned.cpu !== undefined,
      certificate: () => this.#certificate(),
      tellOutside: outside
        ? (url: string) => context.tell({ kind: 'outside-wanted', url, trust: context.control.trust })
        : null,
      isOverNetwork: this.#isOverNetwork,
      silenceMs: longestSilenceMs(task),
    };
    this.#ground = new SessionGround(needs, context);
  }

  /** Where some session of the plan has other clients, the target has the same cores in all of them. */
  async #onCores(places: SessionPlaces): Promise<SessionPlaces> {
    const { plan, planned } = this.#task;
    const isLoaded = plan.cells.some(({ factors, skip }) => skip === null && loadOf(factors) !== null);
    if (!isLoaded || planned.place !== 'loopback') return places;
    const driver = this.#context.drivers.load();
    const { target } = await driver.cores();
    return { ...places, server: (await driver.placeOn(target)) ?? places.server };
  }

  /** Target up, agent registered. */
  async open(): Promise<void> {
    const { clock, tell } = this.#context;
    const facts = this.#facts;
    const startMs = clock.nowMs();
    this.#opened = await this.#ground.open({ target: (target) => this.#noteTarget(target) });
    const { agent, registration } = this.#opened;
    facts.agent = agentFacts(registration, agent, this.#ground.desk.isWatching);
    facts.startMs = clock.nowMs() - startMs;
    const { cpu } = this.#task.planned;
    if (cpu !== undefined) facts.slowdown = await slowDown(cpu, this.#opened, this.#ground);
    tell({ kind: 'agent-registered', agent: facts.agent });
  }

  /** null where none of its cells speaks TLS. */
  async #certificate(): Promise<CertificateFiles | null> {
    if (!this.#isOverNetwork) return this.#task.certificate.files();
    const speaksTls = this.#cells.some(({ factors }) => isSecure(factors.protocol));
    return speaksTls ? this.#context.networkCertificate : null;
  }

  #noteTarget({ name, about, command }: RunningTarget): void {
    const own = { about, command };
    if (this.#task.planned.targets !== undefined) {
      const up: SessionFacts['targets'] = { ...this.#facts.targets, [name]: own };
      // In their order, whichever was up first.
      this.#facts.targets = Object.fromEntries(
        this.#targets.flatMap((each) => (up[each] ? [[each, up[each]]] : [])),
      );
    }
    if (name === this.#targets[0]) this.#facts.target = own;
  }

  /** First use, checks, blocks, a last look at the targets, probes. */
  async measure(): Promise<void> {
    const { clock, tell, watchCpu } = this.#context;
    const { targets, registration, places } = this.#opened!;
    const facts = this.#facts;
    const { headOf, study } = this.#task;
    const { payloads } = study;
    const answers = this.#answers;
    const { desk, guard } = this.#ground;
    const sequences = {
      seed: deriveSeed(this.#task.plan.seed, 'messages'),
      certificate: await this.#certificate(),
    };
    const session = { desk, guard, clock, answers, headOf, places, payloads, sequences };
    const startMs = clock.nowMs();
    const load = clientsOf(this.#cells);
    const cpu = watchCpu(ownGroups(this.#opened!, load === null ? undefined : this.#clientGroups));
    try {
      const offer = await whatIsOffered(this.#cells, targets, registration, session);
      if (this.#task.firstUse) await this.#firstUse(offer);
      const { runnable, checks, dropped, trouble } = await checkAll(offer, targets, session);
      Object.assign(facts, { checks, dropped });
      if (trouble !== null) throw trouble;
      if (runnable.length === 0) throw new SessionTrouble(`no cell can be measured: ${sayReasons(dropped)}`);
      tell({ kind: 'cells-checked', cells: runnable.length, dropped: dropped.length });
      const names = new Set(runnable.map(({ cell }) => cell));
      const running = this.#cells.filter(({ id }) => names.has(id));
      const changes = await guard.patiently(
        watchTargets(targets, running, this.#task.planned.seed, this.#context, answers),
      );
      const endLoad = load === null ? null : await this.#startLoad(load, runnable);
      cpu.look();
      const blocksStartMs = clock.nowMs();
      const measured = await this.#blocks(runnable).finally(() => {
        facts.blocksMs = clock.nowMs() - blocksStartMs;
      });
      cpu.look();
      if (endLoad !== null) await this.#endLoad(endLoad);
      const changed = await guard.patiently(changes());
      if (changed !== null) throw changed;
      const probesStartMs = clock.nowMs();
      if (this.#task.probes !== false && facts.cut !== true)
        await this.#probe(measured.filter(({ sequence }) => sequence === null));
      this.#task.probed(clock.nowMs() - probesStartMs);
    } finally {
      facts.wallMs = clock.nowMs() - startMs;
      Object.assign(facts, cpu.stop());
      // A Grid on this machine starts browsers that cannot be told from the programs of others.
      const isBeside = facts.agent?.placed !== undefined && !this.#isOverNetwork;
      if (isBeside) facts.loadOutsideShare = null;
    }
    desk.end();
  }

  /** Whether the remote end that started its client has it no more: that is no fault of what is measured. */
  hasLostItsClient(): Promise<boolean> {
    return this.#ground.hasLostItsClient();
  }

  get placed(): Placed | undefined {
    return this.#ground.placed;
  }

  /** Another lab may have come to the node since the session began. Nothing is timed any more. */
  async lookAtNeighbours(): Promise<void> {
    const { agent } = this.#facts;
    if (agent?.placed === undefined) return;
    const others = Math.max(agent.placed.others, (await this.#ground.neighbours()) ?? 0);
    this.#facts.agent = { ...agent, placed: { ...agent.placed, others } };
  }

  async #startLoad(clients: Clients, runnable: readonly CellSpec[]) {
    const { targets, places } = this.#opened!;
    const [spec] = runnable as [CellSpec];
    return startLoad({
      cell: this.#cells.find(({ id }) => id === spec.cell)!,
      clients,
      spec,
      targets,
      places,
      timeoutMs: this.#task.study.protocol.timeoutMs,
      driver: this.#context.drivers.load(),
      ground: this.#ground,
      groups: this.#clientGroups,
    });
  }

  /** What was measured under another load than the one that was asked for must not count. */
  async #endLoad(end: () => Promise<ClientsFacts>): Promise<void> {
    const clients = await end();
    this.#facts.clients = clients;
    if (clients.saturated !== undefined)
      throw new SessionTrouble(`the generator of other clients was saturated: ${clients.saturated}`);
  }

  async close(): Promise<void> {
    await this.#ground.close();
  }

  async #firstUse({ offered }: Offered): Promise<void> {
    const { study, plan, planned, session } = this.#task;
    const { desk, guard } = this.#ground;
    const specs = new Map(offered.map(({ cell, spec }) => [cell.id, spec]));
    const targetsOfCells = new Map(offered.map(({ cell }) => [cell.id, cell.factors.target]));
    const cells = firstUseCells(
      offered.map(({ cell }) => cell),
      planned,
      plan,
      study,
    );
    await measureFirstUse(
      cells.map(({ id }) => specs.get(id)!),
      {
        session,
        answers: this.#answers,
        targetOf: (cell) => targetsOfCells.get(cell)!,
        desk,
        guard,
        nowMs: () => this.#context.clock.nowMs(),
        journal: (rows) => this.#journal(rows),
      },
    );
  }

  #journal(rows: readonly SampleRow[]): void {
    this.#context.writer.appendSamples(rows);
    this.#answerTimes.add(rows);
    for (const row of rows) if (row.outcome === 'completed') this.#facts.exchangesMs += wallMsOf(row);
  }

  /** Answers the cells that were measured to the end. */
  async #blocks(runnable: readonly CellSpec[]): Promise<readonly CellSpec[]> {
    const { clock, tell } = this.#context;
    const { study, planned, session } = this.#task;
    const { warmup } = study.protocol;
    const { registration, places } = this.#opened!;
    const facts = this.#facts;
    const factorsOf = new Map(this.#cells.map(({ id, factors }) => [id, factors]));
    const dropped = await measureBlocks(
      {
        planned,
        endMs: this.#task.endMs,
        session,
        leastWarmupMs: warmup.leastMs,
        answers: this.#answers,
        desk: this.#ground.desk,
        guard: this.#ground.guard,
        clock,
        journal: (rows) => this.#journal(rows),
        progress: (spentMs, exchanges) => tell({ kind: 'samples', planned, spentMs, exchanges }),
        audit: blockAudit(this.#cells, study.networks, registration, places.audit, clock),
        comparing: {
          seed: planned.seed,
          targetOf: (cell) => factorsOf.get(cell)!.target,
          roughMs: (cell) => roughlyMs(factorsOf.get(cell)!, study),
        },
        leave: ({ voided, blocks, dropped, compared, changed, isCut }) => {
          Object.assign(facts, { voidedBlocks: voided, blocks, compared });
          if (Object.keys(changed).length > 0) facts.changed = changed;
          if (isCut) facts.cut = true;
          facts.dropped = [...facts.dropped, ...dropped];
        },
      },
      runnable,
    );
    return runnable.filter((spec) => !dropped.has(spec.cell));
  }

  async #probe(specs: readonly CellSpec[]): Promise<void> {
    const { session, study, plan, planned, probes: probed } = this.#task;
    const { exchangesMs } = this.#facts;
    const { desk, guard } = this.#ground;
    const journal = (rows: readonly ProbeRow[]) => this.#context.writer.appendProbes(rows);
    const { timeoutMs } = study.protocol;
    const isOnly = probed === 'once';
    const answerMs = (cell: string) => this.#answerTimes.meanMs(cell);
    const task = { session, planned, plan, timeoutMs, exchangesMs, answerMs, isOnly };
    await measureProbes(specs, { ...task, desk, guard, journal });
  }
}

function cellsOf(planned: PlannedSession, plan: Plan): PlannedCell[] {
  const names = new Set(planned.panels.flatMap((panel) => panel.cells));
  return plan.cells.filter((cell) => names.has(cell.id) && cell.skip === null);
}

/** An agent posts between blocks, and one of long sequences of messages takes minutes. */
function longestSilenceMs({ study, plan, planned }: SessionTask): number {
  const factorsOf = new Map(plan.cells.map(({ id, factors }) => [id, factors]));
  const blocksMs = planned.panels.map((panel) => {
    const inBlock = (cell: string) =>
      Math.max(exchangesInVisit(panel, cell), warmupExchanges(panel, cell) / panel.warmupBlocks);
    return panel.cells.reduce((sum, cell) => sum + inBlock(cell) * roughlyMs(factorsOf.get(cell)!, study), 0);
  });
  const longestMs = Math.max(0, ...blocksMs);
  return (
    SILENT_MS * (planned.cpu ?? 1) + SILENT_EXCHANGES * study.protocol.timeoutMs + SILENT_BLOCKS * longestMs
  );
}
