import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Standing, sayCounts, standingOfClaim } from './standings.ts';

const claimOf = (...all: readonly Standing[]) => {
  const { standing, soFar } = standingOfClaim(all.map((each) => ({ standing: each, soFar: null })));
  return [standing, soFar];
};

test('a claim is decided when none of its ratios is open', () => {
  assert.deepEqual(claimOf('replicated', 'opposite'), ['in part', null]);
  assert.deepEqual(claimOf('not replicated', 'opposite'), ['not replicated', null]);
  assert.deepEqual(claimOf('opposite', 'opposite'), ['opposite', null]);
  assert.deepEqual(claimOf('in part', 'in part'), ['in part', null]);
  assert.deepEqual(claimOf('undecided'), ['undecided', null]);
  assert.deepEqual(claimOf('replicated', 'undecided'), ['undecided', null]);
});

test('where the others differ already it is in part so far', () => {
  assert.deepEqual(claimOf('replicated', 'opposite', 'undecided'), ['undecided', 'in part']);
  assert.deepEqual(claimOf('in part', 'undecided'), ['undecided', 'in part']);
  assert.deepEqual(claimOf('not replicated', 'opposite', 'undecided'), ['undecided', null]);
});

test('a ratio that is replicated on some of its pairs counts for what its claim is so far', () => {
  const both = standingOfClaim([
    { standing: 'undecided', soFar: 'replicated' },
    { standing: 'opposite', soFar: null },
  ]);
  assert.deepEqual(both, { standing: 'undecided', soFar: 'in part' });
  const alone = standingOfClaim([{ standing: 'undecided', soFar: 'replicated' }]);
  assert.deepEqual(alone, { standing: 'undecided', soFar: 'replicated' });
});

test('counts are told where not all stand alike', () => {
  assert.equal(sayCounts(['replicated', 'opposite', 'replicated']), '2 of 3 replicated, 1 of 3 opposite');
  assert.equal(sayCounts(['replicated', 'undecided'], ' pairs'), '1 of 2 pairs replicated, 1 of 2 undecided');
  assert.equal(sayCounts(['opposite', 'opposite']), '');
  assert.equal(sayCounts(['in part', 'in part']), '2 of 2 in part', 'its ratios have the counts');
});
