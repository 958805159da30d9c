import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlocksJob, Registration, SamplePost } from '../../wire/agent-protocol.ts';
import { AgentDesk } from './agent-desk.ts';

const registration = { token: 't', engine: 'chromium' } as Registration;
const blocksJob: BlocksJob = {
  kind: 'blocks',
  cells: [],
  blocks: [],
  stopAfterMs: 1,
  postEveryMs: 1,
  timeoutMs: 1,
};
const post = (done: boolean): SamplePost => ({ samples: [], blocks: [0], voided: [], done, wallMs: 1 });

test('a desk takes one agent and refuses a second', async () => {
  const desk = new AgentDesk();
  assert.equal(desk.register(registration), true);
  assert.equal(desk.register(registration, true), false);
  assert.equal((await desk.registered).engine, 'chromium');
  assert.equal(desk.isWatching, false, 'what is known of the second one says nothing of the first');
});

test('a job laid before the agent asks is taken at once; one laid later wakes the waiting agent', async () => {
  const desk = new AgentDesk();
  void desk.blocks(blocksJob, async () => ({ goOn: true }));
  assert.equal((await desk.takeJob()).kind, 'blocks');
  const waiting = desk.takeJob();
  desk.end();
  assert.equal((await waiting).kind, 'end');
});

test('samples are handed on post by post until the last one', async () => {
  const desk = new AgentDesk();
  const posts: SamplePost[] = [];
  const finished = desk.blocks(blocksJob, async (one) => {
    posts.push(one);
    return { goOn: true };
  });
  assert.deepEqual(await desk.putSamples(post(false)), { goOn: true });
  assert.deepEqual(await desk.putSamples(post(true)), { goOn: true });
  await finished;
  assert.equal(posts.length, 2);
});

test('results that nobody asked for, or that come twice, are refused', async () => {
  const desk = new AgentDesk();
  assert.equal(await desk.putSamples(post(true)), null);
  assert.equal(desk.putChecks([]), null);
  const checks = desk.check({ kind: 'check', cells: [], timeoutMs: 1 });
  assert.deepEqual(desk.putChecks([]), { goOn: true });
  await checks;
  assert.equal(desk.putChecks([]), null);
  assert.equal(desk.putKnownWork([7]), null);
  const work = desk.knownWork({ kind: 'known-work', times: 1 });
  assert.deepEqual(desk.putKnownWork([7]), { goOn: true });
  assert.deepEqual(await work, [7]);
  assert.equal(desk.putKnownWork([7]), null);
});

test('a journal that cannot be written stops the agent and reaches the session', async () => {
  const desk = new AgentDesk();
  const finished = desk.blocks(blocksJob, async () => {
    throw new Error('no space left on device');
  });
  finished.catch(() => {});
  assert.deepEqual(await desk.putSamples(post(false)), { goOn: false });
  await assert.rejects(finished, /no space left/);
});

test('a cell that was dropped ends the job, so that the next one is planned without it', async () => {
  const desk = new AgentDesk();
  const finished = desk.blocks(blocksJob, async () => ({ goOn: false }));
  assert.deepEqual(await desk.putSamples(post(false)), { goOn: false });
  await finished;
});
