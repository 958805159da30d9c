// Claims about other figures than the whole time, on a record whose truths are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claim } from '../study/study.ts';
import { summarise } from './summarise.ts';
import { syntheticRecord } from './synthetic.ts';

const record = syntheticRecord({ blocks: 12 });
const PLAIN: Claim = {
  id: 'A',
  says: 'xml against json',
  part: null,
  where: { compression: ['none'], network: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  published: [1, null],
  standIn: null,
};

function judged(change: Partial<Claim>, of = record) {
  const study = { ...of.run.study, claims: [{ ...PLAIN, ...change }] };
  const summary = summarise({ ...of.run, study }, of.rows, of.probes);
  return { claim: summary.claims[0]!, cells: new Map(summary.cells.map((cell) => [cell.id, cell])) };
}

test('a claim about bytes is their ratio, pair by pair, and nothing of it is uncertain', () => {
  const { claim, cells } = judged({ metric: ['size'] });
  assert.ok(claim.pairs.length > 1);
  for (const { numerator, denominator, ratio, interval } of claim.pairs) {
    const expected = cells.get(numerator)!.bytes!.encoded / cells.get(denominator)!.bytes!.encoded;
    assert.ok(Math.abs(ratio / expected - 1) < 1e-9);
    assert.deepEqual(interval, [ratio, ratio]);
  }
});

test('a claim about a phase is the ratio of that phase, with an interval', () => {
  const { claim, cells } = judged({ metric: ['decode'] });
  for (const { numerator, denominator, ratio, interval } of claim.pairs) {
    const expected = cells.get(numerator)!.phases.decode! / cells.get(denominator)!.phases.decode!;
    assert.ok(Math.abs(Math.log(ratio / expected)) < 0.1, `${ratio} of ${expected}`);
    assert.ok(interval[0] < ratio && ratio < interval[1]);
  }
});

test('a share is of the very same cells, and several phases are added', () => {
  const { claim, cells } = judged({ metric: ['encode', 'decode'], shareOf: 'total', published: [0, 1] });
  assert.ok(claim.pairs.length > 1);
  for (const { numerator, denominator, ratio } of claim.pairs) {
    assert.equal(numerator, denominator);
    const { phases, totalMs } = cells.get(numerator)!;
    const expected = (phases.encode! + phases.decode!) / totalMs!.mean;
    assert.ok(Math.abs(Math.log(ratio / expected)) < 0.1, `${ratio} of ${expected}`);
  }
  assert.equal(claim.verdict, 'replicated');
  assert.equal(claim.isShare, true);
});

test('a run of one session has its groups of blocks for sessions', () => {
  const { claim } = judged(
    { metric: ['encode'], shareOf: 'total', published: [0, 1] },
    syntheticRecord({ sessions: 1, blocks: 24 }),
  );
  assert.ok(claim.measured! > 0 && claim.measured! < 1);
  assert.ok(claim.interval![1] / claim.interval![0] < 3, String(claim.interval));
});

test('cells that have nothing of a figure are in no ratio of it', () => {
  const { claim } = judged({ metric: ['request.size'] });
  assert.deepEqual([claim.measured, claim.verdict], [null, 'undecided']);
});
