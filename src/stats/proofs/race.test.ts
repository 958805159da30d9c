import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAIR_SITUATIONS } from './pair-situations.ts';
import { race } from './race.ts';
import { USUAL_PAIRS } from './simulated-pairs.ts';

/** A third of the pairs alike, the others up to 20 % apart. */
const spread = (i: number, pairs: number) => (i % 3 === 0 ? 0 : (0.2 * i) / pairs);

for (const pairs of [1, 3, 21]) {
  test(`of ${pairs} pairs dropped when answered, in a run prolonged twice, what was told is true`, () => {
    const outcome = race(
      { situation: { ...USUAL_PAIRS, pairs }, truth: spread, margin: 0.02, precision: 0.1, ends: [5, 9, 20] },
      300,
      1,
    );
    assert.ok(outcome.misses <= 0.05, JSON.stringify(outcome));
    assert.ok(outcome.falseAnswers <= outcome.misses, JSON.stringify(outcome));
    assert.ok(outcome.open < 0.5 && outcome.measured < 0.9, JSON.stringify(outcome));
  });
}

test('pairs that differ by a little more than the margin are not called the same by luck', () => {
  const outcome = race(
    {
      situation: { ...PAIR_SITUATIONS['one pair 5 times the others'], pairs: 6 },
      truth: () => Math.log(1.03),
      margin: 0.02,
      precision: 0.05,
      ends: [4, 7, 26],
    },
    300,
    2,
  );
  assert.ok(outcome.falseAnswers <= 0.03, JSON.stringify(outcome));
});
