// What becomes of sequences: readers that stop reading, clients that vanish, a target that closes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  Inbox,
  type LittleWorld,
  littleWorld,
  makeSequence,
  openWay,
  order,
  overHttp1,
  specOf,
  startLittle,
  webSocket,
} from '../../../test/support/agents/little-message-client.ts';
import { FakeClock } from '../../base/clock.ts';
import { randomMessages } from '../../messages/content.ts';
import type { RandomContent } from '../../wire/sequence.ts';

let world: LittleWorld;
before(async () => {
  world = await littleWorld();
});
after(() => world.close());

const KILOBYTES = {
  kind: 'random',
  body: 'binary',
  size: { policy: 'fixed', bytes: 50_000 },
  seed: 3,
} as const satisfies RandomContent;

/** More than the system's buffers of both ends hold. */
const MUCH = specOf({ messages: 300, content: KILOBYTES });

/** As long as the count goes on growing. */
async function whenItStands(count: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = count();
    if (now === before) return now;
    before = now;
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a client that stops reading is sent no more than the system takes, and all of it when it reads on', async () => {
  for (const client of world.clients) {
    const { sequence } = await makeSequence(client, MUCH);
    let bytes = 0;
    const whole = Promise.withResolvers<void>();
    const opened = await client.open(`/stream?sequence=${sequence}`, (piece) => {
      bytes += piece.length;
      if (bytes === 4 + 300 * 50_004) whole.resolve();
    });
    opened.pause();
    await order(client.protocol === 'h2' ? world.clients[0] : client, 'begin', sequence);
    const sent = await whenItStands(() => world.target.sequences.get(sequence)!.sent);
    assert.ok(sent > 0 && sent < 250, `${sent} over ${client.protocol}`);
    opened.resume();
    await whole.promise;
    assert.equal((await order(client, 'end', sequence)).sent, 300);
  }
});

test('a WebSocket that stops reading is sent no more than the system takes', async () => {
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, MUCH);
  const inbox = new Inbox();
  const socket = await webSocket(world.target.port, `/socket?sequence=${sequence}`, {}, inbox.put);
  socket.pause();
  await order(client, 'begin', sequence);
  const sent = await whenItStands(() => world.target.sequences.get(sequence)!.sent);
  assert.ok(sent > 0 && sent < 250, String(sent));
  socket.resume();
  await inbox.has(300);
  assert.equal((await order(client, 'end', sequence)).sent, 300);
});

test('nothing more is read from a client that does not take what goes back to it', async () => {
  const messages = randomMessages(KILOBYTES, 300);
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, { ...MUCH, direction: 'both-ways' });
  for (const path of [`/socket?sequence=${sequence}`, '/socket']) {
    const inbox = new Inbox();
    const socket = await webSocket(world.target.port, path, {}, inbox.put);
    socket.pause();
    for (const message of messages) socket.send(message);
    const unsent = await whenItStands(() => socket.bufferedAmount);
    assert.ok(unsent > 2_000_000, `${path}: ${unsent} bytes are still with the client`);
    socket.resume();
    await inbox.has(300);
    assert.deepEqual(Buffer.compare(inbox.messages[299]!, messages[299]!), 0);
    socket.terminate();
  }
  assert.equal((await order(client, 'end', sequence)).failure, null);
});

test('a client that goes away in the middle leaves a reason', async () => {
  for (const client of world.clients) {
    const { sequence } = await makeSequence(client, MUCH);
    const opened = await client.open(`/stream?sequence=${sequence}`, () => {});
    opened.pause();
    await order(client.protocol === 'h2' ? world.clients[0] : client, 'begin', sequence);
    const inside = world.target.sequences.get(sequence)!;
    await whenItStands(() => inside.sent);
    const gone = Promise.withResolvers<void>();
    inside.watch(() => inside.failure !== null && gone.resolve());
    opened.destroy();
    await gone.promise;
    const state = await order(client, 'end', sequence);
    assert.match(state.failure!, /^the client closed its connection after \d+ of 300 messages$/);
    assert.equal(Number(/after (\d+)/.exec(state.failure!)![1]), state.sent);
  }
});

test('a sequence that nobody asks after for a minute is forgotten, and its connections are closed', async () => {
  const clock = new FakeClock();
  const own = await startLittle([], clock);
  const client = overHttp1(own.port);
  const { sequence } = await makeSequence(client, specOf({ mode: 'ping-pong' }));
  const opened = await openWay(client, 'events', sequence, () => {});
  const { sequence: slow } = await makeSequence(client, specOf({ mode: 'paced', ratePerSecond: 0.01 }));
  const waiting = await openWay(client, 'stream', slow, () => {});
  await order(client, 'begin', slow);
  clock.advance(59_000);
  own.sequences.forgetIdle();
  assert.equal(own.sequences.count, 2);
  await client.ask('GET', `/sequence?sequence=${sequence}`);
  clock.advance(59_000);
  own.sequences.forgetIdle();
  assert.equal(own.sequences.count, 2, 'it was asked after');
  clock.advance(2_000);
  own.sequences.forgetIdle();
  await opened.ended;
  assert.equal(own.sequences.count, 1, 'the one that waits for its time is left');
  const seen = await client.ask('POST', `/sequence/end?sequence=${sequence}`);
  assert.equal(seen.status, 400);
  assert.match(JSON.parse(seen.body.toString()).detail, /none of that name/);
  await order(client, 'end', slow);
  await waiting.ended;
  await own.close();
});

test('the server closes in the middle of everything, and is closed', async () => {
  const own = await littleWorld();
  const opened = await Promise.all(
    own.clients.map(async (client) => {
      const { sequence } = await makeSequence(client, MUCH);
      const stream = await client.open(`/stream?sequence=${sequence}`, () => {});
      await order(client, 'begin', sequence);
      return stream;
    }),
  );
  const socket = await webSocket(own.target.port, '/socket');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await own.target.close();
  await Promise.all([...opened.map(({ ended }) => ended), closed]);
  assert.deepEqual(own.target.failures, []);
});

test('a failure while messages are made ends that sequence and nothing else', async () => {
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, specOf());
  const inside = world.target.sequences.get(sequence)!;
  Object.assign(inside.prepared, {
    message: () => {
      throw new Error('out of ink');
    },
  });
  const opened = await openWay(client, 'events', sequence, () => {});
  await order(client, 'begin', sequence);
  await opened.ended;
  assert.equal((await order(client, 'end', sequence)).failure, 'message 0 cannot be sent: out of ink');
  assert.equal((await client.ask('GET', '/about')).status, 200);
});
