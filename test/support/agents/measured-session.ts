// The measuring part of a session with an agent that does as a script says; each of its blocks takes 100 ms.

import { FakeClock } from '../../../src/base/clock.ts';
import type { Panel, PlannedSession } from '../../../src/plan/plan.ts';
import type { SampleRow } from '../../../src/record/record.ts';
import { AgentDesk } from '../../../src/run/agents/agent-desk.ts';
import type { BlockAudit } from '../../../src/run/link/block-audit.ts';
import { Answers, type InTime } from '../../../src/run/sessions/answers.ts';
import { type LeftOut, measureBlocks } from '../../../src/run/sessions/blocks/session-blocks.ts';
import { SessionGuard } from '../../../src/run/sessions/session-guard.ts';
import type { BlockSpec, BlocksJob, CellSpec } from '../../../src/wire/agent-protocol.ts';
import { EMPTY_CELL, type Sample } from '../../../src/wire/sample.ts';
import { drawnSamples, SAMPLE } from './scripted-agent.ts';

export const BLOCK_MS = 100;
const specs = ['a', 'b', 'c'].map(
  (cell) => ({ cell, sequence: null, connection: cell === 'c' ? 'cold' : 'warm' }) as CellSpec,
);
const VISITS = { settlingPerVisit: 1, countedPerVisit: 2, warmupBlocks: 1, blocksPerEmpties: 1 } as const;
const planned: PlannedSession = {
  index: 0,
  browser: 'node',
  target: 'node',
  place: 'loopback',
  seed: 7,
  panels: [
    { index: 0, cells: ['a', 'b'], empties: [EMPTY_CELL], ...VISITS, blocksPerRound: 2 },
    { index: 1, cells: ['c'], empties: [EMPTY_CELL], ...VISITS, blocksPerRound: 1 },
  ],
  durationMs: 1_100,
};

export interface Script {
  readonly voided?: (block: number, time: number) => boolean;
  readonly outcome?: (cell: string, block: number) => Sample['outcome'];
  readonly leastWarmupMs?: number;
  readonly panel?: Partial<Panel>;
  readonly durationMs?: number;
  readonly endMs?: number;
  readonly inTime?: InTime;
  readonly audit?: BlockAudit;
  /** What comparing the objects of a drawn exchange gives; absent: it is as it must be. */
  readonly compare?: (cell: string, sequence: number) => string | null;
  readonly journalled?: SampleRow[];
  /** Of cells; absent: all have one target. */
  readonly targetOf?: (cell: string) => string;
  /** Gets what was left out also of a session that fails. */
  readonly left?: (left: LeftOut) => void;
}

/** Three cells, of which the last is cold and in a panel of its own; posts come after every block. */
export async function measure(script: Script) {
  const clock = new FakeClock();
  const desk = new AgentDesk();
  const guard = new SessionGuard(clock, new AbortController().signal, 60_000);
  const rows = script.journalled ?? [];
  const carriedOut: BlockSpec[] = [];
  let leftOut: LeftOut = { voided: [], blocks: 0, dropped: [], compared: {}, changed: {}, isCut: false };
  const run = {
    planned: {
      ...planned,
      panels: planned.panels.map((panel) => ({ ...panel, ...script.panel })),
      durationMs: script.durationMs ?? planned.durationMs,
    },
    endMs: script.endMs ?? null,
    session: 3,
    leastWarmupMs: script.leastWarmupMs ?? 0,
    answers: new Answers({ clock, timeoutMs: 1_000, inTime: script.inTime ?? null }),
    desk,
    guard,
    clock,
    journal: (more: readonly SampleRow[]) => void rows.push(...more),
    progress: () => {},
    audit: script.audit ?? (async () => null),
    comparing: { seed: 7, roughMs: () => 2, targetOf: script.targetOf ?? (() => 'node') },
    leave: (left: LeftOut) => {
      leftOut = left;
      script.left?.(left);
    },
  };
  const agent = async () => {
    let time = 0;
    let sequence = 0;
    for (;;) {
      const job = (await desk.takeJob()) as BlocksJob;
      if (job.kind !== 'blocks') return;
      const beganMs = clock.nowMs();
      for (const [index, block] of job.blocks.entries()) {
        carriedOut.push(block);
        const samples = block.visits.flatMap(({ cell, exchanges }) =>
          Array.from({ length: exchanges }, () => {
            const outcome = script.outcome?.(cell, block.block) ?? 'completed';
            return {
              ...SAMPLE,
              cell,
              block: block.block,
              sequence: sequence++,
              startMs: clock.nowMs(),
              outcome,
              ...(outcome === 'timed-out' && { totalMs: BLOCK_MS }),
            };
          }),
        );
        const isVoid = script.voided?.(block.block, time++) === true;
        clock.advance(BLOCK_MS);
        const late = clock.nowMs() - beganMs >= job.stopAfterMs;
        const done = late || index === job.blocks.length - 1;
        const voided = isVoid ? [{ block: block.block, why: 'the page was hidden' }] : [];
        const blocks = isVoid ? [] : [block.block];
        const drawn = drawnSamples(block, samples).filter(({ outcome }) => outcome === 'completed');
        const compared = drawn.map(({ cell, block, sequence }) => {
          return { cell, block, sequence, difference: script.compare?.(cell, sequence) ?? null };
        });
        const ack = await desk.putSamples({ samples, compared, blocks, voided, done, wallMs: BLOCK_MS });
        if (done || ack?.goOn !== true) break;
      }
    }
  };
  const acting = agent();
  try {
    const dropped = await measureBlocks(run, specs).finally(() => desk.end());
    await acting;
    return { rows, carriedOut, leftOut, dropped };
  } finally {
    guard.close();
  }
}

/** Each block has answers of its own drawn. */
export const undrawn = ({ compare: _, ...block }: BlockSpec) => block;

/** Whether the samples of a block are warm-up: one value where all agree. */
export const warmupOf = (rows: readonly SampleRow[], block: number) =>
  new Set(rows.filter((row) => row.block === block).map((row) => row.warmup));
