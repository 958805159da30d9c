import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../test/support/records/synthetic.ts';
import { sessionsSeen } from './looks.ts';
import type { RunFile, SessionFacts } from './record.ts';

const { run } = syntheticRecord({ sessions: 9, blocks: 2 });

/** In Chromium and in Firefox by turns. */
const plan: RunFile['plan'] = {
  ...run.plan,
  sessions: run.plan.sessions.map((session, i) => ({
    ...session,
    browser: i % 2 === 0 ? 'chromium' : 'firefox',
  })),
};

/**
 * Start and end of each by its own times, s. The last two were at once; the one that seems to have ended
 * first took longer to close.
 */
const TIMES = [
  ...Array.from({ length: 7 }, (_, i) => [10 * i, 10 * i + 10] as const),
  [75, 100.2] as const,
  [80, 100] as const,
];

const sessions = run.sessions.map((facts, i): SessionFacts => {
  const [startS, endS] = TIMES[i]!;
  const startedAt = new Date(Date.UTC(2026, 0, 1) + startS * 1_000).toISOString();
  return { ...facts, startedAt, startMs: 0, wallMs: (endS - startS) * 1_000, completed: i + 1 };
});

/** By the look after four rotations, when the eighth session was complete. */
const seenOf = (given: readonly SessionFacts[]) => [
  ...sessionsSeen({ ...run, plan, sessions: given }, { rotations: 4, sessions: 8 }),
];

test('a look of sessions at once saw those that were complete then, whatever their own times say', () => {
  const { completed: _, ...last } = sessions[8]!;
  const then = seenOf(sessions.with(8, { ...last, status: 'running', wallMs: 0 })).sort();
  assert.deepEqual(then, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(seenOf(sessions).sort(), then);
});

test('what an earlier version did not count came before what goes on with it, also by a clock that was set back', () => {
  const uncounted = sessions.slice(0, 4).map(({ completed: _, ...facts }) => ({
    ...facts,
    startedAt: facts.startedAt.replace('2026-01-01', '2026-01-02'),
  }));
  assert.deepEqual(seenOf([...uncounted, ...sessions.slice(4)]).sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
});
