import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayBytes, sayExactBytes } from './bytes.ts';

test('amounts of bytes have the unit that suits them', () => {
  assert.deepEqual(
    [900, 64_000, 1_500_000].map((bytes) => sayBytes(bytes)),
    ['900 B', '64 kB', '1.5 MB'],
  );
  assert.equal(sayBytes(12_345_678, 3), '12.3 MB');
});

test('exact amounts are bytes, with a decimal where a small mean has one', () => {
  assert.equal(sayExactBytes(25_000), '25 000 B');
  assert.equal(sayExactBytes(104.25), '104 B');
  assert.equal(sayExactBytes(-6_038.5), '−6 039 B');
  assert.equal(sayExactBytes(4.25), '4.3 B');
});
