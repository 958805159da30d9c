import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_MS, measure, undrawn, warmupOf } from '../../../../test/support/agents/measured-session.ts';
import type { SampleRow } from '../../../record/record.ts';
import type { BlockSpec } from '../../../wire/agent-protocol.ts';
import { EMPTY_CELL } from '../../../wire/sample.ts';
import type { BlockAudit } from '../../link/block-audit.ts';

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
