// The measuring part of a session: rounds of blocks until its time is spent. Marks the warm-up, journals
// every post, gives up on cells that keep failing.

import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { blocksAtLeast, blocksOfRound } from '../../plan/blocks.ts';
import type { Plan, PlannedSession } from '../../plan/plan.ts';
import type { SampleRow, VoidedBlockFacts } from '../../record/record.ts';
import { LIMITS } from '../../study/defaults.ts';
import type { BlockSpec, CellSpec, SamplePost } from '../../wire/agent-protocol.ts';
import { isEmptyCell, type Sample } from '../../wire/sample.ts';
import type { AgentDesk } from '../agents/agent-desk.ts';
import type { BlockAudit } from '../link/block-audit.ts';
import { postsOf, type ToldBefore } from './post-asked-for.ts';
import { type SessionGuard, SessionTrouble } from './session-guard.ts';

/** After so many failures in a row a cell is left out of the rest of the session. */
const FAILURES_ENOUGH = 3;
const POST_EVERY_MS = 1_000;
const BLOCKS_IN_A_JOB = 64;
/** For blocks that are carried out whatever time is left: longer than any run may last. */
const NO_LIMIT_MS = LIMITS.longestBudgetMs;
/**
 * The repeat of voided block 7 is block 1 000 000 007: a number of its own, so that only the first try is
 * left out.
 */
const REPEATS_FROM = 1_000_000_000;

export interface Measuring {
  readonly plan: Plan;
  readonly planned: PlannedSession;
  readonly session: number;
  readonly warmupMs: number;
  readonly timeoutMs: number;
  readonly desk: AgentDesk;
  readonly guard: SessionGuard;
  readonly clock: Clock;
  /** Appends to the record before the agent goes on. */
  readonly journal: (rows: readonly SampleRow[]) => void;
  /** Asks what the packets of a block suffered. */
  readonly audit: BlockAudit;
  readonly progress: (spentMs: number, exchanges: number) => void;
  /** Gets what must not count and why, also where the measuring ends before its time. */
  readonly leave: (leftOut: LeftOut) => void;
}

export interface LeftOut {
  readonly voided: readonly VoidedBlockFacts[];
  /** Carried out, void ones and repeats among them. */
  readonly blocks: number;
  readonly dropped: readonly { readonly cell: string; readonly reason: string }[];
}

/** Answers the names of the cells that were dropped. */
export async function measureBlocks(
  run: Measuring,
  specs: readonly CellSpec[],
): Promise<ReadonlySet<string>> {
  const state = new SessionState(run);
  try {
    await measureRounds(run, specs, state);
  } finally {
    const dropped = [...state.dropped].map(([cell, reason]) => ({ cell, reason }));
    state.isOver = true;
    run.leave({ voided: state.voided, blocks: state.blocks, dropped });
  }
  return new Set(state.dropped.keys());
}

async function measureRounds(run: Measuring, specs: readonly CellSpec[], state: SessionState): Promise<void> {
  const startMs = run.clock.nowMs();
  const queue = new BlockQueue(run);
  const before: ToldBefore = { sequence: -1 };
  for (;;) {
    const leftMs = run.planned.durationMs - (run.clock.nowMs() - startMs);
    const cells = specs.filter((spec) => !state.dropped.has(spec.cell));
    const owed = queue.owed();
    if ((leftMs <= 0 && owed.length === 0) || cells.length === 0) return;
    const names = new Set(cells.map((spec) => spec.cell));
    const planned = owed.length > 0 ? owed : queue.next();
    const stopAfterMs = owed.length > 0 ? NO_LIMIT_MS : leftMs;
    const panels = new Map(planned.map((block) => [block.block, panelOf(block)]));
    const blocks = planned.map((block) => onlyCells(block, names)).filter((block) => block.visits.length > 0);
    if (blocks.length === 0) {
      queue.leaveOut(blocks, planned);
      continue;
    }
    const job = { kind: 'blocks', cells, blocks, stopAfterMs, postEveryMs: POST_EVERY_MS } as const;
    const given = { ...job, timeoutMs: run.timeoutMs };
    const laidMs = run.clock.nowMs();
    const whyNot = postsOf(given, before, () => run.clock.nowMs() - laidMs);
    await run.guard.wait(
      run.desk.blocks(given, async (raw) => {
        run.guard.heard();
        const wrong = whyNot(raw);
        if (wrong !== null) throw new SessionTrouble(`the agent posted ${wrong}`);
        const post = await heldToTheLink(raw, run.audit);
        if (state.isOver) return { goOn: false };
        const goOn = state.take(post, panels);
        queue.finish(post);
        run.progress(run.clock.nowMs() - startMs, state.exchanges);
        return { goOn: goOn && post.voided.length === 0 };
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
  readonly #run: Measuring;
  #waiting: readonly BlockSpec[] = [];
  #round = 0;

  constructor(run: Measuring) {
    this.#run = run;
    while (this.#waiting.length < blocksAtLeast(run.planned)) this.#addRound();
  }

  /**
   * What the session carries out even if its time is over: the first blocks, and the repeats of void ones
   * among them.
   */
  owed(): readonly BlockSpec[] {
    const least = blocksAtLeast(this.#run.planned);
    return this.#waiting.filter(({ block }) => block % REPEATS_FROM < least);
  }

  /**
   * Whole rounds are added until a job lasts: asking for the next one costs as much as several small
   * exchanges.
   */
  next(): readonly BlockSpec[] {
    while (this.#waiting.length < BLOCKS_IN_A_JOB) this.#addRound();
    return this.#waiting;
  }

  #addRound(): void {
    this.#waiting = [...this.#waiting, ...blocksOfRound(this.#run.planned, this.#round++, this.#run.plan)];
  }

  finish({ blocks, voided }: AuditedPost): void {
    const out = new Set(voided.map(({ block }) => block));
    const gone = new Set([...blocks, ...out]);
    const repeats = this.#waiting
      .filter(({ block }) => out.has(block) && block < REPEATS_FROM)
      .map((one) => ({ ...one, block: REPEATS_FROM + one.block }));
    this.#waiting = [...repeats, ...this.#waiting.filter(({ block }) => !gone.has(block))];
  }

  /** Blocks that the job did not get, because none of their cells is measured any more. */
  leaveOut(given: readonly BlockSpec[], planned: readonly BlockSpec[]): void {
    const kept = new Set(given.map(({ block }) => block));
    const empty = new Set(planned.filter(({ block }) => !kept.has(block)).map(({ block }) => block));
    this.#waiting = this.#waiting.filter(({ block }) => !empty.has(block));
  }
}

class SessionState {
  readonly #run: Measuring;
  readonly #failuresInARow = new Map<string, number>();
  readonly #panelsSeen = new Set<string>();
  readonly #warmupBlocks = new Set<number>();
  readonly voided: VoidedBlockFacts[] = [];
  readonly dropped = new Map<string, string>();
  blocks = 0;
  /** A post that comes after the end is nobody's. */
  isOver = false;
  #firstStartMs: number | null = null;
  exchanges = 0;

  constructor(run: Measuring) {
    this.#run = run;
  }

  /** Journals a post; false where the job must be planned anew because a cell was dropped. */
  take(post: AuditedPost, panels: ReadonlyMap<number, string>): boolean {
    const voided = new Set(post.voided.map((one) => one.block));
    const rows = post.samples.map((sample) => this.#row(sample, panels.get(sample.block) ?? '', voided));
    this.#run.journal(rows);
    this.voided.push(...post.voided);
    this.blocks += post.blocks.length + post.voided.length;
    const droppedBefore = this.dropped.size;
    for (const sample of post.samples) this.#count(sample);
    return this.dropped.size === droppedBefore;
  }

  #row(sample: Sample, panel: string, voided: ReadonlySet<number>): SampleRow {
    this.#firstStartMs ??= sample.startMs;
    this.#markWarmup(sample, panel, this.#firstStartMs);
    // What a voided block gave is kept, and left out of every figure as warm-up is.
    const warmup = this.#warmupBlocks.has(sample.block) || voided.has(sample.block);
    return { session: this.#run.session, warmup, ...sample };
  }

  /** Warm-up: every block that began in the session's first part, and the first block of each panel. */
  #markWarmup(sample: Sample, panel: string, firstStartMs: number): void {
    if (this.#warmupBlocks.has(sample.block)) return;
    if (sample.startMs - firstStartMs < this.#run.warmupMs || !this.#panelsSeen.has(panel)) {
      this.#warmupBlocks.add(sample.block);
      this.#panelsSeen.add(panel);
    }
  }

  #count(sample: Sample): void {
    this.exchanges += 1;
    const failures = sample.outcome === 'completed' ? 0 : (this.#failuresInARow.get(sample.cell) ?? 0) + 1;
    this.#failuresInARow.set(sample.cell, failures);
    if (failures >= FAILURES_ENOUGH && !isEmptyCell(sample.cell)) {
      this.dropped.set(sample.cell, `failed ${failures} times in a row: ${sample.reason}`);
    }
  }
}

/** The cells of a planned block, those dropped since among them, in a fixed order name its panel. */
function panelOf(block: BlockSpec): string {
  return block.visits
    .map((visit) => visit.cell)
    .sort()
    .join('\n');
}

/**
 * Takes out the visits of cells that are not measured; a block of which only the empty exchange is left goes.
 */
function onlyCells(block: BlockSpec, names: ReadonlySet<string>): BlockSpec {
  const visits = block.visits.filter((visit) => isEmptyCell(visit.cell) || names.has(visit.cell));
  return { ...block, visits: visits.some((visit) => !isEmptyCell(visit.cell)) ? visits : [] };
}
