// The client of messages against the real target, both in this process: every transport that Node has, every
// direction and mode, text, bytes and data of a dataset.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startCheating } from '../../../test/support/targets/cheating-target.ts';
import { provideEventSource } from '../../agent/event-source.ts';
import { datasetNamed } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { loadDataset } from '../../data/store/store.ts';
import { checkSequence } from '../../exchange/checks/check-sequence.ts';
import { messageData } from '../../exchange/message-data.ts';
import { runSequence } from '../../exchange/messages/run-sequence.ts';
import { transportsHere } from '../../exchange/messages/transports/transports.ts';
import { Originals, type SequenceCell } from '../../exchange/sequence-cells.ts';
import type { Direction } from '../../factors/direction.ts';
import { MODES, type ModeName } from '../../factors/mode.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import { CARRIES, type MessageContent, type SequenceSpec } from '../../wire/sequence.ts';

provideEventSource();

const N = 30;
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const values = loadDataset('book', N, null).map((record) => [record]);
const schema = datasetNamed('book').schema;
let target: Awaited<ReturnType<typeof startCheating>>;
before(async () => {
  target = await startCheating({}, clock);
});
after(() => target.close());

const ofRandom = (body: 'text' | 'binary'): MessageContent => ({
  kind: 'random',
  body,
  size: { policy: 'random', least: 16, most: 300 },
  seed: 5,
});
const ofBooks = (format: string, encoder: string, codec: string): MessageContent => ({
  kind: 'data',
  dataset: 'book',
  format,
  encoder,
  codec,
});
const CONTENTS: Record<string, MessageContent> = {
  text: ofRandom('text'),
  binary: ofRandom('binary'),
  json: ofBooks('json', 'JSON.stringify', 'JSON.parse'),
  protobuf: ofBooks('protobuf', 'protobufjs', 'protobufjs'),
};
const OF_TEXT = ['text', 'json'];

async function carryOut(
  transport: MessageTransport,
  direction: Direction,
  mode: ModeName,
  content: MessageContent,
  changes: Partial<SequenceSpec> = {},
) {
  const ratePerSecond = mode === 'paced' ? 300 : null;
  const spec = {
    direction,
    mode,
    ratePerSecond,
    messages: N,
    content,
    compression: 'none',
    ...changes,
  } as const;
  const data = content.kind === 'random' ? null : messageData(content, direction, schema, values);
  return runSequence(
    {
      targetUrl: target.url,
      secret: null,
      transport,
      spec,
      certificateSha256Base64: null,
      data,
      keepDecoded: true,
    },
    { now: () => performance.now(), timeoutMs: 10_000 },
    new AbortController().signal,
  );
}

for (const transport of transportsHere()) {
  for (const direction of CARRIES[transport].directions) {
    test(`${transport}, ${direction}: every message arrives in every mode and content`, async () => {
      const onlyText = CARRIES[transport].endpoints.includes('sse');
      for (const [name, content] of Object.entries(CONTENTS)) {
        if (onlyText && !OF_TEXT.includes(name)) continue;
        for (const mode of MODES) {
          const { failure, figures, bytes, decoded } = await carryOut(transport, direction, mode, content);
          const what = `${name} ${mode}`;
          assert.equal(failure, null, what);
          assert.equal(figures.delivered, N, what);
          assert.ok(bytes >= 16 * N, what);
          const isUp = direction !== 'server-to-client';
          if (isUp) assert.ok(figures.wireBytesUp! > (direction === 'both-ways' ? bytes / 2 : bytes), what);
          if (content.kind === 'random' || direction === 'client-to-server') continue;
          assert.equal(firstDifference([...decoded!], values, { keyOrder: 'kept' }), null, what);
        }
      }
    });
  }
}

test('a WebSocket is deflated where that is asked for: fewer bytes come than were sent', async () => {
  const changes = { compression: 'permessage-deflate' } as const;
  const { failure, figures, bytes } = await carryOut(
    'websocket',
    'server-to-client',
    'throughput',
    { ...CONTENTS.text!, size: { policy: 'fixed', bytes: 2_000 } } as MessageContent,
    changes,
  );
  assert.equal(failure, null);
  assert.ok(figures.wireBytesDown! < 0.9 * bytes);
});

test('what the client encodes and the server decodes is timed, and no other way round', async () => {
  const up = await carryOut('websocket', 'client-to-server', 'throughput', CONTENTS.json!);
  assert.ok(up.figures.clientEncodeMs > 0 && up.figures.serverDecodeMs > 0);
  assert.deepEqual([up.encodeMs, up.decodeMs], [0, 0]);
  const down = await carryOut('websocket', 'server-to-client', 'throughput', CONTENTS.json!);
  assert.ok(down.encodeMs > 0 && down.decodeMs > 0);
  assert.deepEqual([down.figures.clientEncodeMs, down.figures.serverDecodeMs], [0, 0]);
});

test('the check refuses a client that agrees to deflate and does not, as Node does', async () => {
  const sequence = (direction: Direction, bytes: number) =>
    ({
      cell: direction,
      targetUrl: target.url,
      secret: null,
      schema: { name: 'Random', root: { kind: 'null' } },
      messages: 1,
      sequence: {
        transport: 'websocket',
        certificateSha256Base64: null,
        spec: {
          direction,
          mode: 'throughput',
          ratePerSecond: null,
          messages: N,
          content: { ...CONTENTS.text!, size: { policy: 'fixed', bytes } },
          compression: 'permessage-deflate',
        },
      },
    }) as unknown as SequenceCell;
  const originals = new Originals(() => Promise.reject(new Error('no values were asked for')));
  const check = (direction: Direction, bytes = 200) =>
    checkSequence(sequence(direction, bytes), originals, () => performance.now(), 10_000);
  assert.match((await check('client-to-server')).difference!, /sends nothing deflated/);
  assert.match((await check('client-to-server', 100)).difference!, /sends nothing deflated/);
  assert.match((await check('both-ways')).difference!, /sends nothing deflated/);
  assert.equal((await check('server-to-client')).difference, null);
});
