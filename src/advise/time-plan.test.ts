import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planTime } from './time-plan.ts';

const quick = {
  network: '10mbit',
  contendersMs: [100, 50, 40, 40, 40],
  needed: 3,
  emptyMs: 27,
  place: 'link',
} as const;
const slow = {
  network: '3g',
  contendersMs: [6_000, 1_000, 900, 900, 900],
  needed: 3,
  emptyMs: 970,
  place: 'link',
} as const;
const all = [0, 1, 2, 3, 4];
const hopeless = {
  network: '2g',
  contendersMs: [90_000, 20_000, 20_000, 20_000],
  needed: 3,
  emptyMs: 15_000,
  place: 'link',
} as const;

test('all contenders of all networks run where the time is enough', () => {
  const { running, sessions } = planTime([quick, slow], 600_000);
  assert.deepEqual([...running.values(), sessions], [all, all, null]);
});

test('a network too slow for the time loses contenders first, then today’s way, then is only predicted', () => {
  const of = (ms: number) => planTime([quick, slow], ms).running.get('3g');
  assert.deepEqual(of(480_000), [0, 1, 2]);
  assert.deepEqual(of(240_000), [1, 2]);
  assert.deepEqual(of(60_000), []);
  const { running } = planTime([quick, slow, hopeless], 600_000);
  assert.deepEqual(running.get('2g'), []);
  assert.deepEqual(running.get('10mbit'), all);
});

test('those that are needed are given up together', () => {
  const five = { ...slow, needed: 5 };
  const lengths = [60_000, 270_000, 600_000].map((ms) => planTime([five], ms).running.get('3g')!.length);
  assert.deepEqual(lengths, [0, 4, 5], 'none of them, all but today’s, all');
});

test('a network that four sessions have no time for is measured in fewer, which is provisional', () => {
  const at = (ms: number) => planTime([slow], ms);
  assert.deepEqual([at(240_000).sessions, at(140_000).sessions, at(110_000).sessions], [null, 3, 2]);
  assert.deepEqual(at(110_000).running.get('3g'), [1, 2]);
});

test('networks of two places cost two starts a session', () => {
  const none = { ...quick, network: 'none', place: 'loopback' } as const;
  const fits = (costs: Parameters<typeof planTime>[0], ms: number) =>
    planTime(costs, ms).sessions === null &&
    [...planTime(costs, ms).running.values()].every((running) => running.length === all.length);
  const leastMs = (costs: Parameters<typeof planTime>[0]) => {
    let ms = 1_000;
    while (!fits(costs, ms)) ms += 100;
    return ms;
  };
  const more = leastMs([quick, none]) - leastMs([quick, { ...quick, network: 'lan' }]);
  assert.ok(Math.abs(more - 4 * 1_500) <= 100, String(more));
});

test('without anything to measure there is nothing to share', () => {
  assert.equal(planTime([], 1_000).running.size, 0);
});
