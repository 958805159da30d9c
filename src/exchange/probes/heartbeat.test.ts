import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { busyDuring } from './heartbeat.ts';

const now = () => performance.now();

function keepBusy(forMs: number): void {
  const untilMs = now() + forMs;
  while (now() < untilMs);
}

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('what a thread works counts, and what it waits for does not', async () => {
  const idle = await Promise.all([busyDuring(() => waitFor(60), now)]);
  const busyMs = await busyDuring(async () => {
    await waitFor(30);
    keepBusy(100);
    await waitFor(30);
    keepBusy(100);
  }, now);
  assert.ok(busyMs > 190, `${busyMs} ms`);
  assert.ok(idle[0]! < busyMs / 2, `${idle[0]} ms of an idle thread`);
});

test('a heartbeat ends with what it watches, also where that fails', async () => {
  const set = mock.method(globalThis, 'setTimeout');
  await assert.rejects(
    busyDuring(() => Promise.reject(new Error('404')), now),
    /404/,
  );
  const beats = set.mock.callCount();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(set.mock.callCount(), beats);
  set.mock.restore();
});
