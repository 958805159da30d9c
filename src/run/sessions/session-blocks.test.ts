import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE } from '../../../test/support/agents/scripted-agent.ts';
import { FakeClock } from '../../base/clock.ts';
import type { PlannedSession } from '../../plan/plan.ts';
import type { SampleRow } from '../../record/record.ts';
import type { BlockSpec, BlocksJob, CellSpec } from '../../wire/agent-protocol.ts';
import { EMPTY_CELL, type Sample } from '../../wire/sample.ts';
import { AgentDesk } from '../agents/agent-desk.ts';
import type { BlockAudit } from '../link/block-audit.ts';
import { type LeftOut, measureBlocks } from './session-blocks.ts';
import { SessionGuard } from './session-guard.ts';

const BLOCK_MS = 100;
const specs = ['a', 'b', 'c'].map((cell) => ({ cell }) as CellSpec);
const planned: PlannedSession = {
  index: 0,
  browser: 'node',
  target: 'node',
  place: 'loopback',
  seed: 7,
  panels: [
    { index: 0, cells: ['a', 'b'], empties: [EMPTY_CELL], blocksPerRound: 2 },
    { index: 1, cells: ['c'], empties: [EMPTY_CELL], blocksPerRound: 1 },
  ],
  durationMs: 1_000,
};

interface Script {
  readonly voided?: (block: number, time: number) => boolean;
  readonly outcome?: (cell: string, block: number) => Sample['outcome'];
  readonly warmupMs?: number;
  readonly durationMs?: number;
  readonly audit?: BlockAudit;
  readonly journalled?: SampleRow[];
}

/** Runs a session whose blocks take 100 ms each; posts after every block. */
async function measure(script: Script) {
  const clock = new FakeClock();
  const desk = new AgentDesk();
  const guard = new SessionGuard(clock, new AbortController().signal, 60_000);
  const rows = script.journalled ?? [];
  const carriedOut: BlockSpec[] = [];
  let leftOut: LeftOut = { voided: [], blocks: 0, dropped: [] };
  const run = {
    plan: { seed: 1, cells: [], sessions: [planned], looks: [], exchangesPerVisit: 2 },
    planned: { ...planned, durationMs: script.durationMs ?? planned.durationMs },
    session: 3,
    warmupMs: script.warmupMs ?? 0,
    timeoutMs: 1_000,
    desk,
    guard,
    clock,
    journal: (more: readonly SampleRow[]) => void rows.push(...more),
    progress: () => {},
    audit: script.audit ?? (async () => null),
    leave: (left: LeftOut) => {
      leftOut = left;
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
            };
          }),
        );
        const isVoid = script.voided?.(block.block, time++) === true;
        clock.advance(BLOCK_MS);
        const late = clock.nowMs() - beganMs >= job.stopAfterMs;
        const done = late || index === job.blocks.length - 1;
        const voided = isVoid ? [{ block: block.block, why: 'the page was hidden' }] : [];
        const blocks = isVoid ? [] : [block.block];
        const ack = await desk.putSamples({ samples, blocks, voided, done, wallMs: BLOCK_MS });
        if (done || ack?.goOn !== true) break;
      }
    }
  };
  const acting = agent();
  try {
    const dropped = await measureBlocks(run, specs);
    desk.end();
    await acting;
    return { rows, carriedOut, leftOut, dropped };
  } finally {
    guard.close();
  }
}

const warmupOf = (rows: readonly SampleRow[], block: number) =>
  new Set(rows.filter((row) => row.block === block).map((row) => row.warmup));

test('rounds go on until the time of the session is spent, and every sample carries its number', async () => {
  const { rows, carriedOut, dropped } = await measure({});
  assert.equal(carriedOut.length, 10);
  assert.equal(new Set(carriedOut.map(({ block }) => block)).size, 10);
  assert.ok(rows.every((row) => row.session === 3));
  assert.equal(dropped.size, 0);
});

test('a session of no time has a warm-up and a counted block of every panel all the same', async () => {
  const { rows, carriedOut } = await measure({ durationMs: 1 });
  assert.equal(carriedOut.length, 4);
  for (const cell of ['a', 'b', 'c']) {
    const warmups = rows.filter((row) => row.cell === cell).map((row) => row.warmup);
    assert.deepEqual(warmups, [true, true, false, false]);
  }
});

test('the repeat of a void block is owed as the block itself was', async () => {
  const { carriedOut } = await measure({ durationMs: 1, voided: (_, time) => time === 3 });
  assert.equal(carriedOut.length, 5);
  assert.equal(carriedOut[4]!.block, 1_000_000_000 + carriedOut[3]!.block);
});

test('the first block of each panel is warm-up, and no other where no time is asked for', async () => {
  const { rows, carriedOut } = await measure({});
  const panelOf = (block: BlockSpec) => (block.visits.some(({ cell }) => cell === 'c') ? 'c' : 'ab');
  const firsts = ['ab', 'c'].map((panel) => carriedOut.find((block) => panelOf(block) === panel)!.block);
  const warm = new Set(rows.filter((row) => row.warmup).map((row) => row.block));
  assert.deepEqual([...warm].sort(), firsts.sort());
});

test('every block that begins in the warm-up time is warm-up as a whole', async () => {
  const { rows, carriedOut } = await measure({ warmupMs: 350 });
  for (const [position, { block }] of carriedOut.entries()) {
    assert.deepEqual([...warmupOf(rows, block)], [position < 4], `block ${block} at ${position}`);
  }
});

test('a voided block is kept and left out, and its repeat, under a number of its own, counts', async () => {
  const { rows, carriedOut, leftOut } = await measure({ voided: (_, time) => time === 4 });
  const first = carriedOut[4]!;
  assert.deepEqual(leftOut.voided, [{ block: first.block, cause: 'agent', why: 'the page was hidden' }]);
  assert.deepEqual([...warmupOf(rows, first.block)], [true]);
  const repeats = carriedOut.filter(({ block }) => block >= 1_000_000_000);
  assert.deepEqual(repeats, [{ ...first, block: 1_000_000_000 + first.block }]);
  assert.deepEqual([...warmupOf(rows, repeats[0]!.block)], [false]);
  assert.equal(carriedOut.indexOf(repeats[0]!), 5, 'it is repeated at once');
});

test('a block that is voided again is not repeated again', async () => {
  const { carriedOut, leftOut } = await measure({ voided: (block) => block === 4 || block >= 1_000_000_000 });
  assert.deepEqual(
    leftOut.voided.map(({ block }) => block),
    [4, 1_000_000_004],
  );
  assert.equal(carriedOut.filter(({ block }) => block >= 1_000_000_000).length, 1);
});

test('a block whose packets were late is kept, left out and repeated at once', async () => {
  let asked = 0;
  const audit: BlockAudit = async () => (asked++ === 4 ? { cause: 'late', why: 'the link was late' } : null);
  const { rows, carriedOut, leftOut } = await measure({ audit });
  const first = carriedOut[4]!;
  assert.deepEqual(leftOut.voided, [{ block: first.block, cause: 'late', why: 'the link was late' }]);
  assert.deepEqual(carriedOut[5], { ...first, block: 1_000_000_000 + first.block });
  assert.deepEqual([...warmupOf(rows, first.block)], [true]);
  assert.deepEqual([...warmupOf(rows, 1_000_000_000 + first.block)], [false]);
  assert.equal(leftOut.blocks, carriedOut.length);
});

test('a link that does not answer ends the session, and what it did not vouch for is not journalled', async () => {
  let asked = 0;
  const audit: BlockAudit = async () => {
    if (asked++ === 2) throw new Error('wirefare-link was ended by SIGKILL');
    return null;
  };
  const journalled: SampleRow[] = [];
  await assert.rejects(
    measure({ audit, journalled }),
    /the link does not tell what its packets suffered: wirefare-link was ended by SIGKILL/,
  );
  assert.equal(new Set(journalled.map(({ block }) => block)).size, 2);
});

test('a cell that fails three times in a row is dropped; the others go on, without new warm-up', async () => {
  const { rows, leftOut, dropped } = await measure({
    outcome: (cell, block) => (cell === 'a' && block >= 3 ? 'timed-out' : 'completed'),
  });
  assert.deepEqual([...dropped], ['a']);
  assert.match(leftOut.dropped[0]!.reason, /^failed 4 times in a row/);
  const failures = rows.filter((row) => row.cell === 'a' && row.outcome !== 'completed');
  assert.equal(failures.length, 4);
  assert.ok(rows.filter((row) => row.cell === 'b').length > 8);
  assert.equal(new Set(rows.filter((row) => row.warmup).map((row) => row.block)).size, 2);
});

test('failures that are not in a row drop nothing, and the empty exchange is never dropped', async () => {
  let exchangesOfB = 0;
  const { rows, dropped, leftOut } = await measure({
    outcome: (cell) =>
      cell === EMPTY_CELL || (cell === 'b' && exchangesOfB++ % 3 < 2) ? 'failed' : 'completed',
  });
  assert.ok(rows.filter((row) => row.cell === 'b' && row.outcome === 'failed').length > 5);
  assert.deepEqual([...dropped], []);
  assert.deepEqual(leftOut.dropped, []);
});

test('the session ends where every cell has been dropped, and says why of each', async () => {
  const { leftOut, carriedOut } = await measure({ outcome: () => 'failed' });
  assert.deepEqual(leftOut.dropped.map(({ cell }) => cell).sort(), ['a', 'b', 'c']);
  assert.ok(carriedOut.length < 10);
});
