import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between, fromTo, inverse, plusMinus, times } from './ratios.ts';

test('times and intervals lose the second decimal where it says nothing', () => {
  assert.equal(times(2.314), '2.31×');
  assert.equal(times(12.34), '12.3×');
  assert.equal(times(1234), '1 234×');
  assert.equal(between([2.268, 2.361]), '[2.27, 2.36]');
  assert.deepEqual(inverse([0.5, 0.8]), [1.25, 2]);
});

test('an interval that could not be estimated is unknown, whichever way round it is told', () => {
  const unknown = [0, Number.MAX_VALUE] as const;
  assert.equal(between(unknown), '[unknown]');
  assert.equal(between(inverse(unknown)), '[unknown]');
  assert.equal(between([0.0001, 20_000]), '[unknown]');
  assert.equal(between([0.1, 20_000]), '[0.10, >10 000]');
  assert.equal(between([0.0001, 2]), '[<0.001, 2.00]');
  assert.equal(fromTo(unknown, 2), 'unknown');
  assert.equal(fromTo([1.754, 2.56], 2), '1.75 – 2.56');
});

test('a margin has no decimals beyond the whole and no figure beyond a hundredfold', () => {
  assert.deepEqual([0.061, 0.9999, 1.5114, 12.34, 196.8, Number.POSITIVE_INFINITY].map(plusMinus), [
    '±6.1 %',
    '±100.0 %',
    '±151 %',
    '±1 234 %',
    'beyond ±10 000 %',
    'beyond ±10 000 %',
  ]);
});
