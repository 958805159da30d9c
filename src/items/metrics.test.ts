import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMetric, METRICS, timeOf } from './metrics.ts';

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

test('every kind of cell has a total and a body, calls alone a request’s, and messages no header fields', () => {
  const lacks = (kind: 'request' | 'call' | 'sequence') =>
    METRICS.filter((metric) => !hasMetric(kind, metric));
  assert.deepEqual(lacks('call'), ['client.compute', 'check']);
  assert.deepEqual(lacks('request'), ['client.encode', 'server.decode', 'check', 'request.size']);
  assert.ok(lacks('sequence').includes('headers') && lacks('sequence').includes('network'));
  for (const metric of ['total', 'size', 'decode'] as const) assert.ok(!lacks('sequence').includes(metric));
});
