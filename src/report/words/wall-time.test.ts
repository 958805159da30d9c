import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { RunFile } from '../../record/record.ts';
import { usedMs } from './wall-time.ts';

const { run } = syntheticRecord({ sessions: 4, blocks: 2 });
const startMs = Date.parse(run.startedAt);
const at = (ms: number) => new Date(startMs + ms).toISOString();
const sessions = run.sessions.map((facts, i) => ({
  ...facts,
  ...{ startedAt: at(10_000 * i), startMs: 1_000, wallMs: 9_000 },
}));
const given = (change: Partial<RunFile>) => usedMs({ ...run, sessions, endedAt: at(45_000), ...change });

test('a run took until its end, and none of what came after to hold predictions beside', () => {
  assert.equal(given({}), 45_000);
  const held = { sessions } as unknown as NonNullable<RunFile['held']>;
  assert.equal(given({ held }), 40_000);
});

test('networks that could not be had for that are no part of it either', () => {
  const held = { sessions: [] } as unknown as NonNullable<RunFile['held']>;
  assert.equal(given({ held }), 40_000);
});
