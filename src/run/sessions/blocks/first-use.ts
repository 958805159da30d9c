// First use: before anything is checked or warm, some cells are exchanged once, and their samples journalled
// for a figure of their own. It is what a visitor's first answer costs, with cold code on both sides.

import type { SampleRow } from '../../../record/record.ts';
import type { CellSpec } from '../../../wire/agent-protocol.ts';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import type { Answers } from '../answers.ts';
import { postsOf } from '../post-asked-for.ts';
import { type SessionGuard, SessionTrouble } from '../session-guard.ts';
import { REPEATS_FROM } from './block-queue.ts';
import { NO_LIMIT_MS, POST_EVERY_MS } from './session-blocks.ts';

/** A number that no block of rounds has, nor the repeat of one. */
export const FIRST_USE_BLOCK = 2 * REPEATS_FROM;

interface FirstUse {
  readonly session: number;
  readonly answers: Answers;
  /** Of a cell. */
  readonly targetOf: (cell: string) => string;
  readonly desk: AgentDesk;
  readonly guard: SessionGuard;
  readonly nowMs: () => number;
  readonly journal: (rows: readonly SampleRow[]) => void;
}

/** Cells in the order given. What fails, fails in the cell's check too, which says why. */
export async function measureFirstUse(specs: readonly CellSpec[], run: FirstUse): Promise<void> {
  if (specs.length === 0) return;
  const visits = specs.map(({ cell }) => ({ cell, exchanges: 1 }));
  const blocks = [{ block: FIRST_USE_BLOCK, firstMessage: 0, visits }];
  const job = {
    kind: 'blocks',
    cells: specs,
    blocks,
    stopAfterMs: NO_LIMIT_MS,
    postEveryMs: POST_EVERY_MS,
    timeoutMs: run.answers.withinMs(),
  } as const;
  const laidMs = run.nowMs();
  const whyNot = postsOf(job, { sequence: -1 }, () => run.nowMs() - laidMs);
  await run.guard.wait(
    run.desk.blocks(job, (post) => {
      run.guard.heard();
      const wrong = whyNot(post);
      if (wrong !== null) throw new SessionTrouble(`the agent posted ${wrong}`);
      for (const { cell, outcome, totalMs } of post.samples) {
        if (outcome === 'timed-out') run.answers.late(run.targetOf(cell), totalMs, cell);
        else run.answers.came(run.targetOf(cell), totalMs);
      }
      const isVoid = post.voided.length > 0;
      const { session } = run;
      run.journal(
        post.samples.map((sample) => ({
          session,
          warmup: true,
          ...(!isVoid && { firstUse: true as const }),
          ...sample,
        })),
      );
      return { goOn: true };
    }),
  );
}
