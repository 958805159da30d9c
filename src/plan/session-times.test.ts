import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedOut } from './session-times.ts';

test('sessions have the same time where it is enough for each', () => {
  assert.deepEqual(sharedOut(60, [1, 20, 3]), [20, 20, 20]);
  assert.deepEqual(sharedOut(60, []), []);
});

test('sessions that take longer get what they need, and the others share the rest', () => {
  assert.deepEqual(sharedOut(60, [30, 1, 1]), [30, 15, 15]);
  assert.deepEqual(sharedOut(60, [30, 14, 16]), [30, 14, 16]);
  assert.deepEqual(sharedOut(90, [35, 35, 1, 1]), [35, 35, 10, 10]);
});

test('sessions get what they need where it is too little anyway: the clock ends the last', () => {
  assert.deepEqual(sharedOut(60, [90, 1]), [90, 1]);
});
