import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../../plan/plan.ts';
import type { AgentFacts, RunFile, SessionFacts } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { JobProgress } from './job-progress.ts';
import type { OutsideFacts } from './snapshot.ts';

const TRUST = { url: 'http://192.0.2.7:2/', sha256Fingerprint: 'AB:CD' };
const agent = (userAgent: string): AgentFacts => ({
  engine: 'firefox',
  engineVersion: '140.0',
  userAgent,
  command: ['firefox', '--secret'],
  cores: 8,
  clockStepUs: 20,
  crossOriginIsolated: true,
});

test('of a run on another device it is told where to go and who came, each browser once', () => {
  const outside = (): OutsideFacts | null => progress.outside;
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  progress.event({ kind: 'agent-registered', agent: agent('of the lab itself') });
  assert.equal(outside(), null, 'browsers of the lab are no guests');
  progress.event({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/#key=k', trust: TRUST });
  assert.match(progress.doing, /waiting for a browser on another device/);
  assert.deepEqual(outside(), {
    url: 'https://192.0.2.7:1/#key=k',
    trust: TRUST,
    isWanted: true,
    clients: [],
    newcomers: 0,
  });
  for (const userAgent of ['phone', 'laptop', 'phone']) {
    progress.event({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/#key=k', trust: TRUST });
    assert.equal(outside()!.isWanted, true);
    progress.event({ kind: 'agent-registered', agent: agent(userAgent) });
    assert.equal(outside()!.isWanted, false);
  }
  assert.deepEqual(
    outside()!.clients.map(({ userAgent, sessions }) => [userAgent, sessions]),
    [
      ['laptop', 1],
      ['phone', 2],
    ],
  );
  assert.ok(!JSON.stringify(outside()).includes('--secret'));
  assert.deepEqual(
    outside()!.clients.map(({ measures, isThere }) => [measures, isThere]),
    [
      [true, null],
      [true, null],
    ],
    'whether a page is there that says no name, nobody knows',
  );
  for (const device of ['one', 'two'])
    progress.event({ kind: 'agent-registered', agent: { ...agent('phone'), device } });
  assert.equal(outside()!.clients.length, 4, 'two phones of one model are two');
});

test('before there is a run it is told which step goes on and how far it is', () => {
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  const told = () => {
    const { doing, steps, share } = progress.figures();
    return [doing, steps, share];
  };
  progress.step({ doing: 'reading the data' });
  assert.deepEqual(told(), ['reading the data', undefined, null]);
  progress.step({ doing: 'timing them', count: { done: 3, of: 12 } });
  assert.deepEqual(told(), ['timing them', { done: 3, of: 12 }, 0.25]);
  progress.event({ kind: 'link', doing: 'calibrating 3g' });
  assert.deepEqual(told(), ['calibrating 3g', undefined, null]);
});

test('a browser that watches, too, is told as that as soon as it has come', () => {
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  progress.event({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/#key=k', trust: TRUST });
  progress.event({ kind: 'agent-registered', agent: { ...agent('phone'), device: 'one' } });
  progress.event({ kind: 'agent-registered', agent: { ...agent('laptop'), device: 'two', watches: true } });
  assert.deepEqual(
    progress.outside!.clients.map(({ userAgent, watches }) => [userAgent, watches]),
    [
      ['phone', false],
      ['laptop', true],
    ],
  );
});

test('of whoever came it is told whether they measure, and whether they are still there', () => {
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  const clients = () => progress.outside!.clients.map(({ measures, isThere }) => [measures, isThere]);
  progress.event({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/#key=k', trust: TRUST });
  progress.event({ kind: 'agent-registered', agent: { ...agent('phone'), device: 'one' } });
  progress.event({ kind: 'cells-checked', cells: 1, dropped: 0 });
  progress.event({ kind: 'outside-present', devices: ['one'] });
  assert.deepEqual(clients(), [[true, true]]);
  assert.equal(progress.isMeasuring, true, 'that somebody came is no news of the session');
  progress.event({ kind: 'session-ended', facts: { status: 'complete' } as SessionFacts });
  assert.deepEqual(clients(), [[false, true]]);
  progress.event({ kind: 'outside-present', devices: ['another'] });
  assert.deepEqual(clients(), [[false, false]]);
  progress.event({ kind: 'agent-registered', agent: { ...agent('phone'), device: 'one' } });
  assert.deepEqual(clients(), [[true, true]]);
});

test('a device that waits for its first session is counted, and one that has gone is not', () => {
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  progress.event({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/#key=k', trust: TRUST });
  const newcomers: number[] = [];
  for (const devices of [['one'], ['one', 'two'], ['one', 'two', 'three'], ['one', 'three']]) {
    progress.event({ kind: 'outside-present', devices });
    progress.event({ kind: 'agent-registered', agent: { ...agent('phone'), device: 'one' } });
    newcomers.push(progress.outside!.newcomers);
  }
  assert.deepEqual(newcomers, [0, 1, 2, 1]);
});

test('at each look it is told what the interval was at the look before', () => {
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  const look = (half: number) => {
    const cell = { id: 'json', twinOf: null, factors: { network: 'none' } };
    const totalMs = { median: 5, interval: [5 - half, 5 + half] };
    progress.soFar({} as RunFile, { cells: [{ ...cell, totalMs }] } as unknown as Summary);
    return progress.figures().race.map(({ interval, before }) => [interval, before]);
  };
  assert.deepEqual(look(2), [[[3, 7], null]]);
  assert.deepEqual(look(1), [
    [
      [4, 6],
      [3, 7],
    ],
  ]);
});

test('a way left the race where the run dropped it, and not since no session is left or some failed', () => {
  const progress = new JobProgress({ nowMs: () => 0, date: () => new Date(0) });
  const cells = ['json', 'csv'].map((id, i) => ({
    ...{ id, twinOf: null, factors: { network: 'none' } },
    totalMs: { median: i + 1, interval: [i + 0.9, i + 1.1] },
  }));
  const summary = { cells } as unknown as Summary;
  const session = { durationMs: 1, panels: [{ cells: ['json', 'csv'] }] };
  const plan = { sessions: [session, session] } as unknown as Plan;
  const out = () => progress.figures().race.flatMap(({ id, isOut }) => (isOut ? [id] : []));
  const look = (dropped: readonly string[], stops = false) => {
    progress.soFar({} as RunFile, summary);
    progress.event({ kind: 'looked', sessions: 2, undecided: 1, stops, dropped, plan });
  };
  progress.event({ kind: 'run-started', plan, dir: '/runs/a', sessionsDone: 2 });
  look([]);
  assert.deepEqual(out(), [], 'every session was carried out');
  look(['csv']);
  assert.deepEqual(out(), ['csv'], 'the sessions that were carried out had it');
  look(['csv'], true);
  assert.deepEqual(out(), ['csv']);
  look([]);
  assert.deepEqual(out(), [], 'it came back');
});
