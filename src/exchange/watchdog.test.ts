import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog } from './watchdog.ts';

test('an exchange within its time is left alone, a late one aborted, and the next begins afresh', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
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

test('no timer goes off in an exchange that takes less than half of the time allowed', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  let asked = 0;
  const watchdog = new Watchdog(() => {
    asked += 1;
    return nowMs;
  }, 1_000);
  for (let exchange = 0; exchange < 100; exchange++) {
    watchdog.begin();
    asked = 0;
    nowMs += 499;
    t.mock.timers.tick(499);
    assert.equal(asked, 0, `exchange ${exchange}`);
    watchdog.end();
  }
  watchdog.stop();
});
