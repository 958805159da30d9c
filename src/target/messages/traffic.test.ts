// Bytes on the wire are counted right: held against a proxy that counts for itself, between target and
// client.

import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import {
  Inbox,
  type LittleClient,
  type LittleTarget,
  makeSequence,
  order,
  overHttp1,
  overHttp2,
  specOf,
  startLittle,
  webSocket,
} from '../../../test/support/agents/little-message-client.ts';
import { untrustedIdentity } from '../../../test/support/targets/untrusted-identity.ts';

let target: LittleTarget;
before(async () => {
  target = await startLittle([], undefined, await untrustedIdentity());
});
after(() => target.close());

interface Proxy {
  readonly port: number;
  toTarget: number;
  toClient: number;
  close(): void;
}

function proxyTo(port: number): Promise<Proxy> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (piece) => {
      proxy.toTarget += piece.length;
      upstream.write(piece);
    });
    upstream.on('data', (piece) => {
      proxy.toClient += piece.length;
      client.write(piece);
    });
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => client.destroy());
  });
  const proxy: Proxy = { port: 0, toTarget: 0, toClient: 0, close: () => server.close() };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(Object.assign(proxy, { port: (server.address() as AddressInfo).port }));
    });
  });
}

const body = Buffer.alloc(1_000, 'x');

test('posted messages are counted with all of HTTP and TLS, and neither the word to begin nor the word to end', async () => {
  const ways = [
    [(port: number): LittleClient => overHttp1(port), target.port, 0],
    [(port: number): LittleClient => overHttp1(port, true), target.ports!.https1, 0],
    // Its answer to the word to begin leaves with the rest, and its word to end comes with it.
    [(port: number): LittleClient => overHttp2(port), target.ports!.h2, 800],
  ] as const;
  for (const [over, port, more] of ways) {
    const proxy = await proxyTo(port);
    const client = over(proxy.port);
    const { sequence } = await makeSequence(client, specOf({ direction: 'client-to-server' }));
    await order(client, 'begin', sequence);
    const { toTarget, toClient } = proxy;
    for (let i = 0; i < 30; i++) await client.ask('POST', `/message?sequence=${sequence}`, body);
    const seen = { bytesReceived: proxy.toTarget - toTarget, bytesSent: proxy.toClient - toClient };
    const { bytesReceived, bytesSent } = await order(client, 'end', sequence);
    assert.ok(seen.bytesReceived > 30_000 && seen.bytesSent > 500);
    const beyond = [bytesReceived! - seen.bytesReceived, bytesSent! - seen.bytesSent];
    for (const bytes of beyond) assert.ok(bytes >= 0 && bytes <= more, `${client.protocol}: ${beyond}`);
    client.close();
    proxy.close();
  }
});

test('a WebSocket has two bytes beside a short message to the client, and six to the server', async () => {
  for (const secure of [false, true]) {
    const port = secure ? target.ports!.https1 : target.port;
    const proxy = await proxyTo(port);
    const client = overHttp1(port, secure);
    const spec = specOf({ direction: 'both-ways', mode: 'ping-pong' });
    const { sequence } = await makeSequence(client, spec);
    const inbox = new Inbox();
    const options = secure ? { rejectUnauthorized: false } : {};
    const socket = await webSocket(proxy.port, `/socket?sequence=${sequence}`, options, inbox.put);
    await order(client, 'begin', sequence);
    const { toTarget, toClient } = proxy;
    for (let i = 1; i <= 10; i++) {
      socket.send(body.subarray(0, 100));
      await inbox.has(i);
    }
    const state = await order(client, 'end', sequence);
    const seen = [proxy.toTarget - toTarget, proxy.toClient - toClient];
    if (!secure) assert.deepEqual(seen, [10 * 106, 10 * 102]);
    assert.deepEqual([state.bytesReceived, state.bytesSent], seen);
    client.close();
    socket.terminate();
    proxy.close();
  }
});

test('connections that are closed after each message are counted, handshakes and all', async () => {
  const proxy = await proxyTo(target.ports!.https1);
  const client = overHttp1(target.port);
  const { sequence } = await makeSequence(client, specOf({ direction: 'client-to-server' }));
  await order(client, 'begin', sequence);
  const { bytesReceived: none } = JSON.parse(
    (await client.ask('GET', `/sequence?sequence=${sequence}`)).body.toString(),
  );
  for (let i = 0; i < 110; i++) {
    const one = overHttp1(proxy.port, true);
    await one.ask('POST', `/message?sequence=${sequence}`, body);
    one.close();
  }
  const { bytesReceived, bytesSent } = await order(client, 'end', sequence);
  proxy.close();
  // Goodbyes of the last connections may be under way.
  assert.ok(Math.abs(bytesReceived! - none - proxy.toTarget) < 300 * 110);
  assert.ok(bytesReceived! > 110 * 1_300 && bytesSent! > 110 * 800);
});
