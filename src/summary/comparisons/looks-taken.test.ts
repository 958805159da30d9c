import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { levelOfLook } from '../../stats/answers/looks.ts';
import { runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { looksTaken } from './looks-taken.ts';

const { run, rows } = syntheticRecord({ sessions: 6, blocks: 2 });

/** Of each look the sessions that it saw. */
function seenBy(given: RunFile): number[][] {
  const times = runTimes(given, countedSamples(given, rows));
  const [{ id }] = given.plan.cells as [RunFile['plan']['cells'][number]];
  return looksTaken(given, []).map((look) =>
    [...look.seen(times).times.cells.get(id)!.logMedians.keys()].sort(),
  );
}

test('a look of sessions one after the other saw the first of them', () => {
  assert.deepEqual(seenBy({ ...run, looks: [4] }), [
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
  ]);
});

test('a report of a run that goes on sees the looks that it took, and before the first all is provisional', () => {
  const goingOn = { ...run, status: 'running' as const };
  assert.deepEqual(seenBy({ ...goingOn, looks: [4] }), [[0, 1, 2, 3]]);
  const { looks: _, ...untaken } = goingOn;
  assert.deepEqual(
    looksTaken(untaken, []).map(({ rotations }) => rotations),
    [null],
  );
});

test('a look that was taken beyond its planned place has the level of its turn', () => {
  const looks = looksTaken({ ...run, looks: [5], lookSessions: [5] }, []);
  assert.deepEqual(
    looks.map(({ rotations, alpha }) => [rotations, alpha]),
    [
      [5, levelOfLook(1 - run.study.protocol.confidence, 1)],
      [6, levelOfLook(1 - run.study.protocol.confidence, 2)],
    ],
  );
});

test('the only look of a plan has most of the level, also where the record was gone on with', () => {
  const alpha = 1 - run.study.protocol.confidence;
  const { looks: _, ...untold } = run;
  const once = { ...untold, plan: { ...run.plan, lookedAtOnce: true as const } };
  const alphas = (given: RunFile) => looksTaken(given, []).map((look) => look.alpha);
  assert.deepEqual(alphas(once), [0.8 * alpha]);
  assert.deepEqual(alphas({ ...once, looks: [5] }), [0.8 * alpha, levelOfLook(alpha, 2, true)]);
  // One of an earlier version, and one with looks on the way, share it as they did.
  assert.deepEqual(alphas({ ...run, looks: [5] }), [levelOfLook(alpha, 1), levelOfLook(alpha, 2)]);
});

test('a look of sessions at once saw those that had ended', () => {
  const atOnce = run.sessions.map((facts, i) => ({
    ...facts,
    startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(i / 2) * 60)).toISOString(),
    wallMs: i === 3 ? 170_000 : 50_000,
  }));
  assert.deepEqual(seenBy({ ...run, looks: [4], sessions: atOnce })[0], [0, 1, 2, 4]);
});

test('a kind that comes back after it was given up takes no look back', () => {
  const plan = {
    ...run.plan,
    sessions: run.plan.sessions.map((session, i) => (i === 5 ? { ...session, browser: 'firefox' } : session)),
  };
  const [first, ...others] = looksTaken({ ...run, plan: plan as RunFile['plan'], looks: [4, 5] }, []);
  assert.deepEqual([first.rotations, ...others.map(({ rotations }) => rotations)], [4, 5]);
});

test('a kind that was left out and comes back alone is in later looks alone', () => {
  const { run, rows } = syntheticRecord({ sessions: 12, blocks: 2 });
  // Four rotations of both, two of Firefox alone, two of Chromium alone.
  const sessions = run.plan.sessions.map((session, i) => ({
    ...session,
    browser: (i < 8 && i % 2 === 1) || i === 8 || i === 9 ? 'firefox' : 'chromium',
    ...(i === 10 && { beginsRotation: true as const }),
  }));
  const given = { ...run, plan: { ...run.plan, sessions }, looks: [4, 6] } as RunFile;
  assert.equal(finishedRotations(given), 8);
  const upTo = (end: number) => ({ ...given, sessions: given.sessions.slice(0, end) });
  assert.deepEqual(
    [8, 10, 11, 12].map((end) => finishedRotations(upTo(end))),
    [6, 6, 7, 8],
  );
  const times = runTimes(given, countedSamples(given, rows));
  const [{ id }] = given.plan.cells as [RunFile['plan']['cells'][number]];
  const seen = looksTaken(given, []).map((look) => look.seen(times).times.cells.get(id)!.logMedians.size);
  assert.deepEqual(seen, [8, 10, 12]);
});

test('a session that was tried again is in later looks alone, and makes the end one more look', () => {
  const { run, rows } = syntheticRecord({ sessions: 6, blocks: 2 });
  const times = runTimes(run, countedSamples(run, rows));
  const [{ id }] = run.plan.cells as [RunFile['plan']['cells'][number]];
  const seenWith = (given: Partial<RunFile>) =>
    looksTaken({ ...run, ...given }, []).map((look) => [
      look.rotations,
      look.seen(times).times.cells.get(id)!.logMedians.size,
    ]);
  // Four complete sessions made the first look; the fifth rotation's was the last of six to end.
  assert.deepEqual(seenWith({ looks: [4, 6], lookSessions: [4, 5] }), [
    [4, 4],
    [6, 5],
    [6, 6],
  ]);
  assert.deepEqual(seenWith({ looks: [4, 6], lookSessions: [4, 6] }), [
    [4, 4],
    [6, 6],
  ]);
});
