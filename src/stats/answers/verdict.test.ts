import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, reachThatAnswers, widestDifference } from './verdict.ts';

const BOUNDS = { margin: 0.02, precision: 0.1 };

test('a comparison is faster or slower beyond the margin, same inside it, within the precision, or open', () => {
  assert.equal(answerOf([1.021, 1.5], BOUNDS), 'faster');
  assert.equal(answerOf([0.5, 0.98], BOUNDS), 'slower');
  assert.equal(answerOf([0.985, 1.015], BOUNDS), 'same');
  assert.equal(answerOf([1.01, 1.06], BOUNDS), 'within');
  assert.equal(answerOf([0.95, 1.02], BOUNDS), 'within');
  assert.equal(answerOf([0.95, 1.11], BOUNDS), 'open');
  assert.equal(answerOf([0.9, 1.01], BOUNDS), 'open');
  assert.equal(answerOf([0, Number.MAX_VALUE], BOUNDS), 'open');
});

test('swapping the cells swaps faster and slower and leaves the other answers', () => {
  const swapped = { faster: 'slower', slower: 'faster', same: 'same', within: 'within', open: 'open' };
  for (const low of [0.5, 0.9, 0.98, 0.985, 1.01, 1.021, 1.2]) {
    for (const width of [1.001, 1.03, 1.2]) {
      const high = low * width;
      assert.equal(answerOf([1 / high, 1 / low], BOUNDS), swapped[answerOf([low, high], BOUNDS)]);
    }
  }
});

test('the margin is what the user calls no difference, however wide', () => {
  assert.equal(answerOf([0.8, 1.2], { margin: 0.3, precision: 0.1 }), 'same');
});

test('the widest difference is the farther end of the interval', () => {
  assert.ok(Math.abs(widestDifference([0.96, 1.01]) - 0.0416666) < 1e-6);
  assert.ok(Math.abs(widestDifference([0.99, 1.05]) - 0.05) < 1e-12);
  assert.equal(widestDifference([0, Number.MAX_VALUE]), Number.MAX_VALUE);
});

test('an interval of the width that answers does, and one a little wider does not', () => {
  for (const log of [-0.3, -0.05, -0.01, 0, 0.0021, 0.03, 0.08, 0.5]) {
    const reach = reachThatAnswers(log, BOUNDS)!;
    const answer = (share: number) =>
      answerOf([Math.exp(log - share * reach), Math.exp(log + share * reach)], BOUNDS);
    assert.notEqual(answer(0.999), 'open');
    assert.equal(answer(1.001), 'open');
  }
});

test('no width answers whether a ratio on the very margin is beyond it', () => {
  assert.equal(reachThatAnswers(Math.log1p(0.02), { margin: 0.02, precision: 0.02 }), null);
});
