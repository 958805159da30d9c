import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure, warmupOf } from '../../../../test/support/agents/measured-session.ts';
import type { SampleRow } from '../../../record/record.ts';
import type { BlockSpec } from '../../../wire/agent-protocol.ts';
import { EMPTY_CELL, EMPTY_CELLS } from '../../../wire/sample.ts';

test('where the time of the run is up a session ends between blocks, also before it had its least', async () => {
  const cut = await measure({ endMs: 350 });
  assert.equal(cut.leftOut.isCut, true);
  assert.ok(cut.carriedOut.length <= 4, `${cut.carriedOut.length} blocks of 100 ms`);
  const whole = await measure({ endMs: 5_000 });
  assert.equal(whole.leftOut.isCut, false);
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

test('cold empty exchanges go where no cold cell of their panel is measured', async () => {
  const { carriedOut } = await measure({ panel: { empties: [EMPTY_CELL, EMPTY_CELLS.cold] } });
  const cellsOf = ({ visits }: BlockSpec) => visits.map(({ cell }) => cell);
  const withCold = carriedOut.map(cellsOf).filter((cells) => cells.includes(EMPTY_CELLS.cold));
  assert.ok(withCold.length > 0 && withCold.every((cells) => cells.includes('c')));
  assert.ok(carriedOut.map(cellsOf).some((cells) => cells.includes('a') && cells.includes(EMPTY_CELL)));
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
