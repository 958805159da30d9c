import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coarseClock } from './coarse-clock.ts';

const PHONE = { stepMs: 1, cellsMs: [2.3, 2.7], exchanges: 40, exchangeSd: 0.03 } as const;

for (const sessions of [4, 6, 20]) {
  test(`on a clock of 1 ms, 2.3 and 2.7 ms are held by the interval of ${sessions} sessions`, () => {
    const outcome = coarseClock({ ...PHONE, sessions }, 200, 1);
    assert.ok(outcome.held >= 0.95, JSON.stringify(outcome));
    assert.ok(outcome.heldWithoutStep < 0.2, JSON.stringify(outcome));
  });
}

test('on a fine clock its step changes nothing', () => {
  const outcome = coarseClock({ ...PHONE, stepMs: 0.005, exchangeSd: 0.15, sessions: 6 }, 300, 2);
  assert.ok(outcome.held > 0.92 && outcome.held < 0.98, JSON.stringify(outcome));
  assert.ok(outcome.decided > 0.9, JSON.stringify(outcome));
});
