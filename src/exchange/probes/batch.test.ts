import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeInBatch } from './batch.ts';

/** A clock that only shows whole steps of the time that `work` has really taken. */
function steppedClock(stepMs: number) {
  let trueMs = 0;
  return { now: () => Math.floor(trueMs / stepMs) * stepMs, work: (ms: number) => (trueMs += ms) };
}

test('work below the clock step is timed in a batch to within five per cent', () => {
  const clock = steppedClock(0.02);
  const meanMs = timeInBatch(
    clock.now,
    20,
    () => null,
    () => clock.work(0.0073),
  );
  assert.ok(meanMs !== null && Math.abs(meanMs / 0.0073 - 1) < 0.05, `${meanMs}`);
});

test('work of many steps is left to be timed one by one', () => {
  const clock = steppedClock(0.005);
  assert.equal(
    timeInBatch(
      clock.now,
      5,
      () => null,
      () => clock.work(0.5),
    ),
    null,
  );
});

test('every repetition gets an input of its own', () => {
  const clock = steppedClock(0.02);
  const seen = new Set<object>();
  let runs = 0;
  timeInBatch(
    clock.now,
    20,
    () => ({}),
    (input) => {
      seen.add(input);
      runs += 1;
      clock.work(0.001);
    },
  );
  assert.equal(seen.size, runs);
});

test('a process that has the core for a batch is in no figure', () => {
  const clock = steppedClock(0.02);
  let runs = 0;
  const meanMs = timeInBatch(
    clock.now,
    20,
    () => null,
    () => {
      runs += 1;
      clock.work(runs === 100 ? 4 : 0.004);
    },
  );
  assert.ok(Math.abs(meanMs! / 0.004 - 1) < 0.05, `${meanMs}`);
});

test('on a coarse clock fewer batches must do', () => {
  const clock = steppedClock(1);
  let runs = 0;
  const meanMs = timeInBatch(
    clock.now,
    1_000,
    () => null,
    () => {
      runs += 1;
      clock.work(0.05);
    },
  );
  assert.ok(Math.abs(meanMs! / 0.05 - 1) < 0.05, `${meanMs}`);
  assert.ok(runs < 2_000, `${runs} runs`);
});
