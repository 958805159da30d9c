import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeWithin } from './time-within.ts';

/** A clock that only shows whole steps of the time that `work` has really taken. */
function steppedClock(stepMs: number) {
  let trueMs = 0;
  return { now: () => Math.floor(trueMs / stepMs) * stepMs, work: (ms: number) => (trueMs += ms) };
}

test('work far below the clock step is timed to within two per cent, and the slow first run does not count', () => {
  const clock = steppedClock(0.1);
  let runs = 0;
  const foundMs = timeWithin(clock.now, 100, 100, () => clock.work(runs++ === 0 ? 5 : 0.0073));
  assert.ok(Math.abs(foundMs / 0.0073 - 1) < 0.02, `${foundMs}`);
});

test('work is repeated until its share of time is over, and what disturbs one run does not show', () => {
  const clock = steppedClock(0.005);
  let runs = 0;
  const foundMs = timeWithin(clock.now, 5, 100, () => clock.work(runs++ === 4 ? 60 : 10));
  assert.ok(Math.abs(foundMs - 10) < 0.02, `${foundMs}`);
  assert.equal(runs, 5);
});

test('long work is done twice, very long work once', () => {
  const twice = steppedClock(0.005);
  let runs = 0;
  const foundMs = timeWithin(twice.now, 5, 100, () => twice.work(runs++ === 0 ? 290 : 200));
  assert.ok(Math.abs(foundMs - 200) < 0.01, `${foundMs}`);
  assert.equal(runs, 2);
  const once = steppedClock(0.005);
  let times = 0;
  assert.ok(timeWithin(once.now, 5, 100, () => once.work(300 + times++)) < 301);
  assert.equal(times, 1);
});
