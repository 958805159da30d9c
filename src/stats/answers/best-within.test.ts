import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestWithin, epsilonShare } from './best-within.ts';

const at = (ratio: number, standardError: number) => ({
  log: Math.log(ratio),
  standardError,
  degreesOfFreedom: 20,
});
const QUESTION = { epsilon: 0.05, alpha: 0.05, candidates: 5 };

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

test('the question is decided when none is in between', () => {
  assert.equal(bestWithin([at(1.01, 0.005), at(1.3, 0.02)], QUESTION).decided, true);
  assert.equal(bestWithin([], QUESTION).decided, true);
});

test('candidates that were dropped still count in the family', () => {
  const close = [at(1.03, 0.007)];
  assert.equal(bestWithin(close, { ...QUESTION, candidates: 2 }).standings[0], 'within');
  assert.equal(bestWithin(close, { ...QUESTION, candidates: 40 }).standings[0], 'open');
});

test('ε is the larger of a share and of a millisecond', () => {
  assert.equal(epsilonShare(200), 0.05);
  assert.equal(epsilonShare(4), 0.25);
  assert.equal(epsilonShare(4, 0.5), 0.5);
});
