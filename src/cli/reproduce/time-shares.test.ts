import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextShareMs } from './time-shares.ts';

test('each study has its share by cost, and what one leaves goes to those after it', () => {
  const costsMs = [10_000, 30_000, 60_000];
  assert.equal(nextShareMs(costsMs, 200_000), 20_000);
  // The first took 5 s of its 20 s.
  assert.equal(nextShareMs(costsMs.slice(1), 195_000), 65_000);
  assert.equal(nextShareMs(costsMs.slice(2), 130_000), 130_000);
});

test('no study gets a time in which nothing can be run', () => {
  assert.equal(nextShareMs([1_000, 99_000], -5_000), 1_000);
});
