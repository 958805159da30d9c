// When a run looks at what it measured, what it does then, and looks that the number of finished rotations
// passes without standing at it.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { GRID, planOf, questions, ScriptedLab, statuses } from '../../test/support/agents/scripted-lab.ts';
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

test('a look at which every asked comparison is decided ends the run', async () => {
  const looks: number[] = [];
  const look: Look = async (file) => {
    looks.push(file.sessions.length);
    return questions(3, looks.length === 1 ? 1 : 0);
  };
  const { finished, events } = await lab.run({ plan: planOf(Array(8).fill('node')), look });
  const file = await finished;
  assert.deepEqual(looks, [4, 6]);
  assert.deepEqual(file.looks, [4, 6]);
  assert.equal(file.status, 'complete');
  assert.equal(file.sessions.length, 6);
  assert.deepEqual(
    events.filter((event) => event.kind === 'looked').map(({ undecided, stops }) => [undecided, stops]),
    [
      [1, false],
      [0, true],
    ],
  );
});

test('with several browsers a look waits for the whole rotation, and for sessions that failed', async () => {
  const looks: string[][] = [];
  const look: Look = async (file) => {
    looks.push(statuses(file));
    return questions(1, 1);
  };
  const browsers = Array.from({ length: 5 }, () => ['node', 'firefox']).flat();
  await (await lab.run({ plan: planOf(browsers), look, agent: (nth) => (nth === 1 ? 'dies' : {}) })).finished;
  assert.equal(looks.length, 1);
  assert.deepEqual(looks[0]!.slice(0, 2), ['0 complete', '1 failed']);
  assert.equal(looks[0]!.filter((status) => status.endsWith('complete')).length, 9);
});

test('a study that asks for no comparison has nothing to decide and is run to its end', async () => {
  const look: Look = async () => questions(0, 0);
  const { finished } = await lab.run({ plan: planOf(Array(5).fill('node')), look });
  assert.equal((await finished).sessions.length, 5);
});

test('cells that no open question needs are dropped after a look, never inside a rotation, and the record says when', async () => {
  const browsers = Array.from({ length: 8 }, () => ['node', 'firefox']).flat();
  const look: Look = async (file) =>
    questions(2, file.sessions.length < 16 ? 1 : 0, ['json node', 'protobuf node']);
  const { finished, events } = await lab.run({ plan: planOf(browsers), look });
  const file = await finished;
  assert.deepEqual(file.race, [
    { rotations: 4, dropped: ['json firefox', 'protobuf firefox'], returned: [] },
  ]);
  const browsersRun = file.sessions.map(({ planned }) => file.plan.sessions[planned]!.browser);
  assert.deepEqual(browsersRun.slice(0, 8).toSorted(), [
    ...Array(4).fill('firefox'),
    ...Array(4).fill('node'),
  ]);
  assert.deepEqual(browsersRun.slice(8), Array(4).fill('node'));
  assert.deepEqual(file.looks, [4, 6, 8]);
  const looked = events.filter((event) => event.kind === 'looked');
  const gone = ['json firefox', 'protobuf firefox'];
  assert.deepEqual(
    looked.map(({ dropped, stops }) => [dropped, stops]),
    [
      [gone, false],
      [gone, false],
      // After the last planned session, too, it is told what was dropped and nothing else.
      [gone, false],
    ],
  );
});

test('an end that is no planned look is one all the same, once four rotations are done', async () => {
  const five = await (await lab.run({ plan: planOf(Array(5).fill('node')) })).finished;
  assert.deepEqual(five.looks, [4, 5]);
  const three = await (await lab.run({ plan: planOf(Array(3).fill('node')) })).finished;
  assert.equal(three.looks, undefined);
});
