import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import type { Plan, PlannedSession } from '../../plan/plan.ts';
import type { AgentFacts, SessionFacts } from '../../record/record.ts';
import type { RunEvent } from '../../run/events.ts';
import { progressListener, type RunOfAll } from './progress.ts';

const session = (index: number): PlannedSession => ({
  index,
  browser: 'chromium',
  target: 'node',
  place: 'loopback',
  seed: index,
  panels: [],
  durationMs: 5_000,
});
const plan: Plan = {
  design: 2,
  seed: 1,
  cells: [],
  sessions: [session(0), session(1)],
};
const facts = { status: 'complete', reason: '' } as SessionFacts;

const AGENT = { engine: 'chromium', engineVersion: '156' } as AgentFacts;

/** Each event at its time, ms; answers what was written for each. */
function lines(
  events: readonly (readonly [number, RunEvent])[],
  isTerminal: boolean,
  columns = 80,
  ofAll: RunOfAll | null = null,
): string[] {
  const written: string[] = [];
  const clock = new FakeClock();
  const write = (text: string) => written.push(text);
  const out = { write, isTerminal, colour: false, columns, ...(ofAll !== null && { ofAll }) };
  const listen = progressListener(out, clock);
  for (const [atMs, event] of events) {
    clock.advance(atMs - clock.nowMs());
    listen(event);
  }
  return written;
}

const RUN: readonly (readonly [number, RunEvent])[] = [
  [0, { kind: 'target-verified', target: 'node', checks: 17 }],
  [1_000, { kind: 'run-started', plan, dir: 'runs/x', sessionsDone: 0 }],
  [1_000, { kind: 'session-started', planned: session(0) }],
  [2_000, { kind: 'agent-registered', agent: AGENT }],
  [3_000, { kind: 'cells-checked', cells: 7, dropped: 0 }],
  [5_500, { kind: 'samples', planned: session(0), spentMs: 2_500, exchanges: 1_060 }],
  [8_000, { kind: 'session-ended', facts }],
  [8_000, { kind: 'session-started', planned: session(1) }],
  [10_000, { kind: 'run-ended', status: 'complete', reason: '' }],
];

test('the live line tells the session, the time left and what is being done, within the terminal', () => {
  const live = lines(RUN, true).map((text) => text.replace('\r\x1b[2K', ''));
  assert.equal(live[0], ' target verified …');
  assert.match(live[5]!, /━{5}─{15} {2}session 1\/2 · 14 s left · 1 060 exchanges · in chromium$/);
  assert.ok(live.every((line) => line.length < 80));
});

test('the time left rests on what starting a session has cost so far', () => {
  const live = lines(RUN, true);
  // The first session took 7 s with its start, of which 5 s were planned: the second will take as long.
  assert.match(live[7]!, /session 2\/2 · 7 s left/);
});

test('what predictions are held beside is counted by itself', () => {
  const held: RunEvent = { kind: 'held-started', plan: { ...plan, sessions: [session(0)] }, sessionsDone: 0 };
  const more: readonly (readonly [number, RunEvent])[] = [
    ...RUN,
    [10_000, held],
    [16_000, { kind: 'session-ended', facts }],
  ];
  assert.deepEqual(lines(more, false).slice(-2), [
    '1 session more: 0 cells to hold predictions beside\n',
    'session 1 of 1 complete, 1 060 exchanges\n',
  ]);
  assert.match(lines(more, true).at(-2)!, /session 1\/1 · 7 s left · .*predictions$/);
});

test('the last event clears the line', () => {
  assert.equal(lines(RUN, true).at(-1), '\r\x1b[2K');
});

test('off a terminal there is a line a session and no control characters', () => {
  assert.deepEqual(lines(RUN, false), [
    'run: 2 sessions, record in runs/x\n',
    'session 1 of 2 complete, 1 060 exchanges\n',
  ]);
});

test('where a page shows how far the run is, only what went wrong is a line', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const out = { write, isTerminal: false, isWatched: true, colour: false, columns: 80 };
  const listen = progressListener(out, new FakeClock());
  const lost = { ...facts, status: 'failed', reason: 'chromium went away' } as SessionFacts;
  for (const [, event] of RUN) listen(event);
  listen({ kind: 'session-ended', facts: lost });
  assert.equal(written.length, 1);
  assert.match(written[0]!, /failed, 1 060 exchanges: chromium went away\n$/);
});

test('in a narrow terminal the line is cut, never wrapped', () => {
  assert.ok(lines(RUN, true, 50).every((text) => text.replace('\r\x1b[2K', '').length <= 50));
});

test('one of several runs tells what all of them will still take', () => {
  const live = lines(RUN, true, 120, { place: '2 of 5', laterMs: 3_600_000 });
  assert.match(live[5]!, /2 of 5, session 1\/2 · 14 s left, 1 h 0 min of all · 1 060 exchanges/);
});
