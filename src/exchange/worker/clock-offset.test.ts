import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureClockOffset } from './clock-offset.ts';

/** A main thread and a worker whose zero lies `offsetMs` later; each way takes what `wayMs` says. */
function twoThreads(offsetMs: number, wayMs: (nth: number) => number) {
  let ms = 0;
  let ways = 0;
  const go = () => {
    ms += wayMs(ways++);
  };
  const askWorker = (timeOriginMs: number) => async () => {
    go();
    const nowMs = ms - offsetMs;
    go();
    return { nowMs, timeOriginMs };
  };
  return { now: () => ms, askWorker };
}

const ORIGIN_MS = 1_700_000_000_000;

test('the platform’s own word is taken where questions and answers do not speak against it', async () => {
  const { now, askWorker } = twoThreads(200, (nth) => (nth % 3 === 0 ? 0.01 : 4));
  const clock = await measureClockOffset(askWorker(ORIGIN_MS + 200.005), now, ORIGIN_MS);
  assert.ok(Math.abs(clock.offsetMs - 200.005) < 1e-3);
  assert.ok(clock.errorMs < 0.03, `${clock.errorMs} ms`);
});

test('a platform that is wrong about its zeros is corrected to what can be', async () => {
  const { now, askWorker } = twoThreads(200, (nth) => (nth % 5 === 0 ? 0.01 : 1));
  const clock = await measureClockOffset(askWorker(ORIGIN_MS + 900), now, ORIGIN_MS);
  assert.ok(Math.abs(clock.offsetMs - 200) <= 0.02, `${clock.offsetMs} ms`);
});

test('clocks with coarse steps give bounds no wider than their step', async () => {
  const { now, askWorker } = twoThreads(9.14, (nth) => 0.004 + (nth % 7) * 0.003);
  const coarse = (ms: number) => Math.floor(ms / 0.02) * 0.02;
  const ask = askWorker(ORIGIN_MS + 9.14);
  const askCoarse = async () => {
    const { nowMs, timeOriginMs } = await ask();
    return { nowMs: coarse(nowMs), timeOriginMs };
  };
  const clock = await measureClockOffset(askCoarse, () => coarse(now()), ORIGIN_MS);
  assert.ok(Math.abs(clock.offsetMs - 9.14) <= 0.02, `${clock.offsetMs} ms`);
  assert.ok(clock.errorMs <= 0.04, `${clock.errorMs} ms`);
});
