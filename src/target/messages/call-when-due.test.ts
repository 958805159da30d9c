import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callWhenDue } from './call-when-due.ts';

const REAL_CLOCK = { nowMs: () => performance.now(), date: () => new Date(0) };

const called = (dueMs: number, isAlone: boolean) =>
  new Promise<number>((resolve) => {
    // Waiting alone keeps no process awake.
    const awake = setInterval(() => {}, 1_000);
    callWhenDue(
      REAL_CLOCK,
      dueMs,
      () => isAlone,
      () => {
        clearInterval(awake);
        resolve(REAL_CLOCK.nowMs());
      },
    );
  });

test('one that is alone is called at its time, not a timer later', async () => {
  for (const waitMs of [0.3, 2.4, 7.6]) {
    const lateMs: number[] = [];
    for (let i = 0; i < 9; i++) {
      const dueMs = REAL_CLOCK.nowMs() + waitMs;
      lateMs.push((await called(dueMs, true)) - dueMs);
    }
    // Of a busy machine the best tells.
    const best = Math.min(...lateMs.map(Math.abs));
    assert.ok(best < 0.4, `${waitMs} ms: ${best} ms off at best`);
    assert.ok(Math.min(...lateMs) > -0.1, `${waitMs} ms: ${Math.min(...lateMs)} ms`);
  }
});

test('where others are served nothing holds the process: what is due meanwhile happens', async () => {
  const happened: string[] = [];
  setTimeout(() => happened.push('another'), 1);
  await called(REAL_CLOCK.nowMs() + 2.5, false);
  assert.deepEqual(happened, ['another']);
});

test('who stopped waiting is not called', async () => {
  let calls = 0;
  for (const waitMs of [1, 5]) {
    const stop = callWhenDue(
      REAL_CLOCK,
      REAL_CLOCK.nowMs() + waitMs,
      () => true,
      () => calls++,
    );
    stop();
  }
  await called(REAL_CLOCK.nowMs() + 8, true);
  assert.equal(calls, 0);
});
