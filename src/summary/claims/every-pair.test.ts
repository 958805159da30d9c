import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../summarise.ts';
import { contraryPairs } from './every-pair.ts';

test('pairs that lie beyond the margin on the other side than their mean are counted', () => {
  const intervals = [
    [1.1, 1.3],
    [0.97, 0.975],
    [0.9, 0.99],
    [0.7, 0.8],
  ] as const;
  assert.equal(contraryPairs('replicated', intervals, [1, null], 0.02), 2);
  assert.equal(contraryPairs('replicated', intervals, [1, null], 0), 3);
  assert.equal(contraryPairs('opposite', intervals, [1, null], 0.02), 1);
  assert.equal(contraryPairs('replicated', intervals, [null, 1], 0.02), 1);
  for (const verdict of ['not replicated', 'open'] as const)
    assert.equal(contraryPairs(verdict, intervals, [1, null], 0.02), 0);
  assert.equal(contraryPairs('replicated', intervals, [0.5, 2], 0.02), 0, 'alike has no side');
});

const { run, rows, probes, truthMs } = syntheticRecord({
  sessions: 6,
  blocks: 8,
  sessionSd: 0.02,
  blockSd: 0.02,
});

/** XML against JSON at three numbers of objects: so many times as long at each. */
function claimOf(times: Readonly<Record<number, number>>, more: Partial<Claim>) {
  const factorsOf = new Map(run.plan.cells.map(({ id, factors }) => [id, factors]));
  const table = makeSampleTable(
    Array.from({ length: rows.length }, (_, row) => rowAt(rows, row)).map((row) => {
      const [level, factors] = [truthMs.get(row.cell), factorsOf.get(row.cell)];
      if (level === undefined || factors === undefined) return row;
      const wanted = factors.format === 'xml' ? times[factors.n]! : 1;
      return { ...row, totalMs: (10 * wanted * row.totalMs) / level };
    }),
  );
  const claim: Claim = {
    ...{ id: 'A', says: 'XML takes longer at every number', part: null, standIn: null },
    where: { compression: ['none'], network: ['none'] },
    ...{ numerator: { format: ['xml'] }, denominator: { format: ['json'] }, published: [1, null] },
    ...more,
  };
  return summarise({ ...run, study: { ...run.study, claims: [claim] } }, table, probes).claims[0]!;
}

test('a claim of every pair is replicated in part where one of them says the opposite, with the count', () => {
  const unlike = { 10: 0.7, 100: 2, 1000: 3 };
  const every = claimOf(unlike, { every: true });
  assert.equal(every.pairs.length, 3);
  assert.ok(every.interval![0] > 1.02);
  assert.deepEqual([every.verdict, every.contrary], ['in part', 1]);
  assert.match(every.note, /^1 of 3 pairs by itself says the opposite/);
  const inTheMean = claimOf(unlike, {});
  assert.deepEqual([inTheMean.verdict, inTheMean.contrary], ['replicated', undefined]);
  assert.deepEqual(inTheMean.interval, every.interval);
});

test('a pair that only does not say it leaves a claim of every pair as its mean is', () => {
  const { verdict, contrary, note } = claimOf({ 10: 1, 100: 2, 1000: 3 }, { every: true });
  assert.deepEqual([verdict, contrary, note], ['replicated', undefined, '']);
});

test('in the mean the opposite, and one pair as it was said: in part as well', () => {
  const { verdict, contrary } = claimOf({ 10: 1.5, 100: 0.4, 1000: 0.3 }, { every: true });
  assert.deepEqual([verdict, contrary], ['in part', 1]);
});
