import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestIn, Stalls } from './stalls.ts';

test('a stall counts for every time that it reaches into', () => {
  const stalls = [
    { atMs: 1_000, ms: 300 },
    { atMs: 5_000, ms: 200 },
  ];
  assert.equal(longestIn(stalls, 0, 10_000), 300);
  assert.equal(longestIn(stalls, 900, 950), 300, 'it was going on');
  assert.equal(longestIn(stalls, 1_001, 4_799), 0);
  assert.equal(longestIn(stalls, 2_000, 4_900), 200);
  assert.equal(longestIn([], 0, 1), 0);
});

test('a busy main thread is no stall of the machine', () => {
  const stalls = new Stalls();
  const fromMs = performance.now();
  while (performance.now() - fromMs < 100);
  assert.equal(stalls.longestIn(fromMs - 1_000, fromMs), 0);
  stalls.stop();
});
