import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planTime } from './time-plan.ts';

const quick = { network: '10mbit', contendersMs: [100, 50, 40, 40, 40], emptyMs: 6, place: 'link' } as const;
const slow = {
  network: '3g',
  contendersMs: [6_000, 1_000, 900, 900, 900],
  emptyMs: 900,
  place: 'link',
} as const;
const all = [0, 1, 2, 3, 4];
const hopeless = {
  network: '2g',
  contendersMs: [90_000, 20_000, 20_000, 20_000],
  emptyMs: 2_400,
  place: 'link',
} as const;

test('all contenders of all networks run where the time is enough', () => {
  const { running, sessions, budgetMs } = planTime([quick, slow], 180_000);
  assert.deepEqual([...running.values()], [all, all]);
  assert.ok(sessions >= 4 && sessions <= 8, String(sessions));
  assert.ok(budgetMs > 100_000 && budgetMs < 180_000, String(budgetMs));
});

test('a network too slow for the time loses contenders first, then today’s way, then is only predicted', () => {
  const of = (ms: number) => planTime([quick, slow], ms).running.get('3g');
  assert.deepEqual(of(125_000), [0, 1, 2]);
  assert.deepEqual(of(65_000), [1, 2]);
  assert.deepEqual(of(22_000), []);
  const { running } = planTime([quick, slow, hopeless], 200_000);
  assert.deepEqual(running.get('2g'), []);
  assert.deepEqual(running.get('10mbit'), all);
});

test('more time gives more sessions, up to eight', () => {
  const sessions = [30_000, 60_000, 120_000, 600_000].map((ms) => planTime([quick], ms).sessions);
  assert.deepEqual(
    sessions,
    sessions.toSorted((a, b) => a - b),
  );
  assert.equal(sessions.at(-1), 8);
});

test('networks of two places cost two starts a session', () => {
  const none = { ...quick, network: 'none', place: 'loopback' } as const;
  const sessions = (costs: Parameters<typeof planTime>[0]) => planTime(costs, 60_000).sessions;
  assert.ok(sessions([quick, none]) < sessions([quick, { ...quick, network: 'lan' }]));
});

test('without anything to measure there is nothing to share', () => {
  assert.equal(planTime([], 1_000).running.size, 0);
});
