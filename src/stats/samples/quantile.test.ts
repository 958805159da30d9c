import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from '../../base/figures/median.ts';
import { seededRandom } from '../../base/random.ts';
import { countedMedianOfSorted, mean, quantileOfSorted, sorted, standardDeviation } from './quantile.ts';

test('quantiles are those of R type 7', () => {
  // R: quantile(c(1, 2, 4, 8, 16, 32), c(0, .05, .25, .5, .9, 1))
  const values = [1, 2, 4, 8, 16, 32];
  const found = [0, 0.05, 0.25, 0.5, 0.9, 1].map((p) => quantileOfSorted(values, p));
  assert.deepEqual(found, [1, 1.25, 2.5, 6, 24, 32]);
});

test('mean and standard deviation are those of a sample', () => {
  assert.equal(mean([2, 4, 4, 4, 5, 5, 7, 9]), 5);
  assert.ok(Math.abs(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9]) - Math.sqrt(32 / 7)) < 1e-12);
  assert.ok(Number.isNaN(standardDeviation([1])));
});

test('a counted median equals the median of the sample written out', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 200; round++) {
    const values = sorted(Array.from({ length: 1 + Math.floor(random() * 9) }, () => random()));
    const counts = Array.from({ length: 3 }, () => Math.floor(random() * 4));
    const unit = Array.from(values, () => Math.floor(random() * 3));
    const writtenOut = Array.from(values).flatMap((value, i) => Array<number>(counts[unit[i]!]!).fill(value));
    assert.equal(countedMedianOfSorted(values, unit, counts, writtenOut.length), median(writtenOut));
  }
});
