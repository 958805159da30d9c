import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { RunFile } from '../../record/record.ts';
import { sayOf, usedMs } from './wall-time.ts';

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

test('what a run took and what it was given are rounded alike, and a run that ended late is told so', () => {
  for (const [ms, ofMs, says] of [
    [58_400, 60_000, '58 s of 1 min'],
    [80_000, 84_600, '1.3 min of 1.4 min'],
    [84_900, 84_600, '1.4 min of 1.4 min'],
    [90_200, 84_600, '1.5 min, 6 s beyond its 1.4 min'],
    [62_000, 60_500, '1 min of 1 min'],
    [27_000, 432_000, '27 s of 7.2 min'],
    [9_000_000, 7_200_000, '2.5 h, 30 min beyond its 2 h'],
  ] as const)
    assert.equal(sayOf(ms, ofMs), says);
});

test('networks that could not be had for that are no part of it either', () => {
  const held = { sessions: [] } as unknown as NonNullable<RunFile['held']>;
  assert.equal(given({ held }), 40_000);
});
