import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressWatch } from './progress-watch.ts';

test('what moves is left alone however long it takes; what stands still is told once', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  let moved = 0;
  let stalls = 0;
  const told: number[] = [];
  const watch = new ProgressWatch(
    {
      movement: () => moved,
      delivered: () => moved,
      stalled: () => stalls++,
      onProgress: (count) => told.push(count),
    },
    () => nowMs,
    1_000,
  );
  const pass = (ms: number) => {
    for (let i = 0; i < ms; i += 100) {
      nowMs += 100;
      t.mock.timers.tick(100);
    }
  };
  for (let i = 0; i < 5; i++) {
    moved += 10;
    pass(900);
  }
  assert.deepEqual([stalls, told], [0, [10, 20, 30, 40, 50]]);
  pass(400);
  assert.equal(stalls, 1);
  pass(5_000);
  assert.equal(stalls, 1, 'it looks no more');
  watch.stop();
});

test('what a machine stood still itself is no waiting for a message', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  let stalls = 0;
  const watched = { movement: () => 0, delivered: () => 0, stalled: () => stalls++ };
  const watch = new ProgressWatch(watched, () => nowMs, 1_000);
  const look = (afterMs: number) => {
    nowMs += afterMs;
    t.mock.timers.tick(250);
  };
  look(250);
  look(60_000);
  assert.equal(stalls, 0);
  for (let i = 0; i < 3; i++) look(250);
  assert.equal(stalls, 1);
  watch.stop();
});
