import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../../base/random.ts';
import { confidenceInterval } from '../estimates/estimate.ts';
import { normal, skewedNoise } from '../simulated.ts';
import { mean } from './quantile.ts';
import { estimateOfWeightedRatios, type WeightedRatio } from './weighted-ratio.ts';

test('the index is the weighted sum of the ratios of means', () => {
  const { log } = estimateOfWeightedRatios([
    { weight: 0.75, numerators: [1, 3], denominators: [3, 5] },
    { weight: 0.25, numerators: [6, 6], denominators: [2, 4] },
  ]);
  assert.ok(Math.abs(Math.exp(log) - (0.75 * (2 / 4) + 0.25 * (6 / 3))) < 1e-12);
});

test('what drifts with a session in both alike leaves no uncertainty', () => {
  const drift = [1, 1.4, 0.7, 2];
  const { standardError, degreesOfFreedom } = estimateOfWeightedRatios([
    { weight: 0.5, numerators: drift.map((d) => 3 * d), denominators: drift.map((d) => 2 * d) },
    { weight: 0.5, numerators: drift.map((d) => 9 * d), denominators: drift },
  ]);
  assert.ok(standardError < 1e-12);
  assert.equal(degreesOfFreedom, 3);
});

test('with one term it is the ratio, as wide as the ratios of the sessions', () => {
  const numerators = [1.1, 0.9, 1.05, 0.95];
  const { log, standardError } = estimateOfWeightedRatios([
    { weight: 1, numerators, denominators: [1, 1, 1, 1] },
  ]);
  assert.ok(Math.abs(log) < 1e-12);
  const squares = numerators.reduce((sum, value) => sum + (value - 1) ** 2, 0);
  assert.ok(Math.abs(standardError - Math.sqrt(squares / 3 / 4)) < 1e-12);
});

test('of one session there is a value and no bound', () => {
  const estimate = estimateOfWeightedRatios([{ weight: 1, numerators: [3], denominators: [2] }]);
  assert.deepEqual(confidenceInterval(estimate, 0.05), [0, Number.MAX_VALUE]);
});

interface TrueItem {
  readonly weight: number;
  readonly here: number;
  readonly baseline: number;
  /** Drift of this item alone in a session, and of single exchanges. */
  readonly itemSd: number;
}

const ITEMS: readonly TrueItem[] = [
  { weight: 0.4, here: 0.9, baseline: 1.4, itemSd: 0.05 },
  { weight: 0.2, here: 5, baseline: 7, itemSd: 0.1 },
  { weight: 0.35, here: 250, baseline: 330, itemSd: 0 },
  { weight: 0.05, here: 1.9, baseline: 1.5, itemSd: 0.08 },
];
const TRUTH = ITEMS.reduce((sum, { weight, here, baseline }) => sum + (weight * here) / baseline, 0);

/**
 * Sessions whose level drifts by 13 %, items that drift in them for themselves, ten skewed exchanges of each.
 */
function simulated(sessions: number, random: Random): readonly WeightedRatio[] {
  const levels = Array.from({ length: sessions }, () => Math.exp(0.13 * normal(random)));
  const values = (truth: number, itemSd: number) =>
    levels.map((level) => {
      if (itemSd === 0) return truth;
      const own = truth * level * Math.exp(itemSd * normal(random));
      return own * mean(Array.from({ length: 10 }, () => skewedNoise(random, 0.15)));
    });
  return ITEMS.map(({ weight, here, baseline, itemSd }) => ({
    weight,
    numerators: values(here, itemSd),
    denominators: values(baseline, itemSd),
  }));
}

for (const sessions of [3, 6, 20]) {
  test(`95 % intervals hold the index 95 % of the time with ${sessions} sessions`, () => {
    const random = seededRandom(40 + sessions);
    const runs = 1_500;
    let held = 0;
    for (let run = 0; run < runs; run++) {
      const [low, high] = confidenceInterval(estimateOfWeightedRatios(simulated(sessions, random)), 0.05);
      if (low <= TRUTH && TRUTH <= high) held++;
    }
    assert.ok(held / runs >= 0.935 && held / runs <= 0.965, `${(100 * held) / runs} %`);
  });
}
