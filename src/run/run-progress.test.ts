import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan, PlannedSession } from '../plan/plan.ts';
import type { SessionFacts } from '../record/record.ts';
import { followRun, leftMs, nextLook, startProgress } from './run-progress.ts';

const session = (index: number, browser: string): PlannedSession => ({
  index,
  browser,
  target: 'node',
  place: 'loopback',
  seed: index,
  panels: [],
  durationMs: 6_000,
});
/** Rotations of two browsers. */
const plan = (rotations: number): Plan => ({
  design: 2,
  seed: 1,
  cells: [],
  sessions: Array.from({ length: 2 * rotations }, (_, i) => session(i, i % 2 === 0 ? 'chromium' : 'firefox')),
});
const facts = { status: 'complete', reason: '' } as SessionFacts;

function after(sessions: number, of: Plan) {
  const state = startProgress();
  followRun(state, { kind: 'run-started', plan: of, dir: 'runs/x', sessionsDone: 0 }, 0);
  for (let i = 0; i < sessions; i++) {
    followRun(state, { kind: 'session-started', planned: of.sessions[i]! }, i * 10_000);
    // Starting one takes 4 s.
    followRun(state, { kind: 'session-ended', facts }, (i + 1) * 10_000);
  }
  return { state, nowMs: sessions * 10_000 };
}

function looksAfter(sessions: number, of: Plan) {
  const { state, nowMs } = after(sessions, of);
  return nextLook(state, nowMs);
}

test('the next look is after four rotations, then six, then eight, and at the end where none is before', () => {
  const ten = plan(10);
  assert.deepEqual(looksAfter(0, ten), { sessions: 8, inMs: 80_000 });
  assert.deepEqual(looksAfter(7, ten), { sessions: 8, inMs: 10_000 });
  assert.deepEqual(looksAfter(8, ten), { sessions: 12, inMs: 40_000 });
  assert.deepEqual(looksAfter(13, ten), { sessions: 16, inMs: 30_000 });
  assert.deepEqual(looksAfter(16, ten), { sessions: 20, inMs: 40_000 });
  assert.equal(looksAfter(20, ten), null);
  assert.deepEqual(looksAfter(1, plan(2)), { sessions: 4, inMs: 30_000 });
});

test('a run that is looked at once is looked at when its plan is over, and as usual where it goes on', () => {
  const six = plan(6);
  const state = startProgress();
  const isLookedAtOnce = true;
  followRun(state, { kind: 'run-started', plan: six, dir: 'runs/x', sessionsDone: 0, isLookedAtOnce }, 0);
  assert.equal(nextLook(state, 0)!.sessions, 12);
  const looked = { kind: 'looked', sessions: 12, undecided: 1, stops: false, dropped: [] } as const;
  followRun(state, { ...looked, plan: plan(10) }, 0);
  state.sessionsDone = 12;
  assert.equal(nextLook(state, 0)!.sessions, 16);
});

test('the last look comes when no time is left', () => {
  const { state, nowMs } = after(16, plan(10));
  assert.equal(nextLook(state, nowMs)!.inMs, leftMs(state, nowMs));
});

test('a share of a plan looks at nothing, nor does what predictions are held beside, nor what has not begun', () => {
  assert.equal(nextLook(startProgress(), 0), null);
  assert.equal(looksAfter(0, { ...plan(10), share: { nth: 1, of: 2 } }), null);
  const { state, nowMs } = after(4, plan(10));
  followRun(state, { kind: 'held-started', plan: plan(6), sessionsDone: 0 }, nowMs);
  assert.equal(nextLook(state, nowMs), null);
});

test('what comes before a session, as the calibration of networks, is no time of that session', () => {
  const { state } = after(0, plan(2));
  followRun(state, { kind: 'link', doing: 'calibrating 3g' }, 90_000);
  assert.equal(leftMs(state, 90_000), 40_000);
  followRun(state, { kind: 'session-started', planned: plan(2).sessions[0]! }, 90_000);
  assert.equal(leftMs(state, 95_000), 35_000);
});
