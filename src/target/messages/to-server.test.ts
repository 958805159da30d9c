import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
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

function messagesOf(spec: SequenceSpec): Uint8Array[] {
  const made = randomMessages(spec.content as RandomContent, spec.messages);
  return Array.from({ length: spec.messages }, (_, i) => made[i % made.length]!);
}

const texts = (messages: readonly Uint8Array[]) =>
  messages.map((each) => Buffer.from(each).toString('latin1'));

const SMALL = { kind: 'random', body: 'binary', size: { policy: 'fixed', bytes: 50 }, seed: 3 } as const;
const LARGE = { ...SMALL, size: { policy: 'fixed', bytes: 400_000 } } as const;

test('posted messages are answered with how many have come, and checked at the end', async () => {
  const spec = specOf({ direction: 'client-to-server', messages: 20, content: SMALL });
  for (const client of world.clients) {
    const { sequence, cycle } = await makeSequence(client, spec);
    assert.equal(cycle, 20);
    await order(client, 'begin', sequence);
    for (const [i, message] of messagesOf(spec).entries()) {
      const { body, headers } = await client.ask('POST', `/message?sequence=${sequence}`, message);
      assert.equal(body.toString(), String(i + 1));
      assert.equal(headers['access-control-allow-origin'], '*');
    }
    const state = await order(client, 'end', sequence);
    assert.deepEqual([state.received, state.reordered, state.failure], [20, 0, null]);
  }
});

test('over WebSocket they are acknowledged after every hundred, after a megabyte, and after the last', async () => {
  const acknowledged = async (spec: SequenceSpec) => {
    const [client] = world.clients;
    const { sequence } = await makeSequence(client, spec);
    const inbox = new Inbox();
    const socket = await webSocket(
      world.target.port,
      `/socket?sequence=${sequence}`,
      {},
      (message, isBinary) => {
        assert.equal(isBinary, false);
        inbox.put(message);
      },
    );
    await order(client, 'begin', sequence);
    for (const message of messagesOf(spec)) socket.send(message);
    const state = await client.ask('GET', `/sequence?sequence=${sequence}&until=received`);
    assert.equal(JSON.parse(state.body.toString()).received, spec.messages);
    const { failure } = await order(client, 'end', sequence);
    assert.equal(failure, null);
    return texts(inbox.messages);
  };
  const toServer = (messages: number, changes: Partial<SequenceSpec>) =>
    specOf({ direction: 'client-to-server', messages, content: SMALL, ...changes });
  assert.deepEqual(await acknowledged(toServer(250, {})), ['100', '200', '250']);
  assert.deepEqual(await acknowledged(toServer(7, { content: LARGE })), ['3', '6', '7']);
  assert.deepEqual(await acknowledged(toServer(3, { mode: 'ping-pong' })), ['1', '2', '3']);
  assert.deepEqual(await acknowledged(toServer(3, { mode: 'paced', ratePerSecond: 9 })), ['1', '2', '3']);
  const deflated = toServer(120, { compression: 'none' });
  assert.deepEqual(await acknowledged(deflated), ['100', '120']);
});

test('what was lost, doubled, reordered or changed on the way is said at the end', async () => {
  const spec = specOf({ direction: 'client-to-server', messages: 5, content: SMALL });
  const messages = messagesOf(spec);
  const changed = messages[3]!.slice();
  changed[20]! ^= 4;
  const said = async (sent: readonly Uint8Array[]) => {
    const [client] = world.clients;
    const { sequence } = await makeSequence(client, spec);
    const socket = await webSocket(world.target.port, `/socket?sequence=${sequence}`);
    for (const message of sent) socket.send(message);
    // A socket is read in order: when this is answered, everything before it was taken.
    await new Promise((resolve) => socket.once('pong', resolve).ping());
    return (await order(client, 'end', sequence)).failure;
  };
  const [a, b, c, d, e] = messages as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  assert.equal(await said([a, b, c, d, e]), null);
  assert.equal(await said([a, b, c, d]), '1 of 5 messages did not arrive');
  assert.equal(await said([a, b, b, c, d]), 'message 2 is number 1, expected 2');
  assert.equal(await said([a, c, b, d, e]), 'message 1 is number 2, expected 1');
  assert.match((await said([a, b, c, changed, e]))!, /^message 3 arrived changed/);
  assert.match((await said([a, Buffer.from('hello'), c, d, e]))!, /^message 1 has no head/);
});

test('requests promise no order, so late ones are counted and are no fault', async () => {
  const spec = specOf({ direction: 'client-to-server', messages: 4, content: SMALL });
  const [a, b, c, d] = messagesOf(spec);
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, spec);
  for (const message of [a, c, b, d]) await client.ask('POST', `/message?sequence=${sequence}`, message);
  const state = await order(client, 'end', sequence);
  assert.deepEqual([state.received, state.reordered, state.failure], [4, 1, null]);
  const { sequence: other } = await makeSequence(client, spec);
  for (const message of [a, b, b, d]) await client.ask('POST', `/message?sequence=${other}`, message);
  assert.equal((await order(client, 'end', other)).failure, 'message 1 arrived 2 times');
});

test('both ways every message comes back over the WebSocket as it was sent, text as text', async () => {
  for (const body of ['text', 'binary'] as const) {
    for (const compression of ['none', 'permessage-deflate'] as const) {
      const size = { policy: 'random', least: 16, most: 9_000 } as const;
      const content = { kind: 'random', body, size, seed: 11 } as const;
      const spec = specOf({ direction: 'both-ways', messages: 150, compression, content });
      const [client] = world.clients;
      const { sequence } = await makeSequence(client, spec);
      const inbox = new Inbox();
      const options = { perMessageDeflate: compression !== 'none' };
      const onMessage = (message: Buffer, isBinary: boolean) => {
        assert.equal(isBinary, body === 'binary');
        inbox.put(message);
      };
      const socket = await webSocket(world.target.port, `/socket?sequence=${sequence}`, options, onMessage);
      await order(client, 'begin', sequence);
      for (const message of messagesOf(spec)) socket.send(message, { binary: body === 'binary' });
      await inbox.has(150);
      const state = await order(client, 'end', sequence);
      assert.deepEqual([state.sent, state.received, state.failure], [150, 150, null]);
      assert.deepEqual(texts(inbox.messages), texts(messagesOf(spec)));
    }
  }
});

test('both ways what was posted comes back over /events, over every protocol', async () => {
  const content = { ...SMALL, body: 'text' } as const;
  const spec = specOf({ direction: 'both-ways', mode: 'ping-pong', messages: 10, content });
  for (const client of world.clients) {
    const { sequence } = await makeSequence(client, spec);
    const path = `/message?sequence=${sequence}`;
    const early = await client.ask('POST', path, 'too early');
    assert.equal(early.status, 400);
    const inbox = new Inbox();
    await openWay(client, 'events', sequence, inbox.put);
    await order(client, 'begin', sequence);
    for (const [i, message] of messagesOf(spec).entries()) {
      assert.equal((await client.ask('POST', path, message)).body.toString(), String(i + 1));
      await inbox.has(i + 1);
    }
    const state = await order(client, 'end', sequence);
    assert.deepEqual([state.sent, state.received, state.failure], [10, 10, null]);
    assert.deepEqual(texts(inbox.messages), texts(messagesOf(spec)));
  }
});

test('a sequence whose WebSocket closes in the middle says so, and who waits for the rest is answered', async () => {
  const [client] = world.clients;
  for (const direction of ['client-to-server', 'both-ways', 'server-to-client'] as const) {
    const spec = specOf({ direction, mode: 'ping-pong', messages: 5, content: SMALL });
    const { sequence } = await makeSequence(client, spec);
    const inbox = new Inbox();
    const socket = await webSocket(world.target.port, `/socket?sequence=${sequence}`, {}, inbox.put);
    await order(client, 'begin', sequence);
    for (const message of messagesOf(spec).slice(0, 2)) socket.send(message);
    await inbox.has(2);
    const waiting = client.ask('GET', `/sequence?sequence=${sequence}&until=received`);
    socket.close(4001, 'enough');
    const state = JSON.parse((await waiting).body.toString());
    assert.equal(state.failure, 'the WebSocket closed with 4001 after 2 of 5 messages');
    assert.equal((await order(client, 'end', sequence)).failure, state.failure);
  }
});

test('what the target checks before the end, for want of memory, is told', async () => {
  const content: RandomContent = { ...SMALL, body: 'binary', size: { policy: 'fixed', bytes: 8_500_000 } };
  for (const [messages, isChecked] of [
    [3, false],
    [4, true],
  ] as const) {
    const { sequence } = await makeSequence(
      world.clients[0],
      specOf({ direction: 'client-to-server', messages, content }),
    );
    await order(world.clients[0], 'begin', sequence);
    for (const message of randomMessages(content, messages))
      await world.clients[0].ask('POST', `/message?sequence=${sequence}`, message);
    const { checkMs, failure } = await order(world.clients[0], 'end', sequence);
    assert.equal(failure, null);
    assert.equal(checkMs > 0, isChecked, `${messages} messages: ${checkMs} ms`);
  }
});
