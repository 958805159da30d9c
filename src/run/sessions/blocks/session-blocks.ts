// The measuring part of a session: rounds of blocks until its time is spent. Marks the warm-up, journals
// every post, gives up on cells that keep failing.

import type { Clock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import { blocksOfRound, type PlannedBlock, withEmpties } from '../../../plan/blocks/blocks.ts';
import { leastBlocks } from '../../../plan/blocks/visits.ts';
import type { Panel, PlannedSession } from '../../../plan/plan.ts';
import type { SampleRow, VoidedBlockFacts } from '../../../record/record.ts';
import { LIMITS } from '../../../study/defaults.ts';
import type { BlockSpec, CellSpec, SamplePost } from '../../../wire/agent-protocol.ts';
import { EMPTY_CELLS, isEmptyCell, type Sample } from '../../../wire/sample.ts';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import type { BlockAudit } from '../../link/block-audit.ts';
import { type Answers, FAILURES_ENOUGH } from '../answers.ts';
import { ComparedAnswers, type ComparedSettings } from './compared-answers.ts';
import { postsOf, type ToldBefore } from '../post-asked-for.ts';
import { type SessionGuard, SessionTrouble } from '../session-guard.ts';

/** So many at the end of a session that was not cut: the last exchange of many may stumble. */
const FAILURES_AT_END = 2;
export const POST_EVERY_MS = 1_000;
const BLOCKS_IN_A_JOB = 64;
/** For blocks that are carried out whatever time is left: longer than any run may last. */
export const NO_LIMIT_MS = LIMITS.longestBudgetMs;
/**
 * The repeat of voided block 7 is block 1 000 000 007: a number of its own, so that only the first try is
 * left out.
 */
export const REPEATS_FROM = 1_000_000_000;

/** Blocks of a panel that are void twice before it is left without figures. */
const MOST_LOST = 8;

export interface Measuring {
  readonly planned: PlannedSession;
  /** When the run's time is up, on `clock`: nothing is begun after it; null: never. */
  readonly endMs: number | null;
  readonly session: number;
  /** Whatever begins in this first time is warm-up, however many exchanges there were. */
  readonly leastWarmupMs: number;
  readonly answers: Answers;
  readonly desk: AgentDesk;
  readonly guard: SessionGuard;
  readonly clock: Clock;
  /** Appends to the record before the agent goes on. */
  readonly journal: (rows: readonly SampleRow[]) => void;
  /** Asks what the packets of a block suffered. */
  readonly audit: BlockAudit;
  readonly comparing: ComparedSettings;
  readonly progress: (spentMs: number, exchanges: number) => void;
  /** Gets what must not count and why, also where the measuring ends before its time. */
  readonly leave: (leftOut: LeftOut) => void;
}

export interface LeftOut {
  readonly voided: readonly VoidedBlockFacts[];
  /** Carried out, void ones and repeats among them. */
  readonly blocks: number;
  readonly dropped: readonly { readonly cell: string; readonly reason: string }[];
  /** Cell → timed answers that were compared. */
  readonly compared: Readonly<Record<string, number>>;
  /** Cell of a URL → how a timed answer differed from those before. */
  readonly changed: Readonly<Record<string, string>>;
  /** The run's time was up before every cell had its least. */
  readonly isCut: boolean;
}

/** Answers the names of the cells that were dropped. */
export async function measureBlocks(
  run: Measuring,
  specs: readonly CellSpec[],
): Promise<ReadonlySet<string>> {
  const state = new SessionState(run);
  const compared = new ComparedAnswers(run.comparing, specs);
  try {
    await measureRounds(run, specs, state, compared);
  } finally {
    const dropped = [...state.dropped].map(([cell, reason]) => ({ cell, reason }));
    state.isOver = true;
    run.leave({
      voided: state.voided,
      blocks: state.blocks,
      dropped,
      compared: compared.counts,
      changed: compared.changed,
      isCut: state.isCut,
    });
  }
  return new Set(state.dropped.keys());
}

async function measureRounds(
  run: Measuring,
  specs: readonly CellSpec[],
  state: SessionState,
  compared: ComparedAnswers,
): Promise<void> {
  const { answers, comparing } = run;
  const targets = [...new Set(specs.map(({ cell }) => comparing.targetOf(cell)))];
  const startMs = run.clock.nowMs();
  const queue = new BlockQueue(run.planned);
  const before: ToldBefore = { sequence: -1 };
  for (;;) {
    const nowMs = run.clock.nowMs();
    const leftMs = run.planned.durationMs - (nowMs - startMs);
    const untilEndMs = run.endMs === null ? NO_LIMIT_MS : run.endMs - nowMs;
    const cells = specs.filter((spec) => !state.dropped.has(spec.cell));
    const names = new Map(cells.map((spec) => [spec.cell, spec]));
    const hasCells = (panel: Panel) => panel.cells.some((cell) => names.has(cell));
    const left = new Set(cells.map(({ cell }) => comparing.targetOf(cell)));
    for (const target of targets) {
      const trouble = left.has(target) ? null : answers.whyWithout(target);
      if (trouble !== null) throw trouble;
    }
    const owed = (panel: Panel) => (hasCells(panel) ? state.owed(panel) || state.owedForLost(panel) : 0);
    const planned = leftMs > 0 ? queue.next() : queue.owed(owed);
    if (planned.length === 0 || cells.length === 0) return state.dropUnanswered();
    const over = answers.whyOver();
    if (untilEndMs <= 0 || over !== null) {
      state.isCut = run.planned.panels.some((panel) => hasCells(panel) && state.owed(panel) > 0);
      state.dropUnanswered();
      if (state.isCut && over !== null) throw over;
      return;
    }
    const blocks = planned
      .map((block) => compared.draw(onlyCells(block, names)))
      .filter((block) => block.visits.length > 0);
    if (blocks.length === 0) {
      queue.leaveOut(blocks, planned);
      continue;
    }
    // Whole milliseconds: timers take no others everywhere.
    const beginWithinMs = Math.min(untilEndMs, answers.beginWithinMs());
    const stopAfterMs = Math.ceil(Math.min(leftMs > 0 ? leftMs : NO_LIMIT_MS, beginWithinMs));
    const job = { kind: 'blocks', cells, blocks, stopAfterMs, postEveryMs: POST_EVERY_MS } as const;
    const given = { ...job, timeoutMs: answers.withinMs() };
    const laidMs = run.clock.nowMs();
    const whyNot = postsOf(given, before, () => run.clock.nowMs() - laidMs);
    const byNumber = new Map(planned.map((one) => [one.block, one]));
    await run.guard.wait(
      run.desk.blocks(given, async (raw) => {
        run.guard.heard();
        const wrong = whyNot(raw);
        if (wrong !== null) throw new SessionTrouble(`the agent posted ${wrong}`);
        const post = await heldToTheLink(raw, run.audit);
        if (state.isOver) return { goOn: false };
        const goOn = state.take(post, byNumber);
        compared.take(raw);
        queue.finish(post);
        run.progress(run.clock.nowMs() - startMs, state.exchanges);
        const isOver = run.endMs !== null && run.clock.nowMs() >= run.endMs;
        return { goOn: goOn && post.voided.length === 0 && !isOver && answers.whyOver() === null };
      }),
    );
    queue.leaveOut(blocks, planned);
  }
}

/** A post whose void blocks are known, the agent's and the link's. */
interface AuditedPost extends Omit<SamplePost, 'voided'> {
  readonly voided: readonly VoidedBlockFacts[];
}

/** Rejects with a SessionTrouble where the link does not answer. */
async function heldToTheLink(post: SamplePost, audit: BlockAudit): Promise<AuditedPost> {
  const bySamples = Map.groupBy(post.samples, ({ block }) => block);
  const judged = post.blocks.map(async (block) => {
    const verdict = await audit(bySamples.get(block) ?? []);
    return verdict === null ? [] : [{ block, ...verdict }];
  });
  try {
    const byLink = (await Promise.all(judged)).flat();
    const out = new Set(byLink.map(({ block }) => block));
    const byAgent = post.voided.map((one) => ({ ...one, cause: 'agent' as const }));
    return {
      ...post,
      blocks: post.blocks.filter((block) => !out.has(block)),
      voided: [...byAgent, ...byLink],
    };
  } catch (thrown) {
    throw new SessionTrouble(`the link does not tell what its packets suffered: ${messageOf(thrown)}`);
  }
}

/** What is still to be done, in the order of the plan. A voided block is repeated once, at once. */
class BlockQueue {
  readonly #planned: PlannedSession;
  #waiting: readonly PlannedBlock[] = [];
  #round = 0;

  constructor(planned: PlannedSession) {
    this.#planned = planned;
  }

  /**
   * Whole rounds are added until a job lasts: asking for the next one costs as much as several small
   * exchanges.
   */
  next(): readonly PlannedBlock[] {
    while (this.#waiting.length < BLOCKS_IN_A_JOB) this.#addRound();
    return this.#waiting;
  }

  /** What the session carries out even if its time is over: of each panel the next blocks, so many. */
  owed(count: (panel: Panel) => number): readonly PlannedBlock[] {
    const left = new Map(this.#planned.panels.map((panel) => [panel, count(panel)]));
    const owed: PlannedBlock[] = [];
    for (let at = 0; [...left.values()].some((blocks) => blocks > 0); at++) {
      while (at >= this.#waiting.length) this.#addRound();
      const block = this.#waiting[at]!;
      const blocks = left.get(block.panel)!;
      if (blocks <= 0) continue;
      owed.push(block);
      left.set(block.panel, blocks - 1);
    }
    return owed;
  }

  #addRound(): void {
    this.#waiting = [...this.#waiting, ...blocksOfRound(this.#planned, this.#round++)];
  }

  finish({ blocks, voided }: AuditedPost): void {
    const out = new Set(voided.map(({ block }) => block));
    const gone = new Set([...blocks, ...out]);
    const repeats = this.#waiting
      .filter(({ block }) => out.has(block) && block < REPEATS_FROM)
      .map((one) => ({ ...one, block: REPEATS_FROM + one.block }));
    const lost = this.#waiting.filter(({ block }) => out.has(block) && block >= REPEATS_FROM);
    this.#waiting = [...repeats, ...this.#waiting.filter(({ block }) => !gone.has(block))];
    for (const { panel, visits } of lost)
      if (visits.some(({ cell }) => isEmptyCell(cell))) this.#giveEmpties(panel);
  }

  /**
   * To its next block: where a panel has them in every so many blocks alone, a session that lost its first
   * ones may have no others, and then nobody knows what the network takes.
   */
  #giveEmpties(panel: Panel): void {
    const isNext = (one: PlannedBlock) => one.panel === panel && one.block < REPEATS_FROM;
    while (!this.#waiting.some(isNext)) this.#addRound();
    const at = this.#waiting.findIndex(isNext);
    const given = withEmpties(this.#planned.seed, this.#waiting[at]!);
    this.#waiting = this.#waiting.with(at, given);
  }

  /** Blocks that the job did not get, because none of their cells is measured any more. */
  leaveOut(given: readonly BlockSpec[], planned: readonly PlannedBlock[]): void {
    const kept = new Set(given.map(({ block }) => block));
    const empty = new Set(planned.filter(({ block }) => !kept.has(block)).map(({ block }) => block));
    this.#waiting = this.#waiting.filter(({ block }) => !empty.has(block));
  }
}

class SessionState {
  readonly #run: Measuring;
  readonly #failuresInARow = new Map<string, { readonly count: number; readonly reason: string }>();
  /** Of each target, how many exchanges of its cells in a row nobody waited for any longer. */
  readonly #lateInARow = new Map<string, number>();
  /** Of each panel, how often in a row nobody answered its empty exchanges in time. */
  readonly #lateEmpties = new Map<Panel, number>();
  /** Of each panel, how many blocks are done with that warm up, and how many that are no warm-up. */
  readonly #warmed = new Map<Panel, number>();
  readonly #counted = new Map<Panel, number>();
  /** Blocks that began in the session's warm-up time. */
  readonly #early = new Set<number>();
  /** Of each panel, blocks that count for figures, and those that were void twice. */
  readonly #sound = new Map<Panel, number>();
  readonly #lost = new Map<Panel, number>();
  readonly voided: VoidedBlockFacts[] = [];
  readonly dropped = new Map<string, string>();
  blocks = 0;
  /** A post that comes after the end is nobody's. */
  isOver = false;
  isCut = false;
  #firstStartMs: number | null = null;
  exchanges = 0;

  constructor(run: Measuring) {
    this.#run = run;
  }

  /** How many blocks of the panel are to come until it is warm and enough of them count. */
  owed(panel: Panel): number {
    const toWarm = Math.max(0, panel.warmupBlocks - (this.#warmed.get(panel) ?? 0));
    return toWarm + Math.max(0, leastBlocks(panel) - (this.#counted.get(panel) ?? 0));
  }

  /**
   * One more block as long as none of the panel counts, since a machine that was disturbed for a few seconds
   * would leave its cells without figures; 0 where there is no hope.
   */
  owedForLost(panel: Panel): number {
    const lost = this.#lost.get(panel) ?? 0;
    return lost > 0 && lost < MOST_LOST && !this.#sound.has(panel) ? 1 : 0;
  }

  /** Journals a post; false where the job must be planned anew because a cell was dropped. */
  take(post: AuditedPost, planned: ReadonlyMap<number, PlannedBlock>): boolean {
    const voided = new Set(post.voided.map((one) => one.block));
    const byBlock = Map.groupBy(post.samples, ({ block }) => block);
    const rows = [...byBlock].flatMap(([block, samples]) =>
      this.#rows(planned.get(block)!, samples, voided.has(block)),
    );
    this.#run.journal(rows);
    this.voided.push(...post.voided);
    this.blocks += post.blocks.length + post.voided.length;
    // What is voided is repeated once, so it is done with when its repeat is. So is what an agent did not
    // carry out, which would be asked for ever.
    const repeats = [...voided].filter((block) => block >= REPEATS_FROM);
    for (const one of [...post.blocks, ...repeats].map((block) => planned.get(block)!)) {
      if (one.isWarmup) addOne(this.#warmed, one.panel);
      else if (!this.#early.has(one.block)) addOne(this.#counted, one.panel);
    }
    for (const one of post.blocks.map((block) => planned.get(block)!)) {
      if (!this.#isWarmup(one)) addOne(this.#sound, one.panel);
    }
    for (const block of repeats) addOne(this.#lost, planned.get(block)!.panel);
    const droppedBefore = this.dropped.size;
    for (const sample of post.samples) this.#count(sample, planned.get(sample.block)!.panel);
    return this.dropped.size === droppedBefore;
  }

  /**
   * Warm-up as a whole are the first blocks of each panel, and those that began in the session's warm-up
   * time.
   */
  #isWarmup({ isWarmup, block }: PlannedBlock): boolean {
    return isWarmup || this.#early.has(block);
  }

  /** Of one block: the first exchanges of each visit settle. */
  #rows(planned: PlannedBlock, samples: readonly Sample[], isVoid: boolean): SampleRow[] {
    const { block, panel } = planned;
    this.#firstStartMs ??= samples[0]!.startMs;
    if (samples[0]!.startMs - this.#firstStartMs < this.#run.leastWarmupMs) this.#early.add(block);
    // What a voided block gave is kept, and left out of every figure as warm-up is.
    const warmup = isVoid || this.#isWarmup(planned);
    const visited = new Map<string, number>();
    return samples.map((sample) => {
      const settling = addOne(visited, sample.cell) <= panel.settlingPerVisit;
      return { session: this.#run.session, warmup, ...(settling && { settling }), ...sample };
    });
  }

  /**
   * Where the time is over, what answered no more is told as such: a target that hangs eats the time in which
   * it would have failed often enough.
   */
  dropUnanswered(): void {
    for (const [cell, { count, reason }] of this.#failuresInARow) {
      if (this.dropped.has(cell) || (!this.isCut && count < FAILURES_AT_END)) continue;
      const times = count === 1 ? 'once' : `${count} times in a row`;
      this.dropped.set(cell, `failed ${times} until the time was up: ${reason}`);
    }
  }

  #count(sample: Sample, panel: Panel): void {
    this.exchanges += 1;
    const { cell, outcome, reason } = sample;
    if (isEmptyCell(cell)) this.#countEmpty(sample, panel);
    else if (outcome === 'completed') this.#failuresInARow.delete(cell);
    else {
      const count = (this.#failuresInARow.get(cell)?.count ?? 0) + 1;
      this.#failuresInARow.set(cell, { count, reason });
      if (count >= FAILURES_ENOUGH) this.dropped.set(cell, `failed ${count} times in a row: ${reason}`);
    }
    if (!isEmptyCell(cell)) this.#countLate(sample);
  }

  /** Each of the cells in which it hangs would cost as much before it has failed often enough by itself. */
  #countLate({ cell, outcome, reason, totalMs, messages }: Sample): void {
    const { answers, comparing } = this.#run;
    const { targetOf } = comparing;
    const target = targetOf(cell);
    if (outcome !== 'timed-out') {
      this.#lateInARow.delete(target);
      // Of a paced sequence the total is a sum of what overlaps.
      answers.came(target, messages === undefined ? totalMs : 0);
      return;
    }
    answers.late(target, totalMs, cell);
    if (addOne(this.#lateInARow, target) < FAILURES_ENOUGH) return;
    for (const failing of this.#failuresInARow.keys())
      if (targetOf(failing) === target && !this.dropped.has(failing))
        this.dropped.set(failing, `its target failed ${FAILURES_ENOUGH} times in a row: ${reason}`);
  }

  /** It is no cell that could be dropped; but one that hangs would cost its time in every block. */
  #countEmpty({ outcome, reason, totalMs }: Sample, panel: Panel): void {
    if (outcome !== 'timed-out') {
      this.#lateEmpties.delete(panel);
      return;
    }
    const { answers, comparing } = this.#run;
    answers.late(comparing.targetOf(panel.cells[0]!), totalMs, 'its empty exchange');
    if (addOne(this.#lateEmpties, panel) < FAILURES_ENOUGH) return;
    for (const cell of panel.cells)
      this.dropped.set(cell, `its empty exchange failed ${FAILURES_ENOUGH} times in a row: ${reason}`);
  }
}

/** Answers how many there are then. */
function addOne<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/**
 * Takes out the visits of cells that are not measured, and cold empty exchanges where no cold cell is left;
 * a block of which only empty exchanges are left goes.
 */
function onlyCells(
  { block, firstMessage, visits }: PlannedBlock,
  cells: ReadonlyMap<string, CellSpec>,
): BlockSpec {
  const isCold = visits.some(({ cell }) => cells.get(cell)?.connection === 'cold');
  const left = visits.filter(({ cell }) =>
    isEmptyCell(cell) ? isCold || cell !== EMPTY_CELLS.cold : cells.has(cell),
  );
  return { block, firstMessage, visits: left.some((visit) => !isEmptyCell(visit.cell)) ? left : [] };
}
