import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pacer, plannedMs } from './pacer.ts';

const now = () => performance.now();

test('messages are due at their planned times, never before, and none is forgotten', async () => {
  const startMs = now();
  const due: { readonly atMs: number; readonly count: number }[] = [];
  await new Promise<void>((resolve) => {
    new Pacer(now, startMs, 4, 12, (count) => {
      due.push({ atMs: now(), count });
      if (count === 12) resolve();
    });
  });
  for (const { atMs, count } of due) assert.ok(atMs >= plannedMs(startMs, 4, count - 1));
  const counts = due.map(({ count }) => count);
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  );
});

test('all that is late goes at once, and a pacer that was stopped tells nothing more', async () => {
  const told: number[] = [];
  const pacer = new Pacer(now, now() - 25, 10, 6, (count) => told.push(count));
  pacer.stop();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(told, [2]);
});
