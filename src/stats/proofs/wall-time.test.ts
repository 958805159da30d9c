import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { BETWEEN_SD, WITHIN_EXCHANGES, WITHIN_SD } from '../estimates/seen-scatter.ts';
import { formerRule, RACE, raceRule, simulatedLogRatio, wallTime } from './wall-time.ts';

const BOUNDS = { margin: 0.02, precision: 0.1, byWidth: false };

test('half of the comparisons of the quick study are answered within 40 s and nearly all in 4 minutes', () => {
  const { halfS, answeredBy, falseShare } = wallTime(raceRule(RACE), BOUNDS, 6, 1);
  assert.ok(halfS < 40, `${halfS}`);
  assert.ok(answeredBy(240) > 0.93, `${answeredBy(240)}`);
  assert.ok(falseShare < 0.02, `${falseShare}`);
});

test('its ±25 % are told of most comparisons within a minute, and ±5 % of few more than half', () => {
  const by = (precision: number, seconds: number) =>
    wallTime(raceRule({ ...RACE, budgetS: seconds }), { ...BOUNDS, precision }, 20, 1).answeredBy(seconds);
  assert.ok(by(0.25, 55) > 0.85, `${by(0.25, 55)}`);
  assert.ok(by(0.05, 240) > 0.65 && by(0.05, 240) < 0.85, `${by(0.05, 240)}`);
});

test('a short run that is looked at once, at its end, answers more of its many questions, and tells as little that is false', () => {
  for (const sessions of [5, 6, 7]) {
    const outcome = (looksOnTheWay: boolean) =>
      wallTime(raceRule({ ...RACE, sessions, looksOnTheWay }), { ...BOUNDS, precision: 0.25 }, 60, sessions);
    const [once, often] = [outcome(false), outcome(true)];
    const [more, fewer] = [once.answeredBy(60), often.answeredBy(60)];
    assert.ok(more > fewer + 0.03, `${more} ${fewer} after ${sessions} sessions`);
    assert.ok(once.falseShare < 0.01, `${once.falseShare}`);
  }
});

test('the scatter simulated is that which plans foresee', () => {
  const random = seededRandom(3);
  const logs = Array.from({ length: 4_000 }, () => simulatedLogRatio(WITHIN_EXCHANGES, random));
  const variance = logs.reduce((sum, log) => sum + log ** 2, 0) / logs.length;
  assert.ok(Math.abs(Math.sqrt(variance) / Math.hypot(BETWEEN_SD, WITHIN_SD) - 1) < 0.05);
});

test('the former rules with an oracle take about as long, and tell as little that is false', () => {
  const { allS, falseShare } = wallTime(formerRule, BOUNDS, 6, 1);
  assert.ok(allS > 120 && allS < 600, `${allS}`);
  assert.ok(falseShare < 0.02, `${falseShare}`);
});

test('dropping what is answered shortens the run', () => {
  const { allS } = wallTime(raceRule(RACE), BOUNDS, 6, 1);
  assert.ok(allS < wallTime(raceRule({ ...RACE, drops: false }), BOUNDS, 6, 1).allS);
});
