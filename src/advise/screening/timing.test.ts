import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import { medianMs } from './timing.ts';

function taking(clock: FakeClock, msOf: (call: number) => number) {
  let calls = 0;
  return { call: () => clock.advance(msOf(calls++)), calls: () => calls };
}

test('the first calls do not count', () => {
  const clock = new FakeClock();
  const { call } = taking(clock, (i) => (i < 3 ? 50 : 2));
  assert.equal(medianMs(call, clock, 300), 2);
});

test('a call that takes the whole budget is made once', () => {
  const clock = new FakeClock();
  const { call, calls } = taking(clock, () => 900);
  assert.deepEqual([medianMs(call, clock, 500), calls()], [900, 1]);
});

test('a call below the clock’s step is timed many at once, and so an end is found where the clock stands still', () => {
  const coarse = new FakeClock();
  let calls = 0;
  const call = () => {
    calls++;
    // A step of 1 ms every hundred calls: 0.01 ms each.
    if (calls % 100 === 0) coarse.advance(1);
  };
  const found = medianMs(call, coarse, 50);
  assert.ok(found >= 0 && found <= 0.05, String(found));
  assert.equal(
    medianMs(() => {}, new FakeClock(), 50),
    0,
  );
});

test('a slow moment of the machine does not move the median', () => {
  const clock = new FakeClock();
  const { call } = taking(clock, (i) => (i % 7 === 0 ? 40 : 1));
  assert.equal(medianMs(call, clock, 200), 1);
});
