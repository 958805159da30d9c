import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NetworkCost, planTime } from './time-plan.ts';

/** Today's is given up after the slowest two. */
const quick: NetworkCost = {
  network: '10mbit',
  contendersMs: [100, 50, 40, 40, 40],
  giveUp: [4, 3, 0],
  visits: { settles: true, blocks: 4 },
  emptyMs: 27,
  place: 'link',
};
const slow: NetworkCost = {
  ...quick,
  network: '3g',
  contendersMs: [6_000, 1_000, 900, 900, 900],
  emptyMs: 970,
};
const all = [0, 1, 2, 3, 4];
const hopeless: NetworkCost = {
  ...quick,
  network: '2g',
  contendersMs: [90_000, 20_000, 20_000, 20_000],
  giveUp: [3, 0],
  emptyMs: 15_000,
};

test('all contenders of all networks run where the time is enough', () => {
  const { running, sessions } = planTime([quick, slow], 600_000);
  assert.deepEqual([...running.values(), sessions], [all, all, null]);
});

test('a network too slow for the time loses contenders first, then today’s way, then is only predicted', () => {
  const of = (ms: number) => planTime([quick, slow], ms).running.get('3g');
  assert.deepEqual(of(440_000), [0, 1, 2]);
  assert.deepEqual(of(240_000), [1, 2]);
  assert.deepEqual(of(60_000), []);
  const { running } = planTime([quick, slow, hopeless], 600_000);
  assert.deepEqual(running.get('2g'), []);
  assert.deepEqual(running.get('10mbit'), all);
});

test('those that are kept are given up last, and together', () => {
  const five = { ...slow, giveUp: [0] };
  const running = [40_000, 300_000, 600_000].map((ms) => planTime([five], ms).running.get('3g')!);
  assert.deepEqual(running, [[], [1, 2, 3, 4], all], 'none of them, all but today’s, all');
  // Today's may be one of them.
  assert.deepEqual(planTime([{ ...slow, giveUp: [4, 3, 1] }], 420_000).running.get('3g'), [0, 2]);
});

test('exchanges that are nearly all wire leave time for four sessions with all contenders', () => {
  const plan = (visits: NetworkCost['visits']) =>
    planTime([{ ...quick, network: '4g', contendersMs: [265, 185, 185, 185, 185], visits }], 41_000);
  const { running, sessions } = plan({ settles: false, blocks: 3 });
  assert.deepEqual([running.get('4g'), sessions], [all, null]);
  assert.notDeepEqual(plan({ settles: true, blocks: 4 }).running.get('4g'), all);
});

test('what quick ways take to warm up is reckoned with', () => {
  const plan = (warmupMs: readonly number[]) => planTime([{ ...quick, warmupMs }], 30_000).running;
  assert.deepEqual(plan([0, 0, 0, 0, 0]).get('10mbit'), all);
  assert.notDeepEqual(plan([200, 900, 900, 900, 900]).get('10mbit'), all);
});

test('a network that four sessions have no time for is measured in fewer, which is provisional', () => {
  const at = (ms: number) => planTime([slow], ms);
  assert.deepEqual([at(240_000).sessions, at(140_000).sessions, at(110_000).sessions], [null, 3, 2]);
  assert.deepEqual(at(110_000).running.get('3g'), [1, 2]);
});

test('a single session is better than nothing, and for nothing else', () => {
  const at = (costs: readonly NetworkCost[], ms: number) => planTime(costs, ms);
  assert.deepEqual([at([slow], 60_000).running.get('3g'), at([slow], 60_000).sessions], [[1, 2], 1]);
  const { running, sessions } = at([quick, slow], 60_000);
  assert.deepEqual([running.get('3g'), sessions], [[], null]);
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
  assert.ok(Math.abs(more - 4 * 2_000) <= 100, String(more));
});

test('without anything to measure there is nothing to share', () => {
  assert.equal(planTime([], 1_000).running.size, 0);
});
