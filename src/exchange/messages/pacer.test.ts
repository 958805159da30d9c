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

for (const stops of [true, false]) {
  const what = stops ? 'a pacer that was stopped tells nothing more' : 'the others go at their times';
  test(`all that is late goes at once, and ${what}`, ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
    const told: number[] = [];
    let nowMs = 25;
    const pacer = new Pacer(
      () => nowMs,
      0,
      10,
      6,
      (count) => told.push(count),
    );
    if (stops) pacer.stop();
    nowMs = 40;
    mock.timers.tick(15);
    assert.deepEqual(told, stops ? [2] : [2, 4]);
    pacer.stop();
  });
}
