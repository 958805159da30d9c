import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import { claimsAsToday } from './claims-today.ts';

const { run } = syntheticRecord();
const claim: Claim = {
  ...{ id: 'A', says: 'XML is slower', part: null, where: {}, standIn: null, published: [1, null] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
};
const measured = { ...run, study: { ...run.study, claims: [claim] } };

function claimsNow(...claims: Claim[]): readonly Claim[] {
  return claimsAsToday({ ...run.study, claims })(measured).study.claims;
}

test('a claim that asks what it asked is judged as its file reads it today', () => {
  const today: Claim = { ...claim, says: 'XML is slower at every n', reading: 'above 1', every: true };
  assert.deepEqual(claimsNow(today), [today]);
});

test('which figure of its cells it is about may be read better, and the tables are the paper’s', () => {
  const today: Claim = { ...claim, metric: ['download'] };
  assert.deepEqual(claimsNow(today), [today]);
  const tables = { publishedFigures: [{ title: 'T', metrics: ['download' as const], rows: [] }] };
  const indicators = ['download' as const];
  const { study } = claimsAsToday({ ...run.study, ...tables, indicators, claims: [] })(measured);
  assert.deepEqual([study.publishedFigures, study.indicators], [tables.publishedFigures, indicators]);
});

test('one that asks something else today is judged by what was measured, and none is added', () => {
  const other: Claim = { ...claim, published: [2, null], every: true };
  assert.deepEqual(claimsNow(other), [claim]);
  assert.deepEqual(claimsNow({ ...claim, where: { n: [10] } }), [claim]);
  assert.deepEqual(claimsNow({ ...claim, id: 'B' }), [claim]);
});
