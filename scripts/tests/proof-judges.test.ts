import assert from 'node:assert/strict';
import test from 'node:test';
import type { AARun } from '../../bench/a-a.ts';
import { seededRandom } from '../../src/base/random.ts';
import { normal } from '../../src/stats/simulated.ts';
import { disagreements, faultsOfTheSame, sumsThatDoNotAddUp } from '../../test/support/proofs/judges.ts';
import { intervalOfStages, valuesNeeded } from '../../test/support/proofs/two-stages.ts';

// The long proofs themselves need a quiet machine; what they demand is held here to what must not pass.

test('neighbours agree only where the interval holds 1 and no difference of 12 %', () => {
  const of = (low: number, high: number) => disagreements([{ name: 'it', interval: [low, high] }]);
  assert.deepEqual(of(0.95, 1.06), []);
  assert.deepEqual(of(1.01, 1.06), ['it: [1.010, 1.060] leaves out 1']);
  assert.deepEqual(of(0.98, 1.13), ['it: [0.980, 1.130] could hide a difference of 12 %']);
  assert.deepEqual(of(0.88, 1.01), ['it: [0.880, 1.010] could hide a difference of 12 %']);
  assert.equal(of(0.75, 1.4).length, 1);
  assert.equal(of(Number.NaN, Number.NaN).length, 1);
});

test('a proof says itself how near agreement has to be', () => {
  const of = (low: number, high: number) => disagreements([{ name: 'it', interval: [low, high] }], 0.05);
  assert.deepEqual(of(0.96, 1.045), []);
  assert.deepEqual(of(0.96, 1.06), ['it: [0.960, 1.060] could hide a difference of 5 %']);
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
