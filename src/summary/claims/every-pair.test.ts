import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../summarise.ts';
import { contraryPairs, judgePairs } from './every-pair.ts';

const pair = (low: number, high = low) => ({ ratio: Math.sqrt(low * high), interval: [low, high] as const });

test('a pair is judged by itself as the claim is, exact bytes by a border at its word', () => {
  const above = { published: [1.5, null], margin: 0 } as const;
  assert.deepEqual(judgePairs([pair(1.4), pair(1.6), pair(0.9)], above), [
    'not replicated',
    'replicated',
    'opposite',
  ]);
  const [nearly] = judgePairs([pair(1.42, 1.44)], { ...above, margin: 0.02 });
  assert.notEqual(nearly, 'not replicated', 'times have a tenth of room');
  const alike = { published: [0.95, 1.05], margin: 0.02 } as const;
  assert.deepEqual(judgePairs([pair(0.97, 1.02), pair(0.5, 0.6), pair(0.9, 1)], alike), [
    'replicated',
    'not replicated',
    'open',
  ]);
  const share = { published: [0.65, 0.75], margin: 0.02, isShare: true } as const;
  assert.deepEqual(judgePairs([pair(0.66, 0.74), pair(0.85, 0.9)], share), ['replicated', 'not replicated']);
});

test('pairs are counted that are shown to say otherwise than their mean, and none that are open', () => {
  const pairs = ['replicated', 'opposite', 'open', 'not replicated', 'replicated', 'replicated'] as const;
  assert.equal(contraryPairs('replicated', pairs), 2);
  assert.equal(contraryPairs('opposite', pairs), 3);
  assert.equal(contraryPairs('not replicated', pairs), 3);
  assert.equal(contraryPairs('open', pairs), 2, 'pairs of both kinds tell whatever the mean does');
  assert.equal(contraryPairs('open', ['opposite', 'open']), 0);
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

const verdictsOf = ({ pairs }: ReturnType<typeof claimOf>) => pairs.map(({ verdict }) => verdict);

test('a claim of every pair is replicated in part where one of them says the opposite, with the count', () => {
  const unlike = { 10: 0.7, 100: 2, 1000: 3 };
  const every = claimOf(unlike, { every: true });
  assert.equal(every.pairs.length, 3);
  assert.ok(every.interval![0] > 1.02);
  assert.deepEqual([every.verdict, every.contrary], ['in part', 1]);
  assert.deepEqual(verdictsOf(every), ['opposite', 'replicated', 'replicated']);
  assert.match(every.note, /^1 of 3 pairs by itself says otherwise/);
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

test('a pair that falls short of a border makes a claim of every pair in part', () => {
  const short = { 10: 1.2, 100: 2.5, 1000: 3 };
  const { verdict, contrary } = claimOf(short, { every: true, published: [1.5, null] });
  assert.deepEqual([verdict, contrary], ['in part', 1]);
  assert.equal(claimOf(short, { published: [1.5, null] }).verdict, 'replicated');
});

test('what is said to be alike at every pair is so in part where the mean hides which are', () => {
  const mostlyAlike = { 10: 1, 100: 1, 1000: 0.4 };
  const alike = { published: [0.8, 1.25] } as const;
  assert.equal(claimOf(mostlyAlike, alike).verdict, 'not replicated');
  const every = claimOf(mostlyAlike, { ...alike, every: true });
  assert.deepEqual([every.verdict, every.contrary], ['in part', 2]);
  assert.deepEqual(verdictsOf(every), ['replicated', 'replicated', 'not replicated']);
  const cancelling = claimOf({ 10: 1, 100: 2, 1000: 0.5 }, { ...alike, every: true });
  assert.deepEqual([cancelling.verdict, cancelling.contrary], ['in part', 2]);
});
