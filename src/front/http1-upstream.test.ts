import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { overHttp1 } from './http1-upstream.ts';
import type { AnswerHead, OpenUpstream } from './upstream.ts';

/** `answer`: what the server does with each request, `nth` counted over all connections from 1. */
async function withServer(
  answer: (socket: Socket, nth: number) => void,
  act: (upstream: OpenUpstream, asked: () => number) => Promise<void>,
): Promise<void> {
  let nth = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', () => answer(socket, ++nth));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => {});
    });
  const url = `http://127.0.0.1:${port}`;
  const target = { url, path: '/', headers: {}, address: '127.0.0.1', protocol: 'http1', insecure: false };
  const upstream = await overHttp1(target as typeof target & { protocol: 'http1' }, dial, () =>
    performance.now(),
  );
  try {
    await act(upstream, () => nth);
  } finally {
    upstream.close();
    server.close();
  }
}

function body(upstream: OpenUpstream, mayAskAgain?: () => boolean): Promise<string> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) =>
    upstream.ask(
      {},
      {
        ...(mayAskAgain && { mayAskAgain }),
        head: () => {},
        piece: (bytes) => pieces.push(bytes) > 0,
        end: () => resolve(Buffer.concat(pieces).toString()),
        failed: reject,
      },
    ),
  );
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('a server that resets every connection is asked twice at most by one request', async () => {
  await withServer(
    (socket) => socket.resetAndDestroy(),
    async (upstream, asked) => {
      await assert.rejects(body(upstream), { code: 'ECONNRESET' });
      // The one that waited, and one that was opened for it.
      assert.equal(asked(), 2);
    },
  );
});

test('a connection that is reset when it is used again has one other try', async () => {
  await withServer(
    (socket, nth) => (nth === 2 ? socket.resetAndDestroy() : socket.write(OK)),
    async (upstream, asked) => {
      assert.equal(await body(upstream), 'ok');
      assert.equal(await body(upstream), 'ok');
      assert.equal(asked(), 3);
    },
  );
  await withServer(
    (socket, nth) => (nth >= 2 ? socket.resetAndDestroy() : socket.write(OK)),
    async (upstream, asked) => {
      assert.equal(await body(upstream), 'ok');
      await assert.rejects(body(upstream), { code: 'ECONNRESET' });
      assert.equal(asked(), 3);
    },
  );
});

test('the time of the server begins before a request is written, and ends when the head comes, not when it is read', async () => {
  let atMs = 0;
  const sockets: Duplex[] = [];
  const dial = async () => {
    const write = (_bytes: Buffer, _encoding: string, done: () => void) => {
      atMs += 7;
      done();
    };
    const socket = new Duplex({ read: () => {}, write });
    sockets.push(socket);
    return socket as unknown as Socket;
  };
  const target = { url: 'http://host/', path: '/', headers: {}, address: '127.0.0.1', insecure: false };
  const upstream = await overHttp1({ ...target, protocol: 'http1' }, dial, () => atMs);
  const head = Promise.withResolvers<AnswerHead>();
  upstream.ask({}, { head: head.resolve, piece: () => true, end: () => {}, failed: head.reject });
  assert.equal(atMs, 7);
  const bytes = Buffer.from(OK);
  const read = bytes.toString.bind(bytes);
  bytes.toString = (...asked: Parameters<typeof read>) => {
    atMs += 5;
    return read(...asked);
  };
  atMs = 30;
  sockets[0]!.emit('data', bytes);
  const { handedMs, headMs } = await head.promise;
  assert.deepEqual({ handedMs, headMs, readMs: atMs }, { handedMs: 0, headMs: 30, readMs: 35 });
  upstream.close();
});

test('nothing is asked again without leave', async () => {
  await withServer(
    (socket) => socket.resetAndDestroy(),
    async (upstream, asked) => {
      await assert.rejects(
        body(upstream, () => false),
        { code: 'ECONNRESET' },
      );
      assert.equal(asked(), 1);
    },
  );
});

test('an answer that ends with its connection is not whole where that was reset', async () => {
  const half = 'HTTP/1.1 200 OK\r\n\r\nhalf';
  await withServer(
    (socket) => socket.end(half),
    async (upstream) => assert.equal(await body(upstream), 'half'),
  );
  await withServer(
    (socket) => socket.write(half, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    async (upstream) => assert.rejects(body(upstream), { code: 'ECONNRESET' }),
  );
});

test('what ended a connection before it was used is the reason', async () => {
  // As a server does that wants a certificate of the client: TLS stands, and then it says so.
  const alert = Object.assign(new Error('tlsv13 alert certificate required'), { code: 'ERR_SSL_ALERT' });
  const dial = async () => {
    const socket = new Duplex({ read: () => {}, write: (_bytes, _encoding, done) => done() });
    return socket.on('error', () => {}).destroy(alert) as unknown as Socket;
  };
  const target = { url: 'http://host/', path: '/', headers: {}, address: '127.0.0.1', insecure: false };
  const upstream = await overHttp1({ ...target, protocol: 'http1' }, dial, () => performance.now());
  await assert.rejects(body(upstream), (thrown) => thrown === alert);
  upstream.close();
});
