import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOf } from './metrics.ts';

const PHASES = { queue: 1, transfer: 4, delivery: 2, decode: 8, 'client.compute': 16 };

test('an exchange on the main thread takes of it what its own work takes', () => {
  assert.equal(timeOf('main-thread', { ...PHASES, 'client.encode': 32 }, 100), 2 + 8 + 16 + 32);
});

test('an exchange in a worker takes of the main thread what receiving its objects takes', () => {
  assert.equal(timeOf('main-thread', { ...PHASES, handover: 5, receive: 3 }, 100), 3);
  assert.equal(timeOf('main-thread', { ...PHASES, receive: 8 }, 100), 8);
});

test('a download ends before objects are handed over', () => {
  assert.equal(timeOf('download', { ...PHASES, handover: 5, receive: 3 }, 100), 100 - 8 - 16 - 5 - 3);
});
