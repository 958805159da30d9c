import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../../base/random.ts';
import { mean } from '../samples/quantile.ts';
import { type LinearIndex, linearIndex } from '../samples/weighted-ratio.ts';
import { normal, skewedNoise } from '../simulated.ts';
import { confidenceInterval } from './estimate.ts';
import { estimateOfIndexRatio, isHigher, levelAgainstLowest } from './index-ratio.ts';

const WEIGHTS = [0.4, 0.2, 0.35, 0.05];
/** Drift of each item of a cell by itself in a session; the third is a size. */
const ITEM_SDS = [0.05, 0.1, 0, 0.08];
const EXCHANGES = 10;

/** Cell → its true items over the baseline's, which is a cell by itself. */
type Truth = readonly (readonly number[])[];

function simulated(truth: Truth, sessions: number, random: Random): readonly LinearIndex[] {
  const levels = Array.from({ length: sessions }, () => Math.exp(0.13 * normal(random)));
  const item = (value: number, sd: number) =>
    levels.map((level) => {
      if (sd === 0) return value;
      const own = value * level * Math.exp(sd * normal(random));
      return own * mean(Array.from({ length: EXCHANGES }, () => skewedNoise(random, 0.15)));
    });
  const baseline = ITEM_SDS.map((sd) => item(1, sd));
  return truth.map((items) =>
    linearIndex(
      items.map((value, k) => ({
        weight: WEIGHTS[k]!,
        numerators: item(value, ITEM_SDS[k]!),
        denominators: baseline[k]!,
      })),
    ),
  );
}

/** The lowest that was found and all that may as well be it. */
function maybeLowest(cells: readonly LinearIndex[], alpha: number): readonly number[] {
  const lowest = cells.reduce((best, { index }, cell) => (index < cells[best]!.index ? cell : best), 0);
  const level = levelAgainstLowest(alpha, cells.length - 1);
  return cells.flatMap((cell, i) => {
    if (i === lowest) return [i];
    const interval = confidenceInterval(estimateOfIndexRatio(cell, cells[lowest]!), level);
    return isHigher(interval) ? [] : [i];
  });
}

const alike = (count: number): Truth => Array.from({ length: count }, () => [0.6, 0.7, 0.8, 1.3]);
/** The first is the lowest by a little, the others alike: where a wrong one is most easily taken. */
const close = (count: number): Truth =>
  alike(count).map((items, cell) => (cell === 0 ? items.map((value) => value * 0.995) : items));

function shutOut(truth: Truth, sessions: number, seed: number, alpha = 0.05): number {
  const random = seededRandom(seed);
  const runs = 1_500;
  let wrong = 0;
  for (let run = 0; run < runs; run++)
    if (!maybeLowest(simulated(truth, sessions, random), alpha).includes(0)) wrong++;
  return wrong / runs;
}

for (const [cells, sessions] of [
  [2, 3],
  [2, 8],
  [6, 3],
  [6, 8],
  [12, 6],
] as const) {
  test(`the lowest of ${cells} close cells is called higher than another in at most 5 % of runs of ${sessions} sessions`, () => {
    const share = shutOut(close(cells), sessions, 10 * cells + sessions);
    // Half of the level is Bonferroni's promise; the rest is for skewed noise.
    assert.ok(share <= 0.04, `${(100 * share).toFixed(1)} %`);
  });
}

test('a winner that is decided among alike cells is wrong, and is so in at most 5 % of the runs', () => {
  const random = seededRandom(5);
  let decided = 0;
  for (let run = 0; run < 1_000; run++)
    if (maybeLowest(simulated(alike(6), 6, random), 0.05).length === 1) decided++;
  assert.ok(decided <= 50, `${decided} of 1 000`);
});

test('a level that forgets how many rivals there are shuts the lowest out more often: the check would notice', () => {
  const adjusted = shutOut(close(12), 6, 3);
  const careless = shutOut(close(12), 6, 3, 0.05 * 11);
  assert.ok(careless > 0.05 && careless > 2 * adjusted, `${careless} against ${adjusted}`);
});

test('one that is lower by 30 % is decided in nearly all runs of six sessions', () => {
  const random = seededRandom(9);
  const truth = alike(6).map((items, cell) => (cell === 0 ? items.map((value) => value * 0.7) : items));
  let decided = 0;
  for (let run = 0; run < 200; run++) {
    const lowest = maybeLowest(simulated(truth, 6, random), 0.05);
    if (lowest.length === 1 && lowest[0] === 0) decided++;
  }
  assert.ok(decided >= 190, `${decided} of 200`);
});

for (const sessions of [3, 8]) {
  test(`95 % intervals of the ratio of two indexes hold it 95 % of the time with ${sessions} sessions`, () => {
    const random = seededRandom(sessions);
    const truth = [
      [0.6, 0.7, 0.8, 1.3],
      [0.9, 0.8, 0.7, 2],
    ];
    const [a, b] = truth.map((items) => items.reduce((sum, value, k) => sum + WEIGHTS[k]! * value, 0));
    let held = 0;
    for (let run = 0; run < 2_000; run++) {
      const [here, there] = simulated(truth, sessions, random);
      const [low, high] = confidenceInterval(estimateOfIndexRatio(here!, there!), 0.05);
      if (low <= a! / b! && a! / b! <= high) held++;
    }
    assert.ok(held / 2_000 >= 0.935 && held / 2_000 <= 0.97, `${held / 20} %`);
  });
}
