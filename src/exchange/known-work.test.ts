import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeKnownWork } from './known-work.ts';

test('the known work is timed so often, and takes time', () => {
  const times = timeKnownWork(2, () => performance.now());
  assert.equal(times.length, 2);
  assert.ok(
    times.every((ms) => ms > 1 && ms < 5_000),
    `it took ${times.join(', ')} ms`,
  );
});

test('only what lies between two readings of the clock is told', () => {
  let readings = 0;
  const times = timeKnownWork(1, () => 7 * readings++);
  assert.deepEqual(times, [7]);
  assert.equal(readings, 2);
});
