import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestWithin, epsilonShare } from './best-within.ts';

const at = (ratio: number, standardError: number, place = 1) => ({
  overLeader: { log: Math.log(ratio), standardError, degreesOfFreedom: 20 },
  place,
  isKnownWithin: false,
});
const QUESTION = { epsilon: 0.05, alpha: 0.05, candidates: 5, leaderPlace: 1 };

test('a candidate is within, surely slower, or open', () => {
  const { standings, decided } = bestWithin(
    [at(1.01, 0.005), at(1.3, 0.02), at(1.04, 0.03), at(1.1, 0.05)],
    QUESTION,
  );
  assert.deepEqual(standings, ['within', 'slower', 'open', 'open']);
  assert.equal(decided, false);
});

test('a candidate that is surely slower, though by less than ε, may still be recommended', () => {
  assert.deepEqual(bestWithin([at(1.03, 0.002)], QUESTION).standings, ['within']);
});

test('the simplest is open as long as it may be within ε, however surely it is slower', () => {
  // About [1.008, 1.053] at this level.
  const standingOf = (place: number, others: readonly ReturnType<typeof at>[] = []) =>
    bestWithin([at(1.03, 0.007, place), ...others], QUESTION).standings[0];
  assert.equal(standingOf(0), 'open');
  assert.equal(standingOf(1), 'slower', 'no simpler than the leader');
  assert.equal(standingOf(0, [at(1.01, 0.005, 0)]), 'slower', 'no simpler than one that is within');
  assert.equal(standingOf(0, [at(1.04, 0.03, 0)]), 'open', 'the other may not be within');
  assert.equal(bestWithin([at(1.1, 0.007, 0)], QUESTION).standings[0], 'slower', 'surely beyond');
});

test('what is known to be within stays so, and others that are no simpler are dropped beside it', () => {
  const known = { ...at(1.03, 0.007, 0), isKnownWithin: true };
  assert.deepEqual(bestWithin([known, at(1.03, 0.007, 0)], QUESTION).standings, ['within', 'slower']);
});

test('what nothing holds against the leader is open', () => {
  const unknown = { overLeader: null, place: 1, isKnownWithin: false };
  assert.deepEqual(bestWithin([unknown], QUESTION), { standings: ['open'], decided: false });
});

test('the question is decided when none is in between', () => {
  assert.equal(bestWithin([at(1.01, 0.005), at(1.3, 0.02)], QUESTION).decided, true);
  assert.equal(bestWithin([], QUESTION).decided, true);
});

test('candidates that were dropped still count in the family', () => {
  const close = [at(1.03, 0.007, 0)];
  assert.equal(bestWithin(close, { ...QUESTION, candidates: 2 }).standings[0], 'within');
  assert.equal(bestWithin(close, { ...QUESTION, candidates: 40 }).standings[0], 'open');
});

test('ε is the larger of a share and of a millisecond', () => {
  assert.equal(epsilonShare(200), 0.05);
  assert.equal(epsilonShare(4), 0.25);
  assert.equal(epsilonShare(4, 0.5), 0.5);
});
