import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CYCLE_BYTES, messageSizes, roughBytes } from './sizes.ts';
import { xorshift32 } from './xorshift.ts';

test('messages of one size repeat when they are 32 MB', () => {
  assert.deepEqual(messageSizes({ policy: 'fixed', bytes: 100 }, 3, 1), [100, 100, 100]);
  assert.equal(messageSizes({ policy: 'fixed', bytes: 100 }, 1_000_000, 1).length, CYCLE_BYTES / 100);
  assert.equal(messageSizes({ policy: 'fixed', bytes: 25_000 }, 1_000, 1).length, 1_000);
  assert.equal(
    messageSizes({ policy: 'fixed', bytes: 3_000_000 }, 1_000, 1).length,
    11,
    'the last one whole',
  );
});

test('growing messages grow by their first one, and never repeat', () => {
  assert.deepEqual(messageSizes({ policy: 'growing', bytes: 100 }, 4, 1), [100, 200, 300, 400]);
  const sizes = messageSizes({ policy: 'growing', bytes: 100 }, 1_000, 1);
  assert.equal(sizes.length, 1_000);
  assert.equal(sizes.at(-1), 100_000);
});

test('random sizes come from a stream of their own, with both ends', () => {
  const next = xorshift32(7 ^ 0x5157_1ce5);
  const expected = Array.from({ length: 50 }, () => 100 + (next() % 901));
  assert.deepEqual(messageSizes({ policy: 'random', least: 100, most: 1_000 }, 50, 7), expected);
  const few = messageSizes({ policy: 'random', least: 20, most: 22 }, 1_000, 7);
  assert.deepEqual([...new Set(few)].toSorted(), [20, 21, 22]);
  assert.deepEqual(messageSizes({ policy: 'random', least: 20, most: 20 }, 2, 7), [20, 20]);
});

test('what they are together is told before they are made', () => {
  assert.equal(roughBytes({ policy: 'fixed', bytes: 100 }, 10), 1_000);
  assert.equal(roughBytes({ policy: 'random', least: 100, most: 200 }, 10), 1_500);
  assert.equal(roughBytes({ policy: 'growing', bytes: 100 }, 4), 1_000);
});
