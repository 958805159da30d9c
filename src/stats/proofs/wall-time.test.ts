import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { BETWEEN_SD, WITHIN_EXCHANGES, WITHIN_SD } from '../estimates/seen-scatter.ts';
import { simulatedLogRatio, simulatedSession } from './quick-sessions.ts';
import {
  AROUND_MS,
  formerRule,
  LOOKED_AT_ONCE,
  minuteOf,
  RACE,
  type RaceShape,
  raceRule,
  wallTime,
} from './wall-time.ts';

const BOUNDS = { margin: 0.02, precision: 0.1, byWidth: false };

test('half of the comparisons of the quick study are answered at the first looks, and nearly all in 4 minutes', () => {
  const { halfS, answeredBy, falseShare } = wallTime(raceRule(RACE), BOUNDS, 6, 1);
  assert.ok(halfS < 40, `${halfS}`);
  assert.ok(answeredBy(240) > 0.93, `${answeredBy(240)}`);
  assert.ok(falseShare < 0.02, `${falseShare}`);
});

test('its ±25 % are told of nearly all comparisons within a minute, and ±5 % of few more than half in four', () => {
  const rule = raceRule({ ...minuteOf(6), ...LOOKED_AT_ONCE });
  const inOne = wallTime(rule, { ...BOUNDS, precision: 0.25 }, 20, 1).answeredBy(60);
  assert.ok(inOne > 0.9, `${inOne}`);
  const inFour = wallTime(raceRule({ ...RACE, budgetS: 240 }), { ...BOUNDS, precision: 0.05 }, 20, 1);
  assert.ok(inFour.answeredBy(240) > 0.65 && inFour.answeredBy(240) < 0.85, `${inFour.answeredBy(240)}`);
});

test('a minute that is looked at once, at its end, answers more of its many questions, and tells as little that is false', () => {
  for (const sessions of [5, 6, 7]) {
    const outcome = (looks: Partial<RaceShape>) =>
      wallTime(raceRule({ ...minuteOf(sessions), ...looks }), { ...BOUNDS, precision: 0.15 }, 60, sessions);
    const [once, often] = [outcome(LOOKED_AT_ONCE), outcome({})];
    const half = outcome({ looksOnTheWay: false }).answeredBy(60);
    const [most, fewest] = [once.answeredBy(60), often.answeredBy(60)];
    assert.ok(half > fewest + 0.03, `${half} ${fewest} after ${sessions} sessions`);
    assert.ok(most > half + 0.01, `${most} ${half} after ${sessions} sessions`);
    assert.ok(once.falseShare < 0.01, `${once.falseShare}`);
  }
});

test('in two minutes and four as many are answered by plans that look on the way, and half of them much sooner', () => {
  const outcome = (budgetS: number, sessions: number, looks: Partial<RaceShape>) => {
    const blocksMs = ((budgetS - 5) * 1_000) / sessions - AROUND_MS;
    const shape = { ...RACE, budgetS: budgetS - 5, blocksMs, sessions, ...looks };
    const { halfS, answeredBy } = wallTime(raceRule(shape), BOUNDS, 60, sessions);
    return { halfS, answered: answeredBy(budgetS) };
  };
  for (const [budgetS, sessions] of [
    [120, 12],
    [240, 26],
  ] as const) {
    const once = outcome(budgetS, 7, LOOKED_AT_ONCE);
    const often = outcome(budgetS, sessions, {});
    const told = JSON.stringify({ budgetS, once, often });
    assert.ok(often.answered > once.answered - 0.1, told);
    assert.ok(often.halfS < 40 && once.halfS > 2 * often.halfS, told);
  }
});

test('a session fills its time, and carries out its warm-up and its least however short that is', () => {
  const [long, short] = [simulatedSession(RACE), simulatedSession({ ...RACE, blocksMs: 1 })];
  assert.ok(Math.abs(long.blocksMs - RACE.blocksMs) < 1, `${long.blocksMs}`);
  assert.ok(long.exchanges.every((exchanges) => exchanges > 15));
  assert.deepEqual(short.exchanges, [9, 9, 9]);
  // Twelve exchanges of each cell, of the heaviest eleven, and three blocks with what settles and is empty.
  assert.ok(short.blocksMs > 3_500 && short.blocksMs < 3_700, `${short.blocksMs}`);
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
