import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOutliers, meanWithinTwoSigma, outerFences } from './outliers.ts';

test('outer fences stand three interquartile ranges beyond the quartiles', () => {
  assert.deepEqual(outerFences([1, 2, 3, 4, 5]), [-4, 10]);
  assert.equal(countOutliers([-5, 1, 2, 3, 4, 5, 6, 7, 30]), 1);
  assert.equal(countOutliers([1, 2, 3]), 0);
});

test('the published protocol removes what lies outside two standard deviations, once, and counts it', () => {
  const values = [10, 10, 11, 11, 12, 12, 13, 13, 14, 100];
  const { mean, counted, removed } = meanWithinTwoSigma(values);
  assert.equal(counted, 9);
  assert.equal(removed, 1);
  assert.ok(Math.abs(mean - 106 / 9) < 1e-12);
});

test('a sample of one value is its own mean', () => {
  assert.deepEqual(meanWithinTwoSigma([7]), { mean: 7, counted: 1, removed: 0 });
});
