// What the target refuses: messages that are too long, what a sequence is not for, methods without a meaning.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import {
  type LittleWorld,
  littleWorld,
  makeSequence,
  openWay,
  order,
  specOf,
  webSocket,
} from '../../../test/support/agents/little-message-client.ts';

let world: LittleWorld;
before(async () => {
  world = await littleWorld();
});
after(() => world.close());

test('a message longer than the target takes is refused: 413 to a POST, 1009 to a WebSocket', async () => {
  const spec = specOf({ direction: 'client-to-server', messages: 2 });
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, spec);
  const status = await new Promise((resolve, reject) => {
    const path = `/message?sequence=${sequence}`;
    const headers = { 'content-length': '100000001' };
    const sent = request(
      { host: '127.0.0.1', port: world.target.port, path, method: 'POST', headers },
      (response) => {
        resolve(response.statusCode);
        sent.destroy();
      },
    );
    sent.on('error', reject).flushHeaders();
  });
  assert.equal(status, 413);
  assert.match((await order(client, 'end', sequence)).failure!, /more than 100000000 bytes came/);
  const { sequence: other } = await makeSequence(client, spec);
  const code = await lengthAnnounced(`/socket?sequence=${other}`, 100_000_001);
  assert.equal(code, 1009);
  assert.match(
    (await order(client, 'end', other)).failure!,
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
    const socket = connect(world.target.port, '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n`),
    );
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
  const [client] = world.clients;
  const refusal = async (method: string, path: string, body?: string) => {
    const seen = await client.ask(method, path, body);
    const { parameter, status } = JSON.parse(seen.body.toString());
    assert.equal(seen.headers['content-type'], 'application/problem+json');
    assert.equal(status, seen.status);
    return `${status} ${parameter}`;
  };
  const { sequence: up } = await makeSequence(client, specOf({ direction: 'client-to-server' }));
  const { sequence: down } = await makeSequence(client, specOf());
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
  await openWay(client, 'events', down, () => {});
  assert.equal(await refusal('GET', `/stream?sequence=${down}`), '400 sequence');
  for (const sequence of [up, down]) await order(client, 'end', sequence);
  for (const path of ['/socket?sequence=999', '/socket?rate=x', '/socket?compression=gzip']) {
    const [status, body] = await refusedUpgrade(path);
    assert.ok([400, 501].includes(status), path);
    assert.equal(JSON.parse(body).status, status);
  }
});

function refusedUpgrade(path: string): Promise<[number, string]> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${world.target.port}${path}`);
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
  const [client] = world.clients;
  const { sequence } = await makeSequence(client, specOf({ compression: 'permessage-deflate' }));
  await assert.rejects(webSocket(world.target.port, `/socket?sequence=${sequence}`), /400/);
  await order(client, 'end', sequence);
});

test('methods are refused where they have no meaning, and the connection goes on after an unread body', async () => {
  for (const client of world.clients) {
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
  const h2 = await world.clients[2].ask('GET', '/socket');
  assert.equal(h2.status, 501);
});

test('sequences that nobody begins do not fill the memory: further ones are refused until some have ended', async () => {
  const [client] = world.clients;
  const spec = specOf({ direction: 'server-to-client', messages: 1_000 });
  const { sequence } = await makeSequence(client, spec);
  const { prepared } = world.target.sequences.get(sequence)!;
  assert.equal(prepared.heldBytes, 220_000);
  const full = world.target.sequences.add(spec, { ...prepared, heldBytes: 4_000_000_000 });
  const made = await fetch(`http://127.0.0.1:${world.target.port}/sequence`, {
    method: 'POST',
    body: JSON.stringify(spec),
  });
  const alone = await fetch(`http://127.0.0.1:${world.target.port}/events?messages=3`);
  assert.deepEqual([made.status, alone.status], [503, 503]);
  assert.match(
    ((await made.json()) as { detail: string }).detail,
    /sequences hold 4000 MB of messages: end some/,
  );
  full.forget();
  const { sequence: another } = await makeSequence(client, spec);
  for (const id of [sequence, another]) world.target.sequences.get(id)!.forget();
});
