import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyDuring } from './heartbeat.ts';

/** A thread's own work: the clock goes on by so much, and nothing else is done meanwhile. */
function madeUpClock() {
  let ms = 0;
  return {
    now: () => {
      ms += 0.001;
      return ms;
    },
    work: (forMs: number) => {
      ms += forMs;
    },
  };
}

const anotherTurn = () => new Promise((resolve) => setImmediate(resolve));

test('what a thread works counts, and what it waits for does not', async () => {
  const { now, work } = madeUpClock();
  const busyMs = await busyDuring(async () => {
    work(5);
    for (let turn = 0; turn < 20; turn++) await anotherTurn();
    work(30);
  }, now);
  assert.ok(Math.abs(busyMs - 35) < 0.1, `${busyMs} ms`);
});

test('the beats themselves do not count', async () => {
  const { now } = madeUpClock();
  const busyMs = await busyDuring(async () => {
    for (let turn = 0; turn < 50; turn++) await anotherTurn();
  }, now);
  assert.equal(busyMs, 0);
});

test('a heartbeat ends with what it watches, also where that fails', async () => {
  const { now } = madeUpClock();
  await assert.rejects(
    busyDuring(() => Promise.reject(new Error('404')), now),
    /404/,
  );
});
