// bench/statistics.ts prints the same for more situations, families and rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gives, missesAtAnyEnd, missesAtChosenEnds, wantsAny } from './chosen-ends.ts';
import { PAIR_SITUATIONS } from './pair-situations.ts';
import { USUAL_PAIRS } from './simulated-pairs.ts';

const STEADY_BUT_ONE = PAIR_SITUATIONS['one pair 5 times the others'];

for (const [name, reader] of [
  ['the report foresees', gives],
  ['suits who wants a wrong answer', wantsAny],
] as const) {
  for (const pairs of [1, 3]) {
    test(`${pairs} intervals hold together where runs end when it ${name}`, () => {
      for (const situation of [USUAL_PAIRS, STEADY_BUT_ONE]) {
        const share = missesAtChosenEnds({ ...situation, pairs }, 20, reader, 500, 1);
        assert.ok(share <= 0.05, `${share}`);
      }
    });
  }
}

test('who sees every session and ends the run at whichever suits him is wrong a little more often', () => {
  const one = { ...USUAL_PAIRS, pairs: 1 };
  const share = missesAtAnyEnd(one, 30, 1000, 1);
  assert.ok(share <= 0.07, `${share}`);
  const planned = missesAtChosenEnds(one, 30, () => null, 1000, 1);
  assert.ok(share >= planned, `${share} ${planned}`);
});
