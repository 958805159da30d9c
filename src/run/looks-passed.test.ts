// Looks that the number of finished rotations passes without standing at it.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { GRID, planOf, questions, ScriptedLab } from '../../test/support/agents/scripted-lab.ts';
import type { Look } from './run-study.ts';

const lab = new ScriptedLab();
before(() => lab.open());
after(() => lab.close());
afterEach(() => assert.deepEqual(lab.leftOpen(), []));

/** What each look saw: its complete sessions. The second one answers everything. */
function lookingTwice(looks: number[], during?: () => Promise<void>): Look {
  return async ({ sessions }) => {
    looks.push(sessions.filter(({ status }) => status === 'complete').length);
    if (looks.length > 1) return questions(1, 0);
    await during?.();
    return questions(1, 1, [`json ${GRID}`, `protobuf ${GRID}`, 'json node', 'protobuf node']);
  };
}

/** The first look, after four sessions, begins with all others under way, which end before it does. */
async function endedDuringLook(sessionsAtOnce: number) {
  const sessions = 3 + sessionsAtOnce;
  const looked = Promise.withResolvers<void>();
  const othersEnded = Promise.withResolvers<void>();
  let ended = 0;
  const looks: number[] = [];
  const look = lookingTwice(looks, () => {
    looked.resolve();
    return othersEnded.promise;
  });
  const { finished } = await lab.run({
    plan: planOf(Array(sessions).fill(GRID)),
    parallel: sessionsAtOnce,
    look,
    closing: (nth) => (nth < 4 ? undefined : looked.promise),
    tell: ({ kind }) => {
      if (kind !== 'session-ended') return;
      ended += 1;
      if (ended === sessions) othersEnded.resolve();
    },
  });
  return { looks, file: await finished };
}

test('a look that sessions passed while another was taken is taken once, where their number came to', async () => {
  const { looks, file } = await endedDuringLook(4);
  assert.deepEqual(looks, [4, 7]);
  assert.deepEqual(file.looks, [4, 7]);
  assert.deepEqual(file.lookSessions, [4, 7]);
});

test('a look that became due while another was taken is taken after it', async () => {
  const { looks, file } = await endedDuringLook(3);
  assert.deepEqual(looks, [4, 6]);
  assert.deepEqual(file.looks, [4, 6]);
});

test('a look that a kind of session held up is taken when that kind is given up', async () => {
  const looks: number[] = [];
  const { finished } = await lab.run({
    plan: planOf(Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? 'node' : 'firefox'))),
    look: lookingTwice(looks),
    // Firefox fails in the fourth and fifth rotation.
    agent: (nth) => (nth === 7 || nth === 9 ? 'dies' : {}),
  });
  const file = await finished;
  assert.deepEqual(file.looks, [5, 6]);
  assert.deepEqual(looks, [8, 9]);
});
