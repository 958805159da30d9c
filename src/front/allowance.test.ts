import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from './allowance.ts';

/** How many of requests that come all at once go out. */
function atOnce(perSecond: number): number {
  const allowance = new Allowance(perSecond, null, () => 0);
  return Array.from({ length: 100 }, () => allowance.take()).filter(Boolean).length;
}

test('what comes at once is no more than a rate lets come late', () => {
  assert.deepEqual([1 / 60, 0.2, 1, 20].map(atOnce), [1, 2, 5, 20]);
});

test('a request that follows a late one closely is allowed', () => {
  let nowMs = 0;
  const allowance = new Allowance(1 / 60, null, () => nowMs);
  const takenAt = (ms: number) => {
    nowMs = ms;
    return allowance.take();
  };
  assert.deepEqual([0, 30_000, 64_000, 120_000].map(takenAt), [true, false, true, true]);
});

test('no more go out than are agreed to in all, and those refused for coming too soon are none of them', () => {
  let nowMs = 0;
  const allowance = new Allowance(1 / 60, 2, () => nowMs);
  const takenAt = (ms: number) => {
    nowMs = ms;
    return allowance.take();
  };
  assert.deepEqual([0, 1_000, 60_000].map(takenAt), [true, false, true]);
  assert.deepEqual([allowance.asked, allowance.isUsedUp], [2, true]);
  assert.equal(takenAt(3_600_000), false);
  assert.equal(allowance.asked, 2);
});
