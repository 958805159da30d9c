import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { standsStillMs } from './stands-still.ts';

const random = seededRandom(7);

/** Around a time, with a few far above, as on a busy machine. */
function around(ms: number, spread: number, count = 40): number[] {
  return Array.from({ length: count }, (_, i) => (i % 10 === 9 ? 3 * ms : ms + spread * random()));
}

test('waits at a timer of 40 or 200 ms stand still, whatever a few of them do', () => {
  assert.ok(Math.abs(standsStillMs(around(43, 2))! - 44) < 2);
  assert.ok(Math.abs(standsStillMs(around(203, 4))! - 205) < 4);
});

test('work does not: it takes another time, or one time and then another', () => {
  assert.equal(standsStillMs(around(0.4, 0.3)), null);
  assert.equal(standsStillMs(around(80, 3)), null);
  assert.equal(standsStillMs(around(30, 40)), null);
  assert.equal(standsStillMs([...around(43, 2, 20), ...around(0.4, 0.1, 20)]), null);
});

test('where it may be work, a wait stands still at its time alone', () => {
  assert.ok(standsStillMs(around(50, 3)) !== null && standsStillMs(around(215, 3)) !== null);
  assert.equal(standsStillMs(around(50, 3), true), null);
  assert.equal(standsStillMs(around(215, 3), true), null);
  assert.ok(standsStillMs(around(41, 3), true) !== null && standsStillMs(around(201, 3), true) !== null);
});

test('few of them tell nothing', () => {
  assert.equal(standsStillMs(around(43, 2, 7)), null);
});
