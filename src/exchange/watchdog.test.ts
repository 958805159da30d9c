import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog } from './watchdog.ts';

test('an exchange within its time is left alone, a late one aborted, and the next begins afresh', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const pass = (ms: number) => {
    nowMs += ms;
    t.mock.timers.tick(ms);
  };
  const watchdog = new Watchdog(() => nowMs, 1_000);
  const first = watchdog.begin();
  pass(900);
  assert.equal(first.aborted, false);
  watchdog.end();
  pass(5_000);
  assert.equal(first.aborted, false, 'nothing runs, nothing is late');
  const late = watchdog.begin();
  pass(1_400);
  assert.equal(late.aborted, true);
  assert.equal(watchdog.fired, true);
  watchdog.end();
  assert.equal(watchdog.fired, false);
  assert.equal(watchdog.begin().aborted, false);
  watchdog.stop();
  pass(10_000);
  assert.equal(watchdog.fired, false, 'a stopped one looks no more');
});
