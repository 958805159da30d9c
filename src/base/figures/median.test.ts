import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from './median.ts';

test('the median does not care for order and leaves its argument as it was', () => {
  const values = [9, 1, 5];
  assert.equal(median(values), 5);
  assert.deepEqual(values, [9, 1, 5]);
});

test('the median of an even number is the middle of two, and of none it is not a number', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(
    median(Float64Array.of(1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  );
  assert.ok(Number.isNaN(median([])));
});
