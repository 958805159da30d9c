import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { shareOfRounds } from '../proofs/rounds.ts';
import { normal } from '../simulated.ts';
import { estimateOfWeightedMean, intervalOfMean } from './weighted-mean.ts';

const near = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 1e-9, `${found} ≠ ${wanted}`);

test('weights all alike give the mean, its standard error and one degree of freedom less than values', () => {
  for (const values of [
    [10, 13],
    [10, 12, 11, 13, 10.5],
  ]) {
    const { mean, standardError, degreesOfFreedom } = estimateOfWeightedMean(
      values,
      values.map(() => 7),
    );
    const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    near(mean, centre);
    near(standardError, Math.sqrt(squares / (values.length - 1) / values.length));
    near(degreesOfFreedom, values.length - 1);
  }
});

test('where two of six have nearly all of the weight, it is known about as well as of two', () => {
  const { degreesOfFreedom } = estimateOfWeightedMean([10, 12, 11, 13, 10, 11], [1, 1, 1, 1, 10, 10]);
  assert.ok(degreesOfFreedom > 1 && degreesOfFreedom < 1.3, String(degreesOfFreedom));
});

test('a value without weight is none, and one alone tells nothing of the spread', () => {
  const two = estimateOfWeightedMean([10, 12], [3, 1]);
  assert.deepEqual(estimateOfWeightedMean([10, 99, 12], [3, 0, 1]), two);
  const alone = estimateOfWeightedMean([10, 99], [3, 0]);
  assert.deepEqual(intervalOfMean(alone, 0.05), [-Number.MAX_VALUE, Number.MAX_VALUE]);
});

/** Runs in which the 95 % interval of a weighted mean misses the true 0; `sdOf` is that of each value. */
function misses(weights: readonly number[], sdOf: (weight: number) => number, of = estimateOfWeightedMean) {
  return shareOfRounds(4_000, 5, (random) => {
    const [low, high] = intervalOfMean(
      of(
        weights.map((weight) => sdOf(weight) * normal(random)),
        weights,
      ),
      0.05,
    );
    return low > 0 || high < 0;
  });
}

const FEW_LONG = [1, 1, 1, 1, 10, 10];

for (const [what, weights] of [
  ['four short values and two long ones', FEW_LONG],
  ['four short and seven long', [...FEW_LONG, 10, 10, 10, 10, 10]],
  ['one long among five', [1, 1, 20, 1, 1]],
  ['six alike', [1, 1, 1, 1, 1, 1]],
] as const)
  test(`95 % intervals of a mean with weights hold it: ${what}`, () => {
    for (const sdOf of [() => 1, (weight: number) => 1 / Math.sqrt(weight)]) {
      const share = misses(weights, sdOf);
      assert.ok(share <= 0.055, String(share));
    }
  });

test('with a degree of freedom for each value but one they would miss twice as often as promised', () => {
  const former = (values: ArrayLike<number>, weights: ArrayLike<number>) => {
    const { mean } = estimateOfWeightedMean(values, weights);
    const count = values.length;
    let [squares, weight] = [0, 0];
    for (let i = 0; i < count; i++) {
      squares += (weights[i]! * (values[i]! - mean)) ** 2;
      weight += weights[i]!;
    }
    const variance = ((count / (count - 1)) * squares) / weight ** 2;
    return { mean, standardError: Math.sqrt(variance), degreesOfFreedom: count - 1 };
  };
  const share = misses(FEW_LONG, () => 1, former);
  assert.ok(share > 0.1, String(share));
});

test('the degrees of freedom are those that the variance scatters by', () => {
  const random = seededRandom(8);
  const variances = Array.from({ length: 20_000 }, () => {
    const values = FEW_LONG.map(() => normal(random));
    return estimateOfWeightedMean(values, FEW_LONG).standardError ** 2;
  });
  const centre = variances.reduce((sum, value) => sum + value, 0) / variances.length;
  const spread = variances.reduce((sum, value) => sum + (value - centre) ** 2, 0) / variances.length;
  const seen = (2 * centre ** 2) / spread;
  const { degreesOfFreedom } = estimateOfWeightedMean(
    FEW_LONG.map((_, i) => i),
    FEW_LONG,
  );
  assert.ok(Math.abs(seen / degreesOfFreedom - 1) < 0.08, `${seen} and ${degreesOfFreedom}`);
});
