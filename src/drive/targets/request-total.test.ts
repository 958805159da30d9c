import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTotal } from './request-total.ts';

test('what a front did not send is left for the next one, and of one that does not tell nothing is', () => {
  const total = new RequestTotal(10, null);
  assert.equal(total.take(), 10);
  assert.equal(total.take(), 0);
  total.giveBack(10, 4);
  assert.deepEqual([total.take(), total.isUntold], [6, false]);
  total.giveBack(6, null);
  assert.deepEqual([total.take(), total.isUntold], [0, true]);
  const endless = new RequestTotal(null, 20);
  assert.equal(endless.take(), null);
  endless.giveBack(null, null);
  assert.deepEqual([endless.take(), endless.isUntold], [null, false]);
});

test('the first request by another front keeps the gap to the last by this one', async () => {
  const alive = setInterval(() => {}, 1_000);
  try {
    const total = new RequestTotal(10, 25);
    const restedMs = async () => {
      const fromMs = performance.now();
      await total.rested;
      return performance.now() - fromMs;
    };
    const readMs = await restedMs();
    assert.ok(readMs >= 39, `${readMs} ms after what was read before the run`);
    assert.ok((await restedMs()) < 39);
    total.giveBack(total.take(), 1);
    const nextMs = await restedMs();
    assert.ok(nextMs >= 39, `${nextMs} ms after a front before it`);
  } finally {
    clearInterval(alive);
  }
});
