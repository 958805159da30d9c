// bench/statistics.ts prints the same for more situations and rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineMisses, machineReach, missesIfOneMachine, missesOfStoppedRuns } from './machines.ts';
import { USUAL_PAIRS } from './simulated-pairs.ts';

const alike = { pairs: { ...USUAL_PAIRS, pairs: 3 }, machineSd: 0, sessions: () => 6 };

for (const machines of [2, 3, 4, 10]) {
  for (const machineSd of [0, 0.03, 0.2]) {
    test(`three intervals over ${machines} machines that differ by ${machineSd * 100} % hold together`, () => {
      const share = machineMisses({ ...alike, machines, machineSd }, 600, 1);
      assert.ok(share <= 0.065, `${share}`);
    });
  }
}

test('they hold where machines have very unlike numbers of sessions', () => {
  const unlike = { ...alike, machineSd: 0.05, sessions: (i: number) => (i % 2 === 0 ? 4 : 20) };
  for (const machines of [3, 6]) {
    const share = machineMisses({ ...unlike, machines }, 600, 2);
    assert.ok(share <= 0.065, `${machines}: ${share}`);
  }
});

test('sessions of ten machines taken for those of one miss most of the time', () => {
  const share = missesIfOneMachine({ ...alike, machines: 10, machineSd: 0.1 }, 200, 3);
  assert.ok(share > 0.4, `${share}`);
});

test('one machine more never makes the intervals of a family much wider', () => {
  const family = { ...alike, pairs: USUAL_PAIRS, machineSd: 0.02 };
  const reach = (machines: number) => machineReach({ ...family, machines }, 60, 4);
  const [three, four, ten] = [reach(3), reach(4), reach(10)];
  assert.ok(four < 1.6 * three && ten < 0.75 * three, `${three} ${four} ${ten}`);
});

test('machines whose runs ended once they had an answer do not carry the mean away', () => {
  const one = { ...alike, pairs: { ...USUAL_PAIRS, pairs: 1 }, machineSd: 0.03 };
  for (const machines of [3, 10]) {
    const share = missesOfStoppedRuns({ ...one, machines }, 0.05, 20, 300, 5);
    assert.ok(share <= 0.065, `${machines}: ${share}`);
  }
});
