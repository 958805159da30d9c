import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel, Plan } from './plan.ts';
import { endOfRotation, placesInRotations, sessionsOfRotations, withRest } from './rotations.ts';

const panel = (cell: string): Panel =>
  ({ index: 0, cells: [cell], empties: [], blocksPerRound: 1, countedPerVisit: 3 }) as unknown as Panel;
const kind = (browser: string) =>
  ({ browser, target: 'node', place: 'loopback', panels: [panel(browser)], durationMs: 1 }) as const;
const plan = {
  seed: 1,
  cells: [],
  sessions: sessionsOfRotations([kind('chromium'), kind('firefox')] as never, 2, 1),
} as unknown as Plan;
const without = (cell: string, begun: Plan, rotations: number) =>
  withRest(begun, begun.sessions.length, { rotations, dropped: new Set([cell]), blocksPerRound: null });

test('a rotation ends where a kind comes again', () => {
  assert.deepEqual(placesInRotations(plan.sessions), [1, 1, 2, 2]);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((begun) => endOfRotation(plan.sessions, begun)),
    [0, 2, 2, 4, 4],
  );
});

test('a rotation that has no kind in common with the one before is told apart from it', () => {
  const alone = without('chromium', plan, 4);
  const other = without('firefox', alone, 6);
  assert.deepEqual(placesInRotations(other.sessions), [1, 1, 2, 2, 3, 4, 5, 6]);
  assert.deepEqual(other.sessions.map(({ beginsRotation }) => beginsRotation === true).indexOf(true), 6);
});
