import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inUnit,
  ms,
  sayDuration,
  sayInBestUnit,
  sayMs,
  sayRoughly,
  sayTime,
  sayTimes,
  typedRoughly,
  unitFor,
} from './times.ts';

test('a single time has three digits and the unit that suits them', () => {
  const said = [0.0089, 0.112, 0.9994, 1, 9.813, 112.4, 4_567, 12_345].map(sayInBestUnit);
  assert.deepEqual(said, [
    '8.90 µs',
    '112 µs',
    '999 µs',
    '1.00 ms',
    '9.81 ms',
    '112 ms',
    '4 567 ms',
    '12.3 s',
  ]);
});

test('a time below a tenth of a millisecond is told in µs, and several in one unit', () => {
  assert.equal(sayTime(0.0112), '11.2 µs');
  assert.equal(sayTime(0.0999), '99.9 µs');
  assert.equal(sayTime(0.28), '0.280 ms');
  assert.equal(sayTimes([0.0112, 0.28]), '11.2 to 280 µs');
  assert.equal(sayTimes([1.5, 1.5]), '1.50 ms');
  assert.equal(unitFor([0, 0.2]), 'ms');
  assert.equal(inUnit(Number.MAX_VALUE, 'µs'), Number.MAX_VALUE);
});

test('milliseconds stay milliseconds, and durations are for people who wait', () => {
  assert.equal(ms(9.812), '9.81 ms');
  assert.equal(sayMs(300), '300 ms');
  assert.deepEqual([500, 42_000, 90_000, 7_200_000].map(sayDuration), ['500 ms', '42 s', '1.5 min', '2 h']);
});

test('what is only foreseen is rounded up, in words and as an option takes it', () => {
  const foreseen = [900, 34_000, 90_000, 91_000, 245_000, 5_400_000, 5_500_000];
  assert.deepEqual(foreseen.map(sayRoughly), ['10 s', '40 s', '90 s', '2 min', '5 min', '90 min', '2 h']);
  assert.deepEqual(foreseen.map(typedRoughly), ['10s', '40s', '90s', '2m', '5m', '90m', '2h']);
});
