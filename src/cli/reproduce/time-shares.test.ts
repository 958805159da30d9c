import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_ROOM, littleMs, nextShareMs } from './time-shares.ts';

const MIN = 60_000;
const minutes = (costs: readonly number[], left: number) =>
  nextShareMs(
    costs.map((cost) => cost * MIN),
    left * MIN,
    0,
  ) / MIN;

test('where there is time for all, each study has it by what its claims cost', () => {
  assert.equal(minutes([10, 30, 60], 200), 20);
  // The first took 5 of its 20 minutes.
  assert.equal(minutes([30, 60], 195), 65);
});

test('where there is not, cheap studies have all that they want, and dear ones share the rest alike', () => {
  const costs = [2, 100, 10, 200];
  assert.equal(minutes(costs, 90), 4);
  assert.equal(minutes([100, 10, 200], 86), 33);
  assert.equal(minutes([10, 200], 53), 20);
  assert.equal(minutes([200], 36), 36);
});

test('a study keeps what its cells take, with room, up to an even share, whatever those before it have used', () => {
  assert.equal(nextShareMs([4 * MIN, 100 * MIN], -5 * MIN, 18 * MIN), FIRST_ROOM * 4 * MIN);
  assert.equal(nextShareMs([100 * MIN], 2 * MIN, 18 * MIN), 18 * MIN);
});

test('a study whose cells take next to nothing has two fifths of an even share all the same', () => {
  assert.equal(nextShareMs([0.5 * MIN, 100 * MIN], 90 * MIN, 20 * MIN), 8 * MIN);
  assert.equal(nextShareMs([100 * MIN, 0.5 * MIN], 90 * MIN, 20 * MIN), 82 * MIN);
});

test('of a study that is over a twentieth of all time decides what is still open, as far as there is any left', () => {
  assert.equal(littleMs(100, 60, 60), 5);
  assert.equal(littleMs(100, 60, 58), 3);
  assert.equal(littleMs(100, 60, 54), -1);
  assert.equal(littleMs(100, 2, 2), 2);
});
