import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { sortNumbers } from './sort-numbers.ts';

const random = seededRandom(7);
const drawn = (count: number, draw: () => number) => Float64Array.from({ length: count }, draw);

test('numbers come in the order that the engine’s own sort gives them, to the last bit', () => {
  const lists: readonly Float64Array[] = [
    drawn(10, random),
    drawn(20_000, () => random() * 10),
    drawn(20_000, () => Math.exp(40 * (random() - 0.5)) * (random() < 0.3 ? -1 : 1)),
    // Steps of a clock: few values, each many times.
    drawn(20_000, () => Math.round(random() * 200) * 0.005),
    // Many that agree in their upper half, and few.
    drawn(20_000, () => 1 + random() * 1e-9),
    drawn(20_000, () => 1 + Math.floor(random() * 1e4) * 2e-6 + random() * 1e-9),
    drawn(
      20_000,
      () =>
        [0, -0, 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324][Math.floor(random() * 7)]!,
    ),
    drawn(20_000, () => (random() < 0.001 ? Number.NaN : random())),
  ];
  for (const values of lists) {
    const expected = values.slice().sort();
    sortNumbers(values);
    assert.ok(values.every((value, i) => Object.is(value, expected[i])));
  }
});

test('a part of a list is sorted by itself', () => {
  const values = drawn(10_000, () => -random());
  const before = values.slice();
  sortNumbers(values.subarray(1_000, 9_000));
  assert.deepEqual(values.subarray(0, 1_000), before.subarray(0, 1_000));
  assert.deepEqual(values.subarray(9_000), before.subarray(9_000));
  assert.deepEqual(values.subarray(1_000, 9_000), before.slice(1_000, 9_000).sort());
});
