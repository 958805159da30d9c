import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { ClaimSummary } from '../summary.ts';
import { decidingTimeMs } from './deciding-time.ts';

/** Six sessions of one kind. */
const { run } = syntheticRecord({ sessions: 6, blocks: 2 });
const wallMs = run.sessions.reduce((sum, session) => sum + session.startMs + session.wallMs, 0);
const ROTATION_MS = wallMs / 6;

/** Above 1 is claimed; the margin of 2 % is the nearest border. */
const OPEN: ClaimSummary = {
  id: 'A',
  says: 'slower',
  published: [1, null],
  measured: 1.02 * 1.02,
  interval: [1.02 * 1.02 * 0.96, (1.02 * 1.02) / 0.96],
  verdict: 'open',
  margin: 0.02,
  answered: { widest: 0.08, provisional: false, answeredAt: null, openBecause: 'width' },
  note: '',
  pairs: [],
};

test('an interval narrows with the root of the sessions until it holds no border', () => {
  const twiceAsWide = Math.log(1 / 0.96) / Math.log(1.02);
  const needed = 6 * twiceAsWide ** 2;
  assert.ok(Math.abs(decidingTimeMs(run, OPEN)! / ((needed - 6) * ROTATION_MS) - 1) < 1e-9);
});

test('an answer of too few sessions takes those that are missing', () => {
  const few = syntheticRecord({ sessions: 2, blocks: 2 }).run;
  const provisional = { ...OPEN.answered!, provisional: true, openBecause: null };
  const found = { ...OPEN, verdict: 'replicated', answered: provisional } as const;
  const rotationMs = few.sessions.reduce((sum, { startMs, wallMs: ms }) => sum + startMs + ms, 0) / 2;
  assert.ok(Math.abs(decidingTimeMs(few, found)! - 2 * rotationMs) < 1e-6);
});

test('nothing is foretold of what is decided, hidden, withheld, unmeasured, or longer than a day', () => {
  const openBecause = (reason: 'clock' | 'twin'): ClaimSummary => ({
    ...OPEN,
    answered: { ...OPEN.answered!, openBecause: reason },
  });
  const hopeless = { ...OPEN, measured: 1.0200001 };
  const decided = { ...OPEN, verdict: 'replicated' } as const;
  const unmeasured = { ...OPEN, measured: null, interval: null, answered: null };
  for (const claim of [openBecause('clock'), openBecause('twin'), hopeless, decided, unmeasured])
    assert.equal(decidingTimeMs(run, claim), null);
});
