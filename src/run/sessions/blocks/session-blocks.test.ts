import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnSamples, SAMPLE } from '../../../../test/support/agents/scripted-agent.ts';
import { FakeClock } from '../../../base/clock.ts';
import type { Panel, PlannedSession } from '../../../plan/plan.ts';
import type { SampleRow } from '../../../record/record.ts';
import type { BlockSpec, BlocksJob, CellSpec } from '../../../wire/agent-protocol.ts';
import { EMPTY_CELL, EMPTY_CELLS, type Sample } from '../../../wire/sample.ts';
import { AgentDesk } from '../../agents/agent-desk.ts';
import type { BlockAudit } from '../../link/block-audit.ts';
import { Answers, type InTime } from '../answers.ts';
import { type LeftOut, measureBlocks } from './session-blocks.ts';
import { SessionGuard } from '../session-guard.ts';

const BLOCK_MS = 100;
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

interface Script {
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

/** Runs a session whose blocks take 100 ms each; posts after every block. */
async function measure(script: Script) {
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
const undrawn = ({ compare: _, ...block }: BlockSpec) => block;

const warmupOf = (rows: readonly SampleRow[], block: number) =>
  new Set(rows.filter((row) => row.block === block).map((row) => row.warmup));

test('where the time of the run is up a session ends between blocks, also before it had its least', async () => {
  const cut = await measure({ endMs: 350 });
  assert.equal(cut.leftOut.isCut, true);
  assert.ok(cut.carriedOut.length <= 4, `${cut.carriedOut.length} blocks of 100 ms`);
  const whole = await measure({ endMs: 5_000 });
  assert.equal(whole.leftOut.isCut, false);
});

test('what answers no more when the time is up is left out, and what stumbled before is not', async () => {
  let exchangesOfB = 0;
  const { leftOut } = await measure({
    endMs: 250,
    outcome: (cell) =>
      cell === 'a' ? 'timed-out' : cell === 'b' && exchangesOfB++ === 0 ? 'failed' : 'completed',
    panel: { settlingPerVisit: 0, countedPerVisit: 1 },
  });
  assert.equal(leftOut.isCut, true);
  assert.equal(leftOut.dropped.length, 1);
  const [{ cell, reason }] = leftOut.dropped as [{ cell: string; reason: string }];
  assert.equal(cell, 'a');
  assert.match(reason, /^failed (once|2 times in a row) until the time was up: /);
});

/** `c` alone is head's, and hangs. */
const HANGING_HEAD: Script = {
  durationMs: 10_000,
  endMs: 8_000,
  outcome: (cell) => (cell === 'c' ? 'timed-out' : 'completed'),
  targetOf: (cell) => (cell === 'c' ? 'head' : 'base'),
  panel: { settlingPerVisit: 0, countedPerVisit: 1 },
};

test('a run that has to be in time grants no more of it to a target that hangs, and all of it to others', async () => {
  let left: LeftOut | undefined;
  const script = { ...HANGING_HEAD, inTime: { endMs: 4 * BLOCK_MS, lateMs: BLOCK_MS } };
  await assert.rejects(measure({ ...script, left: (out) => (left = out) }), {
    message: 'the target head did not answer: an exchange got no answer in 100 ms (c)',
    fault: { target: 'head', how: 'unanswered' },
  });
  assert.equal(left?.isCut, true);
  assert.deepEqual(
    left!.dropped.map(({ cell }) => cell),
    ['c'],
  );
  assert.ok(left!.blocks <= 5, `${left!.blocks} blocks of 100 ms`);
  const { leftOut } = await measure({ ...script, durationMs: 1, outcome: () => 'completed' });
  assert.ok(leftOut.blocks > 5 && !leftOut.isCut, `${leftOut.blocks} blocks in the time that was granted`);
});

test('a session of which a target has no cell left ends at once where the run has to be in time', async () => {
  const inTime = { endMs: 7_000, lateMs: 700 };
  await assert.rejects(measure({ ...HANGING_HEAD, inTime }), {
    message: 'the target head did not answer: 3 exchanges in a row got no answer in 100 ms at most (c)',
  });
  const { leftOut } = await measure(HANGING_HEAD);
  assert.deepEqual(
    leftOut.dropped.map(({ cell }) => cell),
    ['c'],
    'any other goes on with the rest',
  );
});

test('a target that hangs in all of its cells is left out after three exchanges, not three of each', async () => {
  const { leftOut, carriedOut } = await measure({
    durationMs: 10_000,
    outcome: (cell) => (cell === EMPTY_CELL ? 'completed' : 'timed-out'),
    panel: { settlingPerVisit: 0, countedPerVisit: 1 },
  });
  assert.ok(carriedOut.length <= 4);
  assert.ok(leftOut.dropped.some(({ reason }) => /^its target failed 3 times in a row/.test(reason)));
});

test('what failed twice in a row at the end of a session is left out of it, and what stumbled once is not', async () => {
  const lastOf = async (failures: number) => {
    const seen = new Map<string, number>();
    const { leftOut } = await measure({
      durationMs: 1,
      panel: { settlingPerVisit: 0, countedPerVisit: 1 },
      outcome: (cell) => {
        seen.set(cell, (seen.get(cell) ?? 0) + 1);
        return cell === 'a' && seen.get(cell)! > 4 - failures ? 'timed-out' : 'completed';
      },
    });
    return leftOut.dropped.map(({ cell }) => cell);
  };
  assert.deepEqual(await lastOf(1), []);
  assert.deepEqual(await lastOf(2), ['a']);
});

test('rounds go on until the time of the session is spent, and every sample carries its number', async () => {
  const { rows, carriedOut, dropped } = await measure({});
  assert.equal(carriedOut.length, 11);
  assert.equal(new Set(carriedOut.map(({ block }) => block)).size, 11);
  assert.ok(rows.every((row) => row.session === 3));
  assert.equal(dropped.size, 0);
});

test('a session of no time has a warm-up and three counted blocks of every panel all the same', async () => {
  const { rows, carriedOut } = await measure({ durationMs: 1 });
  assert.equal(carriedOut.length, 2 * (1 + 3));
  for (const cell of ['a', 'b', 'c']) {
    const own = rows.filter((row) => row.cell === cell);
    assert.equal(own.filter(({ warmup }) => warmup).length, 3);
    assert.equal(own.filter(({ warmup, settling }) => !warmup && settling !== true).length, 3 * 2);
  }
});

test('the first exchange of each visit settles, of empty ones too, and the others do not', async () => {
  const { rows, carriedOut } = await measure({});
  for (const { block, visits } of carriedOut) {
    for (const { cell } of visits) {
      const [first, ...others] = rows.filter((row) => row.block === block && row.cell === cell);
      assert.equal(first!.settling, true);
      assert.equal(others.length, 2);
      assert.ok(others.every((row) => !('settling' in row)));
    }
  }
});

test('nothing settles where the plan says so', async () => {
  const { rows } = await measure({ panel: { settlingPerVisit: 0 } });
  assert.ok(rows.every((row) => !('settling' in row)));
});

test('as many blocks of each panel are warm-up as the plan says, however long they take', async () => {
  const { rows } = await measure({ panel: { warmupBlocks: 3 }, durationMs: 2_000 });
  for (const cell of ['a', 'c']) {
    const own = Map.groupBy(
      rows.filter((row) => row.cell === cell),
      ({ block }) => block,
    );
    const warmups = [...own.values()].map((block) => block.every(({ warmup }) => warmup));
    assert.deepEqual(warmups.slice(0, 5), [true, true, true, false, false]);
  }
});

test('the repeat of a void block is owed as the block itself was', async () => {
  const { carriedOut } = await measure({ durationMs: 1, voided: (_, time) => time === 3 });
  assert.equal(carriedOut.length, 9);
  assert.equal(carriedOut[4]!.block, 1_000_000_000 + carriedOut[3]!.block);
});

test('the repeat of a void block that warms up warms up too, and as many blocks count as else', async () => {
  const { carriedOut, rows } = await measure({ durationMs: 1, voided: (_, time) => time === 0 });
  assert.equal(carriedOut.length, 9);
  assert.equal(carriedOut[1]!.block, 1_000_000_000 + carriedOut[0]!.block);
  assert.deepEqual([...warmupOf(rows, carriedOut[1]!.block)], [true]);
  for (const cell of ['a', 'b', 'c']) {
    const counted = rows.filter((row) => row.cell === cell && !row.warmup && row.settling !== true);
    assert.equal(counted.length, 3 * 2, cell);
  }
});

test('a session whose blocks are all void ends all the same', async () => {
  const { carriedOut } = await measure({ durationMs: 1, voided: () => true });
  assert.equal(new Set(carriedOut.map(({ block }) => block % 1_000_000_000)).size, 2 * 8);
});

test('a panel of which no block counts gets more of them, and a run whose time is up is not cut for it', async () => {
  const calm = await measure({ durationMs: 1 });
  const disturbed = 2 * calm.carriedOut.length;
  const { carriedOut, rows } = await measure({ durationMs: 1, voided: (_, time) => time < disturbed });
  assert.ok(carriedOut.length > disturbed);
  for (const cell of ['a', 'b', 'c'])
    assert.ok(
      rows.some((row) => row.cell === cell && !row.warmup),
      cell,
    );
  const { leftOut } = await measure({ durationMs: 1, endMs: 1.5 * disturbed * BLOCK_MS, voided: () => true });
  assert.equal(leftOut.isCut, false);
});

test('a session of no time ends where every cell of a panel is dropped', async () => {
  const { carriedOut, dropped } = await measure({
    durationMs: 1,
    outcome: (cell) => (cell === 'c' ? 'failed' : 'completed'),
  });
  assert.deepEqual([...dropped], ['c']);
  assert.equal(carriedOut.filter(({ visits }) => visits.some(({ cell }) => cell === 'a')).length, 1 + 3);
});

test('the first block of each panel is warm-up, and no other where no time is asked for', async () => {
  const { rows, carriedOut } = await measure({});
  const panelOf = (block: BlockSpec) => (block.visits.some(({ cell }) => cell === 'c') ? 'c' : 'ab');
  const firsts = ['ab', 'c'].map((panel) => carriedOut.find((block) => panelOf(block) === panel)!.block);
  const warm = new Set(rows.filter((row) => row.warmup).map((row) => row.block));
  assert.deepEqual([...warm].sort(), firsts.sort());
});

test('every block that begins in the warm-up time is warm-up as a whole', async () => {
  const { rows, carriedOut } = await measure({ leastWarmupMs: 350 });
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
  assert.deepEqual(repeats.map(undrawn), [{ ...undrawn(first), block: 1_000_000_000 + first.block }]);
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

test('empty exchanges that were lost twice are made in the next block of their panel', async () => {
  const panel = { blocksPerEmpties: 5 };
  const hasEmpties = ({ visits }: BlockSpec) => visits.some(({ cell }) => cell === EMPTY_CELL);
  const calm = await measure({ panel });
  const lost = calm.carriedOut.find(hasEmpties)!;
  const [cell] = lost.visits.filter((visit) => visit.cell !== EMPTY_CELL).map((visit) => visit.cell);
  const isOfPanel = ({ visits }: BlockSpec) => visits.some((visit) => visit.cell === cell);
  const { carriedOut, rows } = await measure({
    panel,
    voided: (block) => block % 1_000_000_000 === lost.block,
  });
  const own = carriedOut.filter((block) => isOfPanel(block) && block.block % 1_000_000_000 >= lost.block);
  assert.deepEqual(own.map(hasEmpties).slice(0, 5), [true, true, true, false, false]);
  const next = rows.filter((row) => row.block === own[2]!.block);
  assert.ok(next.some((row) => row.cell === EMPTY_CELL && !row.warmup));
});

test('a block whose packets were late is kept, left out and repeated at once', async () => {
  let asked = 0;
  const audit: BlockAudit = async () => (asked++ === 4 ? { cause: 'late', why: 'the link was late' } : null);
  const { rows, carriedOut, leftOut } = await measure({ audit });
  const first = carriedOut[4]!;
  assert.deepEqual(leftOut.voided, [{ block: first.block, cause: 'late', why: 'the link was late' }]);
  assert.deepEqual(undrawn(carriedOut[5]!), { ...undrawn(first), block: 1_000_000_000 + first.block });
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
  assert.match(leftOut.dropped[0]!.reason, /^failed 3 times in a row/);
  const failures = rows.filter((row) => row.cell === 'a' && row.outcome !== 'completed');
  assert.equal(failures.length, 3);
  assert.ok(rows.filter((row) => row.cell === 'b').length > 8);
  assert.equal(new Set(rows.filter((row) => row.warmup).map((row) => row.block)).size, 2);
});

test('cold empty exchanges go where no cold cell of their panel is measured', async () => {
  const { carriedOut } = await measure({ panel: { empties: [EMPTY_CELL, EMPTY_CELLS.cold] } });
  const cellsOf = ({ visits }: BlockSpec) => visits.map(({ cell }) => cell);
  const withCold = carriedOut.map(cellsOf).filter((cells) => cells.includes(EMPTY_CELLS.cold));
  assert.ok(withCold.length > 0 && withCold.every((cells) => cells.includes('c')));
  assert.ok(carriedOut.map(cellsOf).some((cells) => cells.includes('a') && cells.includes(EMPTY_CELL)));
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

test('a target whose empty exchanges hang is not waited for in every block', async () => {
  const { leftOut, carriedOut } = await measure({
    durationMs: 10_000,
    outcome: (cell) => (cell === EMPTY_CELL ? 'timed-out' : 'completed'),
  });
  assert.deepEqual(leftOut.dropped.map(({ cell }) => cell).sort(), ['a', 'b', 'c']);
  assert.match(leftOut.dropped[0]!.reason, /^its empty exchange failed 3 times in a row: /);
  assert.ok(carriedOut.length < 10);
});

test('the session ends where every cell has been dropped, and says why of each', async () => {
  const { leftOut, carriedOut } = await measure({ outcome: () => 'failed' });
  assert.deepEqual(leftOut.dropped.map(({ cell }) => cell).sort(), ['a', 'b', 'c']);
  assert.ok(carriedOut.length < 10);
});

test('every block has a timed answer compared, and the session tells how many of each cell', async () => {
  const { leftOut, carriedOut } = await measure({});
  assert.ok(carriedOut.every(({ compare }) => compare?.length === 1));
  const counts = Object.values(leftOut.compared);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    carriedOut.length,
  );
});

test('an answer that turns out wrong ends the session with its reason, and its samples are kept', async () => {
  const journalled: SampleRow[] = [];
  const compare = (_: string, sequence: number) => (sequence < 30 ? null : '[3].price: 0.5, expected 12.25');
  await assert.rejects(
    measure({ compare, journalled }),
    /^SessionTrouble: a timed answer was wrong, .*: [abc], exchange 3\d in block \d+: \[3\]\.price: 0\.5, expected 12\.25$/,
  );
  assert.ok(journalled.some(({ sequence }) => sequence >= 30));
});

test('a drawn exchange that did not complete has nothing to compare', async () => {
  let exchangesOfB = 0;
  const { leftOut } = await measure({
    outcome: (cell) => (cell === 'b' && exchangesOfB++ % 3 < 2 ? 'failed' : 'completed'),
  });
  assert.ok(Object.keys(leftOut.compared).length > 0);
});
