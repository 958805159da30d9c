import assert from 'node:assert/strict';
import { createServer, type Http2Server } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
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
