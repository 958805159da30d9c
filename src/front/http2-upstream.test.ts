import assert from 'node:assert/strict';
import { createServer, type Http2Server } from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { overHttp2 } from './http2-upstream.ts';

test('a server at a distance may send as much in a round trip as it may to a browser', async () => {
  const body = Buffer.alloc(3_000_000, 'x');
  const seen = Promise.withResolvers<{ stream: number; connection: number }>();
  const server: Http2Server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    const { remoteSettings, state } = stream.session!;
    seen.resolve({ stream: remoteSettings.initialWindowSize!, connection: state.remoteWindowSize! });
    stream.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });
  const now = () => performance.now();
  const target = {
    url: `http://127.0.0.1:${port}`,
    path: '/',
    headers: {},
    address: '127.0.0.1',
    protocol: 'h2',
    insecure: false,
  } as const;
  const upstream = await overHttp2(target, dial, now);
  try {
    let bytes = 0;
    await new Promise<void>((resolve, reject) =>
      upstream.ask(
        {},
        {
          head: () => {},
          piece: (piece) => {
            bytes += piece.length;
            return true;
          },
          end: resolve,
          failed: reject,
        },
      ),
    );
    assert.equal(bytes, body.length);
    const { stream, connection } = await seen.promise;
    assert.ok(stream >= 6_000_000, `${stream} bytes a stream`);
    assert.ok(connection >= 15_000_000, `${connection} bytes a connection`);
  } finally {
    upstream.close();
    server.close();
  }
});

test('a server that takes connections and closes them at once is not asked in a loop', async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });
  const url = `http://127.0.0.1:${port}`;
  const target = {
    url,
    path: '/',
    headers: {},
    address: '127.0.0.1',
    protocol: 'h2',
    insecure: false,
  } as const;
  const upstream = await overHttp2(target, dial, () => performance.now());
  try {
    await new Promise((resolve) => setTimeout(resolve, 250));
    assert.ok(connections >= 2 && connections <= 3, `${connections} connections in 250 ms`);
    const taker = { head: () => {}, piece: () => true };
    const thrown = await new Promise((failed) =>
      upstream.ask({}, { ...taker, failed, end: () => failed(null) }),
    );
    assert.equal((thrown as NodeJS.ErrnoException).code, 'ECONNRESET');
  } finally {
    upstream.close();
    server.close();
  }
});

test('an answer is not whole where its connection was closed in the middle', async () => {
  const server: Http2Server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => {}).respond({ ':status': 200 });
    stream.write('half', () => setTimeout(() => stream.session?.destroy(), 20));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });
  const url = `http://127.0.0.1:${port}`;
  const target = {
    url,
    path: '/',
    headers: {},
    address: '127.0.0.1',
    protocol: 'h2',
    insecure: false,
  } as const;
  const upstream = await overHttp2(target, dial, () => performance.now());
  try {
    const taker = { head: () => {}, piece: () => true };
    const thrown = await new Promise((failed) =>
      upstream.ask({}, { ...taker, failed, end: () => failed(null) }),
    );
    assert.equal((thrown as NodeJS.ErrnoException | null)?.code, 'ECONNRESET');
  } finally {
    upstream.close();
    server.close();
  }
});
