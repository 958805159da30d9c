// What becomes of sequences: readers that stop reading, clients that vanish, bodies that are too long, refusals.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { FakeClock } from '../../base/clock.ts';
import { randomMessages } from '../../messages/content.ts';
import type { RandomContent } from '../../wire/sequence.ts';
import { identity } from './identity.ts';
import {
  Inbox,
  type LittleClient,
  type LittleTarget,
  makeSequence,
  openWay,
  order,
  overHttp1,
  overHttp2,
  specOf,
  startLittle,
  webSocket,
} from './little-client.ts';

let target: LittleTarget;
let clients: readonly LittleClient[];

before(async () => {
  target = await startLittle([], undefined, await identity());
  clients = [overHttp1(target.port), overHttp1(target.ports!.https1, true), overHttp2(target.ports!.h2)];
});
after(async () => {
  for (const client of clients) client.close();
  await target.close();
  assert.deepEqual(target.failures, []);
});

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
  for (const client of clients) {
    const { sequence } = await makeSequence(client, MUCH);
    let bytes = 0;
    const whole = Promise.withResolvers<void>();
    const opened = await client.open(`/stream?sequence=${sequence}`, (piece) => {
      bytes += piece.length;
      if (bytes === 4 + 300 * 50_004) whole.resolve();
    });
    opened.pause();
    await order(client.protocol === 'h2' ? clients[0]! : client, 'begin', sequence);
    const sent = await whenItStands(() => target.sequences.get(sequence)!.sent);
    assert.ok(sent > 0 && sent < 250, `${sent} over ${client.protocol}`);
    opened.resume();
    await whole.promise;
    assert.equal((await order(client, 'end', sequence)).sent, 300);
  }
});

test('a WebSocket that stops reading is sent no more than the system takes', async () => {
  const [client] = clients;
  const { sequence } = await makeSequence(client!, MUCH);
  const inbox = new Inbox();
  const socket = await webSocket(target.port, `/socket?sequence=${sequence}`, {}, inbox.put);
  socket.pause();
  await order(client!, 'begin', sequence);
  const sent = await whenItStands(() => target.sequences.get(sequence)!.sent);
  assert.ok(sent > 0 && sent < 250, String(sent));
  socket.resume();
  await inbox.has(300);
  assert.equal((await order(client!, 'end', sequence)).sent, 300);
});

test('nothing more is read from a client that does not take what goes back to it', async () => {
  const messages = randomMessages(KILOBYTES, 300);
  const [client] = clients;
  const { sequence } = await makeSequence(client!, { ...MUCH, direction: 'both-ways' });
  for (const path of [`/socket?sequence=${sequence}`, '/socket']) {
    const inbox = new Inbox();
    const socket = await webSocket(target.port, path, {}, inbox.put);
    socket.pause();
    for (const message of messages) socket.send(message);
    const unsent = await whenItStands(() => socket.bufferedAmount);
    assert.ok(unsent > 2_000_000, `${path}: ${unsent} bytes are still with the client`);
    socket.resume();
    await inbox.has(300);
    assert.deepEqual(Buffer.compare(inbox.messages[299]!, messages[299]!), 0);
    socket.terminate();
  }
  assert.equal((await order(client!, 'end', sequence)).failure, null);
});

test('a client that goes away in the middle leaves a reason', async () => {
  for (const client of clients) {
    const { sequence } = await makeSequence(client, MUCH);
    const opened = await client.open(`/stream?sequence=${sequence}`, () => {});
    opened.pause();
    await order(client.protocol === 'h2' ? clients[0]! : client, 'begin', sequence);
    const inside = target.sequences.get(sequence)!;
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
  const own = await startLittle([], undefined, await identity());
  const all = [overHttp1(own.port), overHttp1(own.ports!.https1, true), overHttp2(own.ports!.h2)];
  const opened = await Promise.all(
    all.map(async (client) => {
      const { sequence } = await makeSequence(client, MUCH);
      const stream = await client.open(`/stream?sequence=${sequence}`, () => {});
      await order(client, 'begin', sequence);
      return stream;
    }),
  );
  const socket = await webSocket(own.port, '/socket');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await own.close();
  await Promise.all([...opened.map(({ ended }) => ended), closed]);
  assert.deepEqual(own.failures, []);
});

test('a message longer than the target takes is refused: 413 to a POST, 1009 to a WebSocket', async () => {
  const spec = specOf({ direction: 'client-to-server', messages: 2 });
  const [client] = clients;
  const { sequence } = await makeSequence(client!, spec);
  const status = await new Promise((resolve, reject) => {
    const path = `/message?sequence=${sequence}`;
    const headers = { 'content-length': '100000001' };
    const sent = request(
      { host: '127.0.0.1', port: target.port, path, method: 'POST', headers },
      (response) => {
        resolve(response.statusCode);
        sent.destroy();
      },
    );
    sent.on('error', reject).flushHeaders();
  });
  assert.equal(status, 413);
  assert.match((await order(client!, 'end', sequence)).failure!, /more than 100000000 bytes came/);
  const { sequence: other } = await makeSequence(client!, spec);
  const code = await lengthAnnounced(`/socket?sequence=${other}`, 100_000_001);
  assert.equal(code, 1009);
  assert.match(
    (await order(client!, 'end', other)).failure!,
    /^the WebSocket failed \(Max payload size exceeded\) after 0 of 2 messages$/,
  );
});

/** The code of the close frame that answers a frame of so many bytes, of which only the head is sent. */
function lengthAnnounced(path: string, bytes: number): Promise<number> {
  const head = Buffer.alloc(14);
  head[0] = 0x82;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(bytes), 2);
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: a',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  return new Promise((resolve) => {
    const socket = connect(target.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let seen = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      seen = Buffer.concat([seen, piece]);
      const end = seen.indexOf('\r\n\r\n');
      if (end < 0) return;
      const frame = seen.subarray(end + 4);
      if (frame.length === 0) socket.write(head);
      else if (frame.length >= 4) {
        resolve(frame.readUInt16BE(2));
        socket.destroy();
      }
    });
  });
}

test('what a sequence is not for is 400 with the reason', async () => {
  const [client] = clients;
  const refusal = async (method: string, path: string, body?: string) => {
    const seen = await client!.ask(method, path, body);
    const { parameter, status } = JSON.parse(seen.body.toString());
    assert.equal(seen.headers['content-type'], 'application/problem+json');
    assert.equal(status, seen.status);
    return `${status} ${parameter}`;
  };
  const { sequence: up } = await makeSequence(client!, specOf({ direction: 'client-to-server' }));
  const { sequence: down } = await makeSequence(client!, specOf());
  assert.equal(await refusal('GET', `/events?sequence=${up}`), '400 sequence');
  assert.equal(await refusal('GET', `/poll?sequence=${up}&from=0`), '400 sequence');
  assert.equal(await refusal('POST', `/message?sequence=${down}`, 'x'), '400 sequence');
  assert.equal(await refusal('POST', `/sequence/next?sequence=${down}`), '400 sequence');
  assert.equal(await refusal('GET', `/poll?sequence=${down}`), '400 from');
  assert.equal(await refusal('GET', `/poll?sequence=${down}&from=101`), '400 from');
  assert.equal(await refusal('GET', `/sequence?sequence=${down}&until=sent`), '400 until');
  assert.equal(await refusal('GET', '/sequence'), '400 sequence');
  assert.equal(await refusal('GET', '/sequence?sequence=999'), '400 sequence');
  assert.equal(await refusal('POST', '/sequence/begin?sequence=999'), '400 sequence');
  assert.equal(await refusal('POST', '/sequence?messages=4', '{}'), '400 messages=4');
  assert.equal(await refusal('POST', '/sequence', '{'), '400 body');
  assert.equal(await refusal('POST', '/sequence', ' '.repeat(70_000)), '413 undefined');
  assert.equal(await refusal('GET', `/events?sequence=${down}&rate=3`), '400 rate');
  assert.equal(await refusal('GET', '/stream?size=3'), '400 size');
  assert.equal(await refusal('GET', '/socket'), '426 undefined');
  await openWay(client!, 'events', down, () => {});
  assert.equal(await refusal('GET', `/stream?sequence=${down}`), '400 sequence');
  for (const sequence of [up, down]) await order(client!, 'end', sequence);
  for (const path of ['/socket?sequence=999', '/socket?rate=x', '/socket?compression=gzip']) {
    const [status, body] = await refusedUpgrade(path);
    assert.ok([400, 501].includes(status), path);
    assert.equal(JSON.parse(body).status, status);
  }
});

function refusedUpgrade(path: string): Promise<[number, string]> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}${path}`);
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
  });
}

test('a sequence that wants permessage-deflate refuses who does not offer it', async () => {
  const [client] = clients;
  const { sequence } = await makeSequence(client!, specOf({ compression: 'permessage-deflate' }));
  await assert.rejects(webSocket(target.port, `/socket?sequence=${sequence}`), /400/);
  await order(client!, 'end', sequence);
});

test('methods are refused where they have no meaning, and the connection goes on after an unread body', async () => {
  for (const client of clients) {
    const posted = await client.ask('POST', '/events?messages=1', Buffer.alloc(3_000_000));
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.allow, 'GET, OPTIONS');
    assert.equal((await client.ask('GET', '/message')).headers.allow, 'POST, OPTIONS');
    assert.equal((await client.ask('HEAD', '/stream?messages=3')).status, 405);
    const unread = await client.ask('POST', '/message?sequence=999', Buffer.alloc(3_000_000));
    assert.equal(unread.status, 400);
    const options = await client.ask('OPTIONS', '/sequence');
    assert.equal(options.headers['access-control-allow-methods'], 'GET, POST, OPTIONS');
    assert.equal((await client.ask('GET', '/about')).status, 200);
  }
  const h2 = await clients[2]!.ask('GET', '/socket');
  assert.equal(h2.status, 501);
});

test('a failure while messages are made ends that sequence and nothing else', async () => {
  const [client] = clients;
  const { sequence } = await makeSequence(client!, specOf());
  const inside = target.sequences.get(sequence)!;
  Object.assign(inside.prepared, {
    message: () => {
      throw new Error('out of ink');
    },
  });
  const opened = await openWay(client!, 'events', sequence, () => {});
  await order(client!, 'begin', sequence);
  await opened.ended;
  assert.equal((await order(client!, 'end', sequence)).failure, 'message 0 cannot be sent: out of ink');
  assert.equal((await client!.ask('GET', '/about')).status, 200);
});
