import assert from 'node:assert/strict';
import test from 'node:test';
import type { AARun } from '../../bench/a-a.ts';
import { seededRandom } from '../../src/base/random.ts';
import { confidenceInterval, sumOfIndependent } from '../../src/stats/estimates/estimate.ts';
import { normal } from '../../src/stats/simulated.ts';
import { disagreements, faultsOfTheSame, sumsThatDoNotAddUp } from '../../test/support/proofs/judges.ts';
import {
  estimateOfStages,
  intervalOfStages,
  runsNeeded,
  valuesNeeded,
} from '../../test/support/proofs/two-stages.ts';

// The long proofs themselves need a quiet machine; what they demand is held here to what must not pass.

test('neighbours agree only where the interval holds 1 and no difference of 12 %', () => {
  const of = (low: number, high: number) => disagreements([{ name: 'it', interval: [low, high] }]);
  assert.deepEqual(of(0.95, 1.06), []);
  assert.deepEqual(of(1.01, 1.06), ['it: [1.010, 1.060] leaves out 1']);
  assert.deepEqual(of(0.98, 1.13), ['it: [0.980, 1.130] could hide a difference of 12 %: it lacks power']);
  assert.deepEqual(of(0.88, 1.01), ['it: [0.880, 1.010] could hide a difference of 12 %: it lacks power']);
  assert.equal(of(0.75, 1.4).length, 1);
  assert.equal(of(Number.NaN, Number.NaN).length, 1);
});

test('a proof says itself how near agreement has to be', () => {
  const of = (low: number, high: number) => disagreements([{ name: 'it', interval: [low, high] }], 0.05);
  assert.deepEqual(of(0.96, 1.045), []);
  assert.deepEqual(of(0.96, 1.06), ['it: [0.960, 1.060] could hide a difference of 5 %: it lacks power']);
  assert.deepEqual(of(1.001, 1.04), ['it: [1.001, 1.040] leaves out 1']);
});

test('two stages reach no further than they are to, and miss as seldom as they may, on quiet and noisy machines', () => {
  const random = seededRandom(19);
  const [alpha, reach, truth, runs] = [0.05, 0.025, 0.01, 2_000];
  for (const sd of [0.005, 0.03, 0.08]) {
    const values = (count: number) => Array.from({ length: count }, () => truth + sd * normal(random));
    let missed = 0;
    for (let run = 0; run < runs; run++) {
      const first = values(12);
      const needed = valuesNeeded(first, reach, alpha);
      const [low, high] = intervalOfStages(first, values(needed - first.length), alpha);
      assert.ok(Math.log(high / low) / 2 <= reach * (1 + 1e-9), `${low} to ${high} with ${needed}`);
      if (Math.log(low) > truth || Math.log(high) < truth) missed += 1;
    }
    // Three standard errors of so many runs.
    const most = alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / runs);
    assert.ok(missed / runs <= most, `${missed} of ${runs} miss at a scatter of ${sd}`);
  }
});

test('two sides are measured until their ratio is known so well, and it misses as seldom as it may', () => {
  const random = seededRandom(23);
  const [alpha, reach, truth, proofs] = [0.05, 0.0567, 0.03, 300];
  for (const [sd, otherSd] of [
    [0.02, 0.03],
    [0.12, 0.12],
    [0.05, 0.25],
  ] as const) {
    const values = (count: number, mean: number, by: number) =>
      Array.from({ length: count }, () => mean + by * normal(random));
    let missed = 0;
    for (let proof = 0; proof < proofs; proof++) {
      const sides = [
        { first: values(15, 0, sd), perRun: 15, runMs: 120_000 },
        { first: values(24, truth, otherSd), perRun: 4, runMs: 20_000 },
      ];
      const [runs, others] = runsNeeded(sides, reach, alpha) as [number, number];
      const there = estimateOfStages(sides[0]!.first, values(15 * runs, 0, sd));
      const here = estimateOfStages(sides[1]!.first, values(4 * others, truth, otherSd));
      const [low, high] = confidenceInterval(sumOfIndependent([here, { ...there, log: -there.log }]), alpha);
      assert.ok(Math.log(high / low) / 2 <= reach * (1 + 1e-9), `${low} to ${high}`);
      if (Math.log(low) > truth || Math.log(high) < truth) missed += 1;
    }
    const most = alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / proofs);
    assert.ok(missed / proofs <= most, `${missed} of ${proofs} miss at ${sd} and ${otherSd}`);
  }
});

test('runs go to the side that they tell the most of in their time, and to none that is known well enough', () => {
  const values = (sd: number) => Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? sd : -sd));
  const side = (sd: number, runMs = 60_000) => ({ first: values(sd), perRun: 8, runMs });
  assert.deepEqual(runsNeeded([side(0.01), side(0.02), side(0)], 0.06, 0.01), [0, 0, 0]);
  const [there, wild, steady] = runsNeeded([side(0.02), side(0.3), side(0.02)], 0.06, 0.01);
  assert.ok(wild! > 10 && there! < wild! / 4 && steady === 0, `${there} ${wild} ${steady}`);
  // What both are held against counts twice, and what takes half of the time is made more often.
  const [shared, first, second] = runsNeeded([side(0.2), side(0.2), side(0.2)], 0.06, 0.01);
  assert.ok(shared! > first! && first === second, `${shared} ${first} ${second}`);
  const [slow, quick] = runsNeeded([side(0.2, 120_000), side(0.2, 20_000)], 0.06, 0.01);
  assert.ok(quick! > 2 * slow!, `${quick} ${slow}`);
});

const GOOD: AARun = { isComplete: true, asked: 5, told: 4, wrong: 0 };

function runs(number: number, more: Partial<AARun> = {}): AARun[] {
  return Array.from({ length: number }, () => ({ ...GOOD, ...more }));
}

test('of 40 runs of the same two may be false, and three may not', () => {
  assert.deepEqual(faultsOfTheSame([...runs(38), ...runs(2, { wrong: 1 })]), []);
  assert.deepEqual(faultsOfTheSame([...runs(37), ...runs(3, { wrong: 1 })]), [
    '3 of 40 runs tell a difference',
  ]);
  assert.deepEqual(faultsOfTheSame([...runs(9), ...runs(1, { wrong: 2 })]), [
    '1 of 10 runs tell a difference',
  ]);
});

test('runs of the same that end early, compare nothing or tell nothing prove nothing', () => {
  assert.deepEqual(faultsOfTheSame([]), ['no run']);
  assert.deepEqual(faultsOfTheSame([...runs(3), ...runs(1, { isComplete: false })]), [
    '1 of 4 runs are not complete',
  ]);
  assert.deepEqual(faultsOfTheSame([...runs(3), ...runs(1, { asked: 0, told: 0 })]), [
    '1 of 4 runs compare fewer than 5 times',
  ]);
  assert.deepEqual(faultsOfTheSame(runs(4, { told: 2 })), ['only 8 of 20 comparisons are answered at all']);
});

test('a sum with a narrow interval lies within 97 to 103 %, and half of the intervals are narrow', () => {
  const sum = (share: number, reach: number) => ({
    id: 'cell',
    share,
    interval: [share - reach, share + reach] as const,
  });
  assert.deepEqual(sumsThatDoNotAddUp([sum(1, 0.01), sum(0.98, 0.03)]), []);
  assert.deepEqual(sumsThatDoNotAddUp([sum(1, 0.01), sum(0.94, 0.05)]), []);
  assert.deepEqual(sumsThatDoNotAddUp([sum(0.96, 0.02)]), ['cell: 0.960 [0.940, 0.980] lies outside']);
  assert.deepEqual(sumsThatDoNotAddUp([sum(1, 0.01), sum(1.1, 0.05)]), [
    'cell: 1.100 [1.050, 1.150] surely lies outside',
  ]);
  assert.deepEqual(sumsThatDoNotAddUp([sum(1, 0.01), sum(1, 0.05), sum(1, 0.04)]), [
    'only 1 of 3 intervals reach ±3 % or less',
  ]);
  assert.equal(sumsThatDoNotAddUp([]).length, 1);
});
