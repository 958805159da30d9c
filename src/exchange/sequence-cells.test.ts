import assert from 'node:assert/strict';
import { test } from 'node:test';
import { littleSurroundings } from '../../test/support/agents/little-surroundings.ts';
import { type Hooks, littleMessageTarget } from '../../test/support/targets/little-message-target.ts';
import { jsonCell } from '../../test/support/targets/little-target.ts';
import type { DataSchema } from '../data/schema.ts';
import type { SamplePost } from '../wire/agent-protocol.ts';
import type { SequenceSpec } from '../wire/sequence.ts';
import { checkCells } from './checks/check-cells.ts';
import { probeCells } from './probes/probe-cells.ts';
import { runBlocks } from './run-blocks.ts';
import { Originals, type SequenceCell } from './sequence-cells.ts';

const NOTHING: DataSchema = { name: 'Random', root: { kind: 'null' } };

function cellOf(targetUrl: string, changes: Partial<SequenceSpec> = {}): SequenceCell {
  const spec: SequenceSpec = {
    direction: 'server-to-client',
    mode: 'throughput',
    ratePerSecond: null,
    messages: 150,
    content: { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 50 }, seed: 3 },
    compression: 'none',
    ...changes,
  };
  const sequence = { transport: 'websocket', spec, certificateSha256Base64: null } as const;
  const random = { schema: NOTHING, dataset: 'random', format: 'text', codec: 'none', encoder: 'none' };
  return { ...jsonCell(targetUrl, { cell: 'ws', n: 150, ...random }), sequence };
}

async function run(hooks: Partial<Hooks>, changes: Partial<SequenceSpec> = {}, timeoutMs = 5_000) {
  const target = await littleMessageTarget(hooks);
  const posted: SamplePost[] = [];
  const visits = [{ cell: 'ws', exchanges: 2 }];
  const blocks = [0, 1].map((block) => ({ block, firstMessage: 5, visits }));
  const job = { kind: 'blocks', cells: [cellOf(target.url, changes)], blocks, timeoutMs } as const;
  try {
    await runBlocks({ ...job, stopAfterMs: 60_000, postEveryMs: 0 }, littleSurroundings(), async (post) => {
      posted.push(post);
      return { goOn: true };
    });
    await target.allClosed();
  } finally {
    await target.close();
  }
  return posted;
}

test('a cell of messages makes one sample a sequence, with the figures that only messages have', async () => {
  const posted = await run({});
  assert.deepEqual(
    posted.map(({ blocks, done }) => [blocks, done]),
    [
      [[0], false],
      [[1], true],
    ],
  );
  const samples = posted.flatMap((post) => post.samples);
  assert.equal(samples.length, 4);
  for (const { outcome, reason, requests, bytesEncoded, bytesDecoded, totalMs, messages } of samples) {
    assert.deepEqual([outcome, reason, requests], ['completed', '', 1]);
    assert.deepEqual([bytesEncoded, bytesDecoded], [7_500, 7_500]);
    assert.equal(messages!.delivered, 150);
    assert.ok(Math.abs(totalMs - messages!.wallMs) < 0.001 && totalMs > 0);
  }
});

test('a sequence that fails is posted with its reason, and the next one follows', async () => {
  const received: Hooks['received'] = (count, socket) => count === 9 && socket.close(1011);
  const samples = (await run({ received }, { direction: 'both-ways' })).flatMap((post) => post.samples);
  assert.equal(samples.length, 4);
  assert.ok(samples.every(({ outcome, requests }) => outcome === 'failed' && requests === 1));
  assert.match(samples[0]!.reason, /code 1011.*of 150 messages delivered/);
});

test('a sequence that stalls ends its block', async () => {
  const leaving: Hooks['leaving'] = (message, i) => (i < 20 ? [message] : []);
  const posted = await run({ leaving }, {}, 200);
  assert.deepEqual(
    posted.map(({ samples }) => samples.map(({ outcome }) => outcome)),
    [['timed-out'], ['timed-out']],
  );
});

test('a check carries out at most a hundred messages as fast as they go, and says what was wrong', async () => {
  const target = await littleMessageTarget();
  const noOriginal = () => Promise.reject(new Error('no values were asked for'));
  const check = async (cell: SequenceCell) => {
    const [result] = await checkCells(
      { kind: 'check', cells: [cell], timeoutMs: 5_000 },
      littleSurroundings(),
      noOriginal,
    );
    return result!;
  };
  const paced = cellOf(target.url, { mode: 'paced', ratePerSecond: 0.1 });
  const right = {
    cell: 'ws',
    difference: null,
    bytesEncoded: 50,
    bytesDecoded: 50,
    contentEncoding: '',
    compared: 100,
  };
  assert.deepEqual(await check(paced), right);
  assert.deepEqual(await check(cellOf(target.url, { direction: 'both-ways', mode: 'ping-pong' })), right);
  target.leaving = (message, i) => [i === 7 ? message.with(20, 0) : message];
  assert.match((await check(paced)).difference!, /^message 7 arrived changed/);
  await target.close();
  assert.match((await check(paced)).difference!, /POST \/sequence failed.*0 of 100 messages delivered/);
});

test('nothing of messages is measured alone', async () => {
  const cells = [cellOf('http://127.0.0.1:1')];
  assert.deepEqual(await probeCells({ kind: 'probe', cells, timeoutMs: 1_000 }, littleSurroundings(), 5), []);
});

test('the values of a cell are asked for once, one a message, and none of random content', async () => {
  const asked: string[] = [];
  const originals = new Originals(async (cell, message) => {
    asked.push(`${cell} ${message}`);
    return message;
  });
  const random = cellOf('http://target');
  const content = { kind: 'data', dataset: 'book', format: 'json', encoder: 'e', codec: 'c' } as const;
  const sequence = { ...random.sequence, spec: { ...random.sequence.spec, content } };
  const data = { ...random, messages: 3, sequence };
  assert.deepEqual(await originals.valuesOf(random), []);
  assert.deepEqual(await originals.valuesOf(data), [0, 1, 2]);
  assert.deepEqual(await originals.valuesOf(data), [0, 1, 2]);
  assert.deepEqual(asked, ['ws 0', 'ws 1', 'ws 2']);
});
