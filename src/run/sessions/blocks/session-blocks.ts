// The measuring part of a session: rounds of blocks until its time is spent and no panel is owed any.

import type { Clock } from '../../../base/clock.ts';
import type { PlannedBlock } from '../../../plan/blocks/blocks.ts';
import type { Panel, PlannedSession } from '../../../plan/plan.ts';
import type { VoidedBlockFacts } from '../../../record/record.ts';
import { LIMITS } from '../../../study/defaults.ts';
import type { BlockSpec, CellSpec } from '../../../wire/agent-protocol.ts';
import { EMPTY_CELLS, isEmptyCell } from '../../../wire/sample.ts';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import type { BlockAudit } from '../../link/block-audit.ts';
import type { Answers } from '../answers.ts';
import { postsOf, type ToldBefore } from '../post-asked-for.ts';
import { type SessionGuard, SessionTrouble } from '../session-guard.ts';
import { heldToTheLink } from './audited-post.ts';
import { BlockQueue } from './block-queue.ts';
import { ComparedAnswers, type ComparedSettings } from './compared-answers.ts';
import { DroppedCells } from './dropped-cells.ts';
import { SessionTally, type Tallied } from './session-tally.ts';

export const POST_EVERY_MS = 1_000;
/** For blocks that are carried out whatever time is left: longer than any run may last. */
export const NO_LIMIT_MS = LIMITS.longestBudgetMs;

export interface Measuring extends Tallied {
  readonly planned: PlannedSession;
  /** When the run's time is up, on `clock`: nothing is begun after it; null: never. */
  readonly endMs: number | null;
  readonly answers: Answers;
  readonly desk: AgentDesk;
  readonly guard: SessionGuard;
  readonly clock: Clock;
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

interface SessionState {
  readonly tally: SessionTally;
  readonly dropped: DroppedCells;
  readonly compared: ComparedAnswers;
  /** A post that comes after the end is nobody's. */
  isOver: boolean;
  /** As in LeftOut. */
  isCut: boolean;
}

/** Answers the names of the cells that were dropped. */
export async function measureBlocks(
  run: Measuring,
  specs: readonly CellSpec[],
): Promise<ReadonlySet<string>> {
  const dropped = new DroppedCells(run.answers, run.comparing.targetOf);
  const tally = new SessionTally(run, dropped);
  const compared = new ComparedAnswers(run.comparing, specs);
  const state: SessionState = { tally, dropped, compared, isOver: false, isCut: false };
  try {
    await measureRounds(run, specs, state);
  } finally {
    state.isOver = true;
    run.leave({
      voided: tally.voided,
      blocks: tally.blocks,
      dropped: [...dropped.reasons].map(([cell, reason]) => ({ cell, reason })),
      compared: compared.counts,
      changed: compared.changed,
      isCut: state.isCut,
    });
  }
  return new Set(dropped.reasons.keys());
}

async function measureRounds(run: Measuring, specs: readonly CellSpec[], state: SessionState): Promise<void> {
  const { tally, dropped, compared } = state;
  const { answers, comparing } = run;
  const targets = [...new Set(specs.map(({ cell }) => comparing.targetOf(cell)))];
  const startMs = run.clock.nowMs();
  const queue = new BlockQueue(run.planned);
  const before: ToldBefore = { sequence: -1 };
  for (;;) {
    const nowMs = run.clock.nowMs();
    const leftMs = run.planned.durationMs - (nowMs - startMs);
    const untilEndMs = run.endMs === null ? NO_LIMIT_MS : run.endMs - nowMs;
    const cells = specs.filter((spec) => !dropped.reasons.has(spec.cell));
    const names = new Map(cells.map((spec) => [spec.cell, spec]));
    const hasCells = (panel: Panel) => panel.cells.some((cell) => names.has(cell));
    const left = new Set(cells.map(({ cell }) => comparing.targetOf(cell)));
    for (const target of targets) {
      const trouble = left.has(target) ? null : answers.whyWithout(target);
      if (trouble !== null) throw trouble;
    }
    const owed = (panel: Panel) => (hasCells(panel) ? tally.owed(panel) || tally.owedForLost(panel) : 0);
    const planned = leftMs > 0 ? queue.next() : queue.owed(owed);
    if (planned.length === 0 || cells.length === 0) return dropped.dropUnanswered(false);
    const over = answers.whyOver();
    if (untilEndMs <= 0 || over !== null) {
      state.isCut = run.planned.panels.some((panel) => hasCells(panel) && tally.owed(panel) > 0);
      dropped.dropUnanswered(state.isCut);
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
        const goOn = tally.take(post, byNumber);
        compared.take(raw);
        queue.finish(post);
        run.progress(run.clock.nowMs() - startMs, tally.exchanges);
        const isOver = run.endMs !== null && run.clock.nowMs() >= run.endMs;
        return { goOn: goOn && post.voided.length === 0 && !isOver && answers.whyOver() === null };
      }),
    );
    queue.leaveOut(blocks, planned);
  }
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
