import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  eventsTo,
  framesIn,
  Inbox,
  type LittleClient,
  type LittleTarget,
  makeSequence,
  openWay,
  order,
  overHttp1,
  specOf,
  startLittle,
  webSocket,
} from '../../../test/support/agents/little-message-client.ts';
import { inferSchema, inferSchemaOfAll } from '../../data/infer/infer-schema.ts';
import type { DataRecord, DataSchema } from '../../data/schema.ts';
import { storedPayload } from '../../data/store/payload-store.ts';
import { codecNamed, encoderNamed, FORMATS } from '../../formats/catalogue.ts';
import { findFault, HEAD_BYTES, withHead } from '../../messages/head.ts';
import type { DataContent } from '../../wire/sequence.ts';

const ORDERS: DataRecord[] = Array.from({ length: 7 }, (_, i) => ({
  id: i,
  name: `Ünit\n"${i}"`,
  price: i + 0.25,
}));

let target: LittleTarget;
let client: LittleClient;
let schema: DataSchema;

before(async () => {
  schema = inferSchema('orders', ORDERS);
  const list = { name: 'orders', shape: 'list', schema, value: ORDERS } as const;
  const document = {
    name: 'order',
    shape: 'document',
    schema: inferSchema('order', ORDERS[0]!),
    value: ORDERS[0]!,
  } as const;
  const log = {
    name: 'log',
    shape: 'messages',
    schema: inferSchemaOfAll('log', ORDERS),
    value: ORDERS,
  } as const;
  const nested = [{ tags: ['a'] }, { tags: [] }];
  const deep = { name: 'deep', shape: 'list', schema: inferSchema('deep', nested), value: nested } as const;
  target = await startLittle([list, document, log, deep].map((each) => storedPayload(each, 'ab'.repeat(32))));
  client = overHttp1(target.port);
});
after(async () => {
  await target.close();
  assert.deepEqual(target.failures, []);
});

function contentOf(changes: Partial<DataContent> = {}): DataContent {
  const usual = { dataset: 'orders', format: 'json', encoder: 'JSON.stringify', codec: 'JSON.parse' };
  return { kind: 'data', ...usual, ...changes };
}

const jsonIn = (message: Uint8Array) => JSON.parse(Buffer.from(message.subarray(HEAD_BYTES)).toString());

test('record i of a list is message i, as a list of one; then they begin again, and encoding is timed', async () => {
  const { sequence, cycle } = await makeSequence(client, specOf({ messages: 16, content: contentOf() }));
  assert.equal(cycle, 7);
  const inbox = new Inbox();
  await openWay(client, 'events', sequence, inbox.put);
  await order(client, 'begin', sequence);
  await inbox.has(16);
  const state = await order(client, 'end', sequence);
  for (const [i, message] of inbox.messages.entries()) {
    assert.equal(findFault(message, i % 7), null);
    assert.deepEqual(jsonIn(message), [ORDERS[i % 7]]);
  }
  assert.ok(state.encodeMs > 0);
});

test('a document is every message, and messages are one each', async () => {
  const bodies = async (dataset: string) => {
    const spec = specOf({ messages: 9, content: contentOf({ dataset }) });
    const { sequence } = await makeSequence(client, spec);
    await order(client, 'begin', sequence);
    const { body } = await client.ask('GET', `/poll?sequence=${sequence}&from=0`);
    await order(client, 'end', sequence);
    return framesIn(body).map(jsonIn);
  };
  assert.deepEqual(
    await bodies('order'),
    Array.from({ length: 9 }, () => ORDERS[0]),
  );
  assert.deepEqual(
    await bodies('log'),
    Array.from({ length: 9 }, (_, i) => ORDERS[i % 7]),
  );
});

test('every format goes to the client as text or binary, and what comes is decoded with the codec that was named', async () => {
  for (const format of FORMATS) {
    const encoder = format.encoders[0]!.name;
    const codec = format.codecs.find(({ needs }) => !needs.includes('dom'))!;
    const content = contentOf({ format: format.name, encoder, codec: codec.name });
    const isText = codec.takes !== 'bytes';
    const { sequence } = await makeSequence(client, specOf({ messages: 3, content }));
    const inbox = new Inbox();
    await webSocket(target.port, `/socket?sequence=${sequence}`, {}, (message, isBinary) => {
      assert.equal(isBinary, !isText, format.name);
      inbox.put(message);
    });
    await order(client, 'begin', sequence);
    await inbox.has(3);
    await order(client, 'end', sequence);

    const back = specOf({ direction: 'client-to-server', mode: 'ping-pong', messages: 3, content });
    const { sequence: toServer } = await makeSequence(client, back);
    await order(client, 'begin', toServer);
    for (const message of inbox.messages) await client.ask('POST', `/message?sequence=${toServer}`, message);
    const state = await order(client, 'end', toServer);
    assert.equal(state.failure, null, format.name);
    assert.ok(state.decodeMs > 0, format.name);
  }
});

test('what the codec throws is the failure of the sequence, with the number of the message', async () => {
  const spec = specOf({ direction: 'client-to-server', messages: 2, content: contentOf() });
  const { sequence } = await makeSequence(client, spec);
  const encode = encoderNamed('json', 'JSON.stringify').bind(schema);
  await client.ask('POST', `/message?sequence=${sequence}`, withHead(0, encode([ORDERS[0]!])));
  await client.ask('POST', `/message?sequence=${sequence}`, withHead(1, Buffer.from('{"half":')));
  const { failure } = await order(client, 'end', sequence);
  assert.match(failure!, /^message 1 cannot be decoded: /);
});

test('names that are unknown, and data that a format cannot carry, are 501 with the reason', async () => {
  const refusal = async (changes: Partial<DataContent>, direction = 'client-to-server' as const) => {
    const body = JSON.stringify(specOf({ direction, content: contentOf(changes) }));
    const seen = await client.ask('POST', '/sequence', body);
    const { parameter, detail } = JSON.parse(seen.body.toString());
    return [seen.status, parameter, detail];
  };
  assert.deepEqual((await refusal({ dataset: 'ordres' })).slice(0, 2), [501, 'content.dataset']);
  assert.deepEqual((await refusal({ format: 'yaml' })).slice(0, 2), [501, 'content.format']);
  assert.deepEqual((await refusal({ encoder: 'saxes' })).slice(0, 2), [501, 'content.encoder']);
  assert.deepEqual((await refusal({ codec: 'JSON.pasre' })).slice(0, 2), [501, 'content.codec']);
  const [status, parameter, detail] = await refusal({
    dataset: 'deep',
    format: 'csv',
    encoder: FORMATS.find(({ name }) => name === 'csv')!.encoders[0]!.name,
    codec: codecNamed('csv', FORMATS.find(({ name }) => name === 'csv')!.codecs[0]!.name).name,
  });
  assert.deepEqual([status, parameter], [501, 'content.format']);
  assert.match(detail, /cannot carry/);
});

test('formats of bytes do not go over Server-Sent Events, nor does a carriage return, and each says why', async () => {
  const named = (name: string) => {
    const { encoders, codecs } = FORMATS.find((format) => format.name === name)!;
    return contentOf({ format: name, encoder: encoders[0]!.name, codec: codecs[0]!.name });
  };
  const { sequence } = await makeSequence(client, specOf({ content: named('msgpack') }));
  const seen = await client.ask('GET', `/events?sequence=${sequence}`);
  assert.equal(seen.status, 501);
  assert.match(JSON.parse(seen.body.toString()).detail, /carry text alone/);

  const { sequence: csv } = await makeSequence(client, specOf({ content: named('csv') }));
  const events: string[] = [];
  const onEvent = eventsTo((name, data) => events.push(`${name}: ${data}`));
  const opened = await client.open(`/events?sequence=${csv}`, onEvent);
  await order(client, 'begin', csv);
  await opened.ended;
  const reason = 'message 0 cannot be sent: it has a carriage return, which Server-Sent Events cannot carry';
  assert.deepEqual(events, ['ready: ', `failed: ${reason}`]);
  assert.equal((await order(client, 'end', csv)).failure, reason);
});
