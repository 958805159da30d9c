import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  framesIn,
  Inbox,
  type LittleWorld,
  littleWorld,
  makeSequence,
  openWay,
  order,
  specOf,
  webSocket,
} from '../../../test/support/agents/little-message-client.ts';
import { randomMessages } from '../../messages/content.ts';
import type { RandomContent, SequenceSpec } from '../../wire/sequence.ts';

let world: LittleWorld;
before(async () => {
  world = await littleWorld();
});
after(() => world.close());

function expectedOf(spec: SequenceSpec): string[] {
  const made = randomMessages(spec.content as RandomContent, spec.messages);
  return Array.from({ length: spec.messages }, (_, i) =>
    Buffer.from(made[i % made.length]!).toString('latin1'),
  );
}

const seen = ({ messages }: Inbox) => messages.map((message) => Buffer.from(message).toString('latin1'));

const RANDOM_SIZES = { policy: 'random', least: 16, most: 3_000 } as const;

test('every message arrives as it was made over each way and protocol, and the state says how many', async () => {
  const spec = specOf({
    messages: 300,
    content: { kind: 'random', body: 'text', size: RANDOM_SIZES, seed: 5 },
  });
  for (const client of world.clients) {
    for (const way of ['events', 'stream'] as const) {
      const { sequence } = await makeSequence(client, spec);
      const inbox = new Inbox();
      const opened = await openWay(client, way, sequence, inbox.put);
      const begun = await order(client, 'begin', sequence);
      assert.equal(begun.bytesSent, 0);
      assert.equal(typeof begun.beganMs, 'number');
      await inbox.has(300);
      const state = await order(client, 'end', sequence);
      assert.deepEqual(seen(inbox), expectedOf(spec), `${way} over ${client.protocol}`);
      assert.deepEqual([state.sent, state.received, state.failure], [300, 0, null]);
      await opened.ended;
    }
  }
  assert.equal(world.target.sequences.count, 0);
});

test('over WebSocket text is text and binary is binary, with and without TLS, deflated and not', async () => {
  for (const secure of [false, true]) {
    for (const body of ['text', 'binary'] as const) {
      for (const compression of ['none', 'permessage-deflate'] as const) {
        const content = { kind: 'random', body, size: RANDOM_SIZES, seed: 5 } as const;
        const spec = specOf({ messages: 200, compression, content });
        const client = world.clients[secure ? 1 : 0]!;
        const { sequence } = await makeSequence(client, spec);
        const inbox = new Inbox();
        const perMessageDeflate = compression !== 'none';
        const options = { perMessageDeflate, ...(secure ? { rejectUnauthorized: false } : {}) };
        const port = secure ? world.target.ports!.https1 : world.target.port;
        const onMessage = (message: Buffer, isBinary: boolean) => {
          assert.equal(isBinary, body === 'binary');
          inbox.put(message);
        };
        const socket = await webSocket(port, `/socket?sequence=${sequence}`, options, onMessage);
        assert.equal(socket.extensions.startsWith('permessage-deflate'), perMessageDeflate);
        await order(client, 'begin', sequence);
        await inbox.has(200);
        const closed = new Promise((resolve) => socket.once('close', resolve));
        const state = await order(client, 'end', sequence);
        assert.deepEqual(seen(inbox), expectedOf(spec));
        assert.equal(state.sent, 200);
        assert.equal(await closed, 1000);
      }
    }
  }
});

test('a poll has the messages from a number on, at least one, and no more than fit', async () => {
  for (const client of world.clients) {
    const size = { policy: 'fixed', bytes: 300_000 } as const;
    const spec = specOf({ messages: 8, content: { kind: 'random', body: 'binary', size, seed: 5 } });
    const { sequence } = await makeSequence(client, spec);
    const asking = client.ask('GET', `/poll?sequence=${sequence}&from=0`);
    await order(client, 'begin', sequence);
    const inbox = new Inbox();
    const counts: number[] = [];
    for (let from = 0, answer = await asking; answer.status === 200; ) {
      const messages = framesIn(answer.body);
      for (const message of messages) inbox.put(message);
      counts.push(messages.length);
      from += messages.length;
      answer = await client.ask('GET', `/poll?sequence=${sequence}&from=${from}`);
    }
    assert.deepEqual(counts, [3, 3, 2]);
    assert.deepEqual(seen(inbox), expectedOf(spec));
    assert.equal((await order(client, 'end', sequence)).sent, 8);
  }
});

test('a message longer than what a poll holds comes alone', async () => {
  const [client] = world.clients;
  const size = { policy: 'growing', bytes: 600_000 } as const;
  const spec = specOf({ messages: 3, content: { kind: 'random', body: 'binary', size, seed: 5 } });
  const { sequence } = await makeSequence(client, spec);
  await order(client, 'begin', sequence);
  for (const from of [0, 1, 2]) {
    const { body } = await client.ask('GET', `/poll?sequence=${sequence}&from=${from}`);
    assert.deepEqual(
      framesIn(body).map(({ length }) => length),
      [(from + 1) * 600_000],
    );
  }
  await order(client, 'end', sequence);
});

test('ping-pong sends one message for each word of the client, and no more', async () => {
  const spec = specOf({ mode: 'ping-pong', messages: 5 });
  for (const client of world.clients) {
    for (const way of ['events', 'stream'] as const) {
      const { sequence } = await makeSequence(client, spec);
      const inbox = new Inbox();
      await openWay(client, way, sequence, inbox.put);
      await order(client, 'begin', sequence);
      for (let i = 1; i <= 5; i++) {
        const { body } = await client.ask('POST', `/sequence/next?sequence=${sequence}`);
        assert.equal(body.toString(), String(i));
        await inbox.has(i);
        assert.equal(inbox.messages.length, i);
      }
      assert.equal((await client.ask('POST', `/sequence/next?sequence=${sequence}`)).body.toString(), '5');
      await order(client, 'end', sequence);
      assert.deepEqual(seen(inbox), expectedOf(spec));
    }
    const { sequence } = await makeSequence(client, spec);
    await order(client, 'begin', sequence);
    for (let from = 0; from < 5; from++) {
      const { body } = await client.ask('GET', `/poll?sequence=${sequence}&from=${from}`);
      assert.equal(framesIn(body).length, 1);
    }
    assert.equal((await order(client, 'end', sequence)).sent, 5);
  }
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, spec);
  const inbox = new Inbox();
  const socket = await webSocket(world.target.port, `/socket?sequence=${sequence}`, {}, inbox.put);
  await order(client, 'begin', sequence);
  for (let i = 1; i <= 5; i++) {
    socket.send('next');
    await inbox.has(i);
    assert.equal(inbox.messages.length, i);
  }
  await order(client, 'end', sequence);
  assert.deepEqual(seen(inbox), expectedOf(spec));
});

test('paced messages never leave before their time, and all of them leave', async () => {
  const spec = specOf({ mode: 'paced', ratePerSecond: 400, messages: 40 });
  for (const client of world.clients) {
    for (const way of ['events', 'stream', 'poll'] as const) {
      const { sequence } = await makeSequence(client, spec);
      const inbox = new Inbox();
      const arrivedMs: number[] = [];
      const put = (message: Uint8Array) => {
        arrivedMs.push(performance.now());
        inbox.put(message);
      };
      if (way !== 'poll') await openWay(client, way, sequence, put);
      const { beganMs } = await order(client, 'begin', sequence);
      while (way === 'poll' && inbox.messages.length < 40) {
        const path = `/poll?sequence=${sequence}&from=${inbox.messages.length}`;
        for (const message of framesIn((await client.ask('GET', path)).body)) put(message);
      }
      await inbox.has(40);
      const lateMs = arrivedMs.map((ms, i) => ms - beganMs! - ((i + 1) * 1_000) / 400);
      assert.ok(Math.min(...lateMs) >= 0, `${way} over ${client.protocol}: ${lateMs}`);
      await order(client, 'end', sequence);
      assert.deepEqual(seen(inbox), expectedOf(spec));
    }
  }
});

test('without a sequence messages come at once and the answer ends after the last: for people with curl', async () => {
  for (const client of world.clients) {
    const { body, headers } = await client.ask('GET', '/events?messages=3&size=growing-20&seed=9');
    const content = {
      kind: 'random',
      body: 'text',
      size: { policy: 'growing', bytes: 20 },
      seed: 9,
    } as const;
    const data = expectedOf(specOf({ messages: 3, content })).map((message) => `data:${message}\n\n`);
    assert.equal(body.toString(), `event: ready\ndata:\n\n${data.join('')}`);
    assert.equal(headers['content-type'], 'text/event-stream');
    assert.equal(headers['access-control-allow-origin'], '*');
    const stream = await client.ask('GET', '/stream?messages=50&size=random-16-40&body=binary&rate=1000');
    assert.equal(framesIn(stream.body).length, 51);
  }
  const inbox = new Inbox();
  const socket = await webSocket(world.target.port, '/socket?messages=4&size=30', {}, inbox.put);
  const code = await new Promise((resolve) => socket.once('close', resolve));
  assert.deepEqual([inbox.messages.length, code], [4, 1000]);
  assert.equal(world.target.sequences.count, 0, 'nothing is left of them');
});
