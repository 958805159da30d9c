import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { summarise } from '../../summary/summarise.ts';
import { sayHiddenPairs } from './hidden-pairs.ts';

const { run, rows, probes } = syntheticRecord();
const claim: Claim = {
  ...{ id: 'A', says: 'a', part: null, standIn: null },
  where: { n: [1000], compression: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  published: [1, null],
};
const [measured] = summarise({ ...run, study: { ...run.study, claims: [claim] } }, rows, probes).claims;

function said(verdict: ClaimSummary['verdict'], published: Claim['published'], ...ratios: number[]): string {
  const pairs = ratios.map((ratio) => ({
    ...measured!.pairs[0]!,
    ratio,
    interval: [ratio / 1.01, ratio * 1.01] as const,
  }));
  return sayHiddenPairs({ ...measured!, margin: 0.02, verdict, published, pairs });
}

test('of a range with two ends the pairs are told that lie below, within and above it, where they differ', () => {
  const alike = [0.95, 1.05] as const;
  assert.equal(
    said('not replicated', alike, 0.5, 1, 1.01, 0.99),
    'of 4 pairs by themselves 1 measured below 0.95× to 1.05× and 3 within it',
  );
  assert.equal(said('not replicated', alike, 0.5, 0.6), '');
  assert.equal(
    said('replicated', alike, 0.5, 2),
    'of 2 pairs by themselves 1 measured below 0.95× to 1.05× and 1 above it',
  );
  assert.equal(said('replicated', alike, 0.99, 1), '');
  assert.equal(
    said('open', [1.18, 1.22], 1.1, 1.2, 1.21, 1.3),
    'of 4 pairs by themselves 1 measured below 1.18× to 1.22×, 2 within it and 1 above it',
  );
  assert.equal(
    said('replicated', [2, 2], 1.95, 2.5),
    'of 2 pairs by themselves 1 measured within a tenth of 2.00× and 1 above it',
  );
  assert.equal(said('in part', alike, 0.5, 1), '', 'its verdict counts them');
});

test('a pair on the claimed side that falls short of the border is counted', () => {
  assert.equal(said('replicated', [1.5, null], 1.4, 2.5), '1 of 2 pairs by itself measured below 1.50×');
  assert.equal(said('replicated', [null, 0.5], 0.4, 0.6), '1 of 2 pairs by itself measured above 0.50×');
  assert.equal(said('replicated', [1, null], 1.4, 2.5), '');
  assert.equal(said('replicated', [1, null], 0.5, 2.5), '1 of 2 pairs by itself says the opposite');
  assert.equal(said('replicated', [1.5, null], 1.4), '', 'one pair is the claim');
});
