import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formerRule, RACE, raceRule, wallTime } from './wall-time.ts';

const BOUNDS = { margin: 0.02, precision: 0.1, byWidth: false };

test('half of the comparisons of the quick study are answered within 40 s and nearly all in 4 minutes', () => {
  const { halfS, answeredBy, falseShare } = wallTime(raceRule(RACE), BOUNDS, 6, 1);
  assert.ok(halfS < 40, `${halfS}`);
  assert.ok(answeredBy(240) > 0.98, `${answeredBy(240)}`);
  assert.ok(falseShare < 0.02, `${falseShare}`);
});

test('the former rules with an oracle take about as long, and tell as little that is false', () => {
  const { allS, falseShare } = wallTime(formerRule, BOUNDS, 6, 1);
  assert.ok(allS > 60 && allS < 300, `${allS}`);
  assert.ok(falseShare < 0.02, `${falseShare}`);
});

test('dropping what is answered shortens the run', () => {
  const { allS } = wallTime(raceRule(RACE), BOUNDS, 6, 1);
  assert.ok(allS < wallTime(raceRule({ ...RACE, drops: false }), BOUNDS, 6, 1).allS);
});
