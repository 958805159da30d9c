import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_MS, measure, type Script } from '../../../../test/support/agents/measured-session.ts';
import { EMPTY_CELL } from '../../../wire/sample.ts';
import type { LeftOut } from './session-blocks.ts';

/** `c` alone is head's, and hangs. */
const HANGING_HEAD: Script = {
  durationMs: 10_000,
  endMs: 8_000,
  outcome: (cell) => (cell === 'c' ? 'timed-out' : 'completed'),
  targetOf: (cell) => (cell === 'c' ? 'head' : 'base'),
  panel: { settlingPerVisit: 0, countedPerVisit: 1 },
};

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

test('a session of no time ends where every cell of a panel is dropped', async () => {
  const { carriedOut, dropped } = await measure({
    durationMs: 1,
    outcome: (cell) => (cell === 'c' ? 'failed' : 'completed'),
  });
  assert.deepEqual([...dropped], ['c']);
  assert.equal(carriedOut.filter(({ visits }) => visits.some(({ cell }) => cell === 'a')).length, 1 + 3);
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
