import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { GRID, planOf, ScriptedLab, statuses } from '../../test/support/agents/scripted-lab.ts';
import { EnvironmentError } from '../base/errors.ts';
import { NoRoom } from '../drive/grid/wait-for-room.ts';

const lab = new ScriptedLab();
before(() => lab.open());
after(() => lab.close());
afterEach(() => assert.deepEqual(lab.leftOpen(), []));

const gone = () => new EnvironmentError('the Grid cannot be reached', ['GET /status'], 'start it');

test('a Grid that is gone for good fails the run, which goes on when it is there again', async () => {
  const plan = planOf(['node', GRID]);
  const file = await (await lab.run({ plan, lacks: gone })).finished;
  assert.deepEqual(statuses(file), ['0 complete', ...Array(6).fill('1 failed')]);
  assert.ok(file.sessions.slice(1).every(({ lost }) => lost === true));
  assert.equal(file.status, 'failed');
  assert.equal(file.reason, 'the Grid cannot be reached; start it');

  const resumed = await (await lab.run({ plan, earlier: file.sessions })).finished;
  assert.deepEqual(statuses(resumed).slice(7), ['1 complete']);
  assert.equal(resumed.status, 'complete');
});

test('a Grid that is gone when the time is up fails the run too, whatever was measured after it was asked last', async () => {
  const plan = planOf([GRID, 'node']);
  const file = await (await lab.run({ plan, lacks: gone, endMs: 400 })).finished;
  assert.deepEqual(statuses(file), [...Array(5).fill('0 failed'), '1 complete']);
  assert.equal(file.status, 'failed');
  assert.equal(file.reason, 'the Grid cannot be reached; start it');
});

test('nodes that are lost and come again cost tries, and the run completes', async () => {
  const lacks = (opening: number) => (opening % 5 === 4 ? undefined : gone());
  const file = await (await lab.run({ plan: planOf([GRID, GRID]), lacks })).finished;
  const lost = (session: number) => Array(4).fill(`${session} failed`);
  assert.deepEqual(statuses(file), [...lost(0), '0 complete', ...lost(1), '1 complete']);
  assert.equal(file.status, 'complete');
});

test('when two sessions were lost each time the Grid is given up, and other browsers go on', async () => {
  const plan = planOf(['node', GRID, 'node', GRID, 'node', GRID, GRID]);
  const file = await (await lab.run({ plan, lacks: gone })).finished;
  const lost = (session: number) => Array(5).fill(`${session} failed`);
  assert.deepEqual(statuses(file), ['0 complete', ...lost(1), '2 complete', ...lost(3), '4 complete']);
  assert.equal(file.status, 'failed');
  assert.equal(
    file.warnings.find(({ kind }) => kind === 'given-up')!.what,
    `${GRID} with target node lost its node again and again and was given up: the Grid cannot be reached; start it`,
  );
});

test('a Grid that had no room for as long as the lab waits is not waited for again', async () => {
  const full = () => new NoRoom('the Grid has no room for 5 min', [], 'start another node');
  const alone = await (await lab.run({ plan: planOf([GRID, GRID]), lacks: full })).finished;
  assert.deepEqual(statuses(alone), ['0 failed']);
  assert.deepEqual([alone.sessions[0]!.lost, alone.sessions[0]!.noRoom], [true, true]);
  const reason = 'the Grid has no room for 5 min; start another node';
  assert.deepEqual([alone.status, alone.reason], ['failed', reason]);

  const beside = await (await lab.run({ plan: planOf(['node', GRID, 'node', GRID]), lacks: full })).finished;
  assert.deepEqual(statuses(beside), ['0 complete', '1 failed', '2 complete']);
  assert.deepEqual([beside.status, beside.reason], ['failed', reason]);

  // Somebody gave a node back meanwhile.
  const { plan, sessions } = beside;
  const resumed = await (await lab.run({ plan, earlier: sessions })).finished;
  assert.deepEqual(statuses(resumed).slice(3), ['1 complete', '3 complete']);
  assert.equal(resumed.status, 'complete');
});
