import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOfLook } from '../answers/looks.ts';
import { confidenceInterval } from './estimate.ts';
import { type Outlook, reachAfter, sessionsNeeded, sessionVariance } from './sessions-needed.ts';

const OUTLOOK: Outlook = {
  sessionVariance: 0.059 ** 2,
  systematicVariance: 0,
  priorDegreesOfFreedom: 4,
  comparisons: 21,
  alpha: 0.05,
  looksTaken: 0,
  finished: 0,
};

test('the reach foreseen is that of the interval at that look', () => {
  const estimate = { log: 0, standardError: 0.059 / Math.sqrt(8), degreesOfFreedom: 7 + 4 };
  const [, high] = confidenceInterval(estimate, levelOfLook(0.05, 3) / 21);
  assert.ok(Math.abs(reachAfter(OUTLOOK, 8) - Math.log(high)) < 1e-12);
  assert.equal(reachAfter(OUTLOOK, 1), Number.POSITIVE_INFINITY);
});

test('an end that is the only look has most of the level, whatever looks might have come before', () => {
  const once = { ...OUTLOOK, isLookedAtOnce: true, isOnceShared: true };
  const estimate = { log: 0, standardError: 0.059 / Math.sqrt(7), degreesOfFreedom: 6 + 4 };
  const [, high] = confidenceInterval(estimate, 0.04 / 21);
  assert.ok(Math.abs(reachAfter(once, 7) - Math.log(high)) < 1e-12);
  assert.ok(reachAfter(once, 7) < 0.8 * reachAfter(OUTLOOK, 7));
  assert.ok(reachAfter(once, 4) < 0.93 * reachAfter(OUTLOOK, 4), 'nothing comes before a first look either');
});

test('who goes on after the only look has looks on the way again, at what it left of the level', () => {
  const goneOn = { ...OUTLOOK, isOnceShared: true, looksTaken: 1, finished: 5 };
  const estimate = { log: 0, standardError: 0.059 / Math.sqrt(9), degreesOfFreedom: 8 + 4 };
  // After 6 and 8 sessions, and at the end.
  const [, high] = confidenceInterval(estimate, levelOfLook(0.05, 4, true) / 21);
  assert.ok(Math.abs(reachAfter(goneOn, 9) - Math.log(high)) < 1e-12);
});

test('so many sessions are enough, and one less is not', () => {
  for (const reach of [0.05, 0.03, 0.02]) {
    const sessions = sessionsNeeded(OUTLOOK, reach)!;
    assert.ok(reachAfter(OUTLOOK, sessions) <= reach);
    assert.ok(reachAfter(OUTLOOK, sessions - 1) > reach, `${sessions}`);
  }
});

test('looks taken on the way make the same width dearer', () => {
  const resumed = { ...OUTLOOK, looksTaken: 12, finished: 20 };
  assert.ok(reachAfter(resumed, 30) > reachAfter(OUTLOOK, 30));
  assert.ok(sessionsNeeded(resumed, 0.02)! > 20);
});

test('no number of sessions gets below what the clock hides', () => {
  assert.equal(sessionsNeeded({ ...OUTLOOK, systematicVariance: 0.03 ** 2 }, 0.05), null);
});

test("an estimate's session has the variance that it was estimated from", () => {
  const estimate = { log: 0, standardError: Math.hypot(0.05 / Math.sqrt(6), 0.01), degreesOfFreedom: 9 };
  assert.ok(Math.abs(sessionVariance(estimate, 6, 0.01 ** 2) - 0.05 ** 2) < 1e-12);
});
