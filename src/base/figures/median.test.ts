import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

/** By its definition, from all values in order. */
function medianOfSorted(values: readonly number[]): number {
  const ascending = Float64Array.from(values).sort();
  const [low, high] = [ascending[(ascending.length - 1) >> 1]!, ascending[ascending.length >> 1]!];
  return low === high ? low : low + (high - low) / 2;
}

test('it is the one of the sorted values, to the last digit: with equal ones, infinite ones and NaN', () => {
  const few = fc.integer({ min: 0, max: 5 });
  const some = fc.double().map((value) => (value === 0 ? 0 : value));
  const lists = fc.oneof(fc.array(few, { minLength: 1 }), fc.array(some, { minLength: 1, maxLength: 200 }));
  fc.assert(fc.property(lists, (values) => Object.is(median(values), medianOfSorted(values))));
});

test('values in order, in reverse and all alike are no worse than others', () => {
  const up = Array.from({ length: 100_001 }, (_, i) => i);
  assert.equal(median(up), 50_000);
  assert.equal(median(up.toReversed()), 50_000);
  assert.equal(median([...up.slice(50_000), ...up.slice(0, 50_000)]), 50_000);
  assert.equal(median(up.fill(7)), 7);
});
