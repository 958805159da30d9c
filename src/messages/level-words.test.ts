import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modeOf, sizeLevel, sizeOf } from './level-words.ts';

test('a mode is read with its rate, and nothing else is a mode', () => {
  assert.deepEqual(modeOf('throughput'), { mode: 'throughput', ratePerSecond: null });
  assert.deepEqual(modeOf('ping-pong'), { mode: 'ping-pong', ratePerSecond: null });
  assert.deepEqual(modeOf('paced-50'), { mode: 'paced', ratePerSecond: 50 });
  assert.deepEqual(modeOf('paced-0.5'), { mode: 'paced', ratePerSecond: 0.5 });
  for (const level of ['once', 'paced', 'paced--5', 'paced-x', 'Throughput', ''])
    assert.equal(modeOf(level), null);
});

test('a size is read by its policy, and `data` is none', () => {
  assert.deepEqual(sizeOf('100'), { policy: 'fixed', bytes: 100 });
  assert.deepEqual(sizeOf('growing-100'), { policy: 'growing', bytes: 100 });
  assert.deepEqual(sizeOf('random-100-1000'), { policy: 'random', least: 100, most: 1000 });
  for (const level of ['data', '-5', '1.5', 'random-100', 'growing', '']) assert.equal(sizeOf(level), null);
});

test('a size is written as it is read', () => {
  for (const level of ['100', 'growing-100', 'random-100-1000'])
    assert.equal(sizeLevel(sizeOf(level)!), level);
});
