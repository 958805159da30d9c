import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRatio, twinNoise } from './verdict.ts';

test('an interval beyond the margin is a difference, one inside it is none', () => {
  assert.equal(judgeRatio([1.03, 1.2], 0.02), 'faster');
  assert.equal(judgeRatio([0.8, 0.97], 0.02), 'slower');
  assert.equal(judgeRatio([0.99, 1.01], 0.02), 'same');
  assert.equal(judgeRatio([1.01, 1.2], 0.02), 'undecided');
  assert.equal(judgeRatio([0.9, 1.1], 0.02), 'undecided');
});

test('a noise floor that hides much makes nothing the same', () => {
  assert.equal(judgeRatio([0.8, 1.2], 0.44), 'undecided');
  assert.equal(judgeRatio([0.95, 1.05], 0.44), 'same');
  assert.equal(judgeRatio([1.3, 1.4], 0.44), 'undecided');
});

test('swapping the cells swaps the verdict', () => {
  const swapped = { faster: 'slower', slower: 'faster', same: 'same', undecided: 'undecided' };
  for (const [low, high] of [
    [1.021, 1.1],
    [1.019, 1.1],
    [0.981, 1.02],
    [0.5, 2],
  ] as const) {
    assert.equal(judgeRatio([1 / high, 1 / low], 0.02), swapped[judgeRatio([low, high], 0.02)]);
  }
});

test("a twin's own interval is no difference by its noise floor", () => {
  for (const interval of [
    [0.95, 1.02],
    [0.99, 1.06],
    [1.01, 1.03],
  ] as const) {
    const floor = twinNoise(interval);
    assert.equal(judgeRatio(interval, floor * (1 + 1e-9)), 'same');
    assert.notEqual(judgeRatio(interval, floor * 0.99), 'same');
  }
});
