// bench/statistics.ts prints the same for more situations, families and rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyLevel } from '../answers/family.ts';
import { looksUpTo } from '../answers/looks.ts';
import { pooledEstimates } from '../estimates/pooled.ts';
import {
  limmaEstimates,
  missesAtAnyLook,
  missesAtOneLook,
  missesBetweenSets,
  timesNarrower,
} from './family-misses.ts';
import { APART_SITUATIONS, PAIR_SITUATIONS, UNLIKE_LONG_SITUATIONS } from './pair-situations.ts';
import { ALPHA, missesTruth, shareOfRounds } from './rounds.ts';
import { firstSessions, simulatePairs, USUAL_PAIRS } from './simulated-pairs.ts';

for (const [name, situation] of Object.entries({ ...PAIR_SITUATIONS, ...UNLIKE_LONG_SITUATIONS })) {
  for (const pairs of [1, 3, 21]) {
    test(`${pairs} intervals hold together over all looks up to 15 sessions: ${name}`, () => {
      const share = missesAtAnyLook({ ...situation, pairs }, 15, pairs < 10 ? 1000 : 100, 1);
      assert.ok(share <= 0.05, `${share}`);
    });
  }
}

for (const [name, situation] of Object.entries(PAIR_SITUATIONS)) {
  for (const [pairs, rounds] of [
    [1, 8000],
    [8, 600],
    [21, 100],
  ] as const) {
    test(`${pairs} intervals do so, too, where the plan had one look and the run went on: ${name}`, () => {
      for (const once of [4, 6]) {
        const share = missesAtAnyLook({ ...situation, pairs }, 15, rounds, once, once);
        assert.ok(share <= 0.05, `after ${once}: ${share}`);
      }
    });
  }
}

for (const [name, situation] of Object.entries(APART_SITUATIONS)) {
  test(`intervals of pairs across session sets hold together over all looks up to 15 sessions: ${name}`, () => {
    for (const pairs of [1, 3, 21]) {
      const share = missesBetweenSets(situation, pairs, 15, pairs < 10 ? 1000 : 200, 1);
      assert.ok(share <= 0.05, `${pairs}: ${share}`);
    }
  });
}

test('the prior that is made for thousands of genes misses too often with six pairs', () => {
  const unlike = { ...PAIR_SITUATIONS['half of the pairs 5 times the others'], pairs: 6 };
  const uncapped = missesAtOneLook(unlike, 4, 800, 2, limmaEstimates());
  assert.ok(uncapped > 0.08, `${uncapped}`);
  const ours = missesAtOneLook(unlike, 4, 800, 2);
  assert.ok(ours < 0.06, `${ours}`);
});

test('looking as often without dividing the level would miss far too often', () => {
  const share = shareOfRounds(300, 3, (random) => {
    const pairs = simulatePairs({ ...USUAL_PAIRS, pairs: 1 }, 30, random);
    return looksUpTo(30).some((look) =>
      pooledEstimates(firstSessions(pairs, look)).some((each) => missesTruth(each, familyLevel(ALPHA, 1), 0)),
    );
  });
  assert.ok(share > 0.1, `${share}`);
});

test('at the first look 21 pairs have intervals half as wide as plain t', () => {
  const times = timesNarrower(USUAL_PAIRS, 4, ALPHA / 2 / 21, 60, 4);
  assert.ok(times > 1.7 && times < 2.6, `${times}`);
  assert.equal(timesNarrower({ ...USUAL_PAIRS, pairs: 1 }, 4, ALPHA, 20, 4), 1);
});
