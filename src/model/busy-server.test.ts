import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../base/random.ts';
import { waitingAt } from './busy-server.ts';

const EXCHANGES = 20_000;

type Times = (meanMs: number, random: Random) => number;
const constant: Times = (meanMs) => meanMs;
const exponential: Times = (meanMs, random) => -meanMs * Math.log(1 - random());

interface Server {
  readonly workMs: number;
  readonly thinkMs: number;
  /** Of others. */
  readonly perSecond: number;
  readonly apart: Times;
  readonly work: Times;
  readonly think: Times;
}

/** Mean wait of a client's exchanges at a server that takes requests in the order in which they come, ms. */
function simulatedWait({ workMs, thinkMs, perSecond, apart, work, think }: Server): number {
  const random = seededRandom(19);
  const apartMs = 1_000 / perSecond;
  let [ownMs, otherMs, freeMs, waitedMs] = [0, apart(apartMs, random), 0, 0];
  for (let asked = 0; asked < EXCHANGES; ) {
    const isOwn = ownMs <= otherMs;
    const cameMs = isOwn ? ownMs : otherMs;
    const beginsMs = Math.max(cameMs, freeMs);
    freeMs = beginsMs + work(workMs, random);
    if (isOwn) {
      waitedMs += beginsMs - cameMs;
      ownMs = freeMs + think(thinkMs, random);
      asked += 1;
    } else otherMs += apart(apartMs, random);
  }
  return waitedMs / EXCHANGES;
}

test('however others ask and their work scatters, a client waits as long as the bounds have it', () => {
  for (const thinkMs of [0.5, 3, 20])
    for (const busyShare of [0.05, 0.3, 0.6, 0.85])
      for (const apart of [constant, exponential])
        for (const work of [constant, exponential])
          for (const think of [constant, exponential]) {
            const workMs = 2;
            const perSecond = (1_000 * busyShare) / workMs;
            const seenMs = simulatedWait({ workMs, thinkMs, perSecond, apart, work, think });
            const found = waitingAt({ aloneMs: workMs + thinkMs, workMs, perSecond })!;
            const [least, most] = found.waitMs;
            const about = `${busyShare} busy, ${thinkMs} ms elsewhere: ${seenMs} in ${least} to ${most}`;
            assert.ok(Math.abs(found.busyShare - busyShare) < 1e-12);
            // So few exchanges scatter by some hundredths, where all is chance.
            assert.ok(seenMs >= 0.9 * least && seenMs <= 1.1 * most, about);
          }
});

test('the bounds are near one another where a client hardly does anything but wait for the server', () => {
  const [least, most] = waitingAt({ aloneMs: 2.1, workMs: 2, perSecond: 300 })!.waitMs;
  assert.ok(least > 0.9 * most, `${least} to ${most}`);
});

test('nothing is told of a server that is nearly full or works on several at once', () => {
  assert.notEqual(waitingAt({ aloneMs: 5, workMs: 2, perSecond: 450 }), null);
  assert.equal(waitingAt({ aloneMs: 5, workMs: 2, perSecond: 451 }), null);
  assert.equal(waitingAt({ aloneMs: 1.9, workMs: 2, perSecond: 10 }), null);
  assert.equal(waitingAt({ aloneMs: 5, workMs: Number.NaN, perSecond: 10 }), null);
});
