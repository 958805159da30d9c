import assert from 'node:assert/strict';
import { createServer, type Http2Server } from 'node:http2';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { test } from 'node:test';
import { overHttp2 } from './http2-upstream.ts';

type Upstream = Awaited<ReturnType<typeof overHttp2>>;

/** Asks a server of this machine while `act` goes on. */
async function withUpstream(
  server: Http2Server | Server,
  act: (upstream: Upstream) => Promise<void>,
  headers: Readonly<Record<string, string>> = {},
) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });
  const url = `http://127.0.0.1:${port}`;
  const rest = { path: '/', headers, address: '127.0.0.1', protocol: 'h2', insecure: false } as const;
  const upstream = await overHttp2({ url, ...rest }, dial, () => performance.now());
  try {
    await act(upstream);
  } finally {
    upstream.close();
    server.close();
  }
}

/** What an answer that is not whole ends with; null: it counted as whole. */
function failureOf(upstream: Upstream): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const failed = (thrown: unknown) => resolve(thrown as NodeJS.ErrnoException);
    upstream.ask({}, { head: () => {}, piece: () => true, failed, end: () => resolve(null) });
  });
}

test('a server at a distance may send as much in a round trip as it may to a browser', async () => {
  const body = Buffer.alloc(3_000_000, 'x');
  const seen = Promise.withResolvers<{ stream: number; connection: number }>();
  const server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    const { remoteSettings, state } = stream.session!;
    seen.resolve({ stream: remoteSettings.initialWindowSize!, connection: state.remoteWindowSize! });
    stream.end(body);
  });
  await withUpstream(server, async (upstream) => {
    let bytes = 0;
    await new Promise<void>((resolve, reject) => {
      const piece = (some: Uint8Array) => {
        bytes += some.length;
        return true;
      };
      upstream.ask({}, { head: () => {}, piece, end: resolve, failed: reject });
    });
    assert.equal(bytes, body.length);
    const { stream, connection } = await seen.promise;
    assert.ok(stream >= 6_000_000, `${stream} bytes a stream`);
    assert.ok(connection >= 15_000_000, `${connection} bytes a connection`);
  });
});

test('a server that takes connections and closes them at once is not asked in a loop', async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).destroy();
  });
  await withUpstream(server, async (upstream) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    // The first, and after pauses of 100 and 200 ms two more at most; in a loop there were hundreds.
    assert.ok(connections <= 3, `${connections} connections in 250 ms`);
    assert.equal((await failureOf(upstream))?.code, 'ECONNRESET');
  });
});

test('an answer is not whole where its connection was closed in the middle', async () => {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => {}).respond({ ':status': 200 });
    stream.write('half', () => setTimeout(() => stream.session?.destroy(), 20));
  });
  await withUpstream(server, async (upstream) => {
    assert.equal((await failureOf(upstream))?.code, 'ECONNRESET');
  });
});

test('a request finds another connection while the one before it dies', async () => {
  const server = createServer();
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  server.on('sessionError', () => {});
  let nth = 0;
  server.on('stream', (stream) => {
    stream.on('error', () => {}).respond({ ':status': 200 });
    if (++nth > 1) stream.end('whole');
    else stream.write('half', () => setTimeout(() => sockets[0]!.resetAndDestroy(), 20));
  });
  await withUpstream(server, async (upstream) => {
    const again = Promise.withResolvers<void>();
    const taker = { head: () => {}, piece: () => true };
    upstream.ask(
      {},
      {
        ...taker,
        end: () => again.reject(new Error('half an answer counted as whole')),
        // In the same turn, in which the connection has not said yet that it is gone.
        failed: () => upstream.ask({}, { ...taker, end: again.resolve, failed: again.reject }),
      },
    );
    await again.promise;
    assert.equal(nth, 2);
  });
});

test('a host that somebody gives is the one that is asked for', async () => {
  const server = createServer();
  const seen = Promise.withResolvers<readonly unknown[]>();
  server.on('stream', (stream, { ':authority': authority, host }) => {
    seen.resolve([authority, host]);
    stream.respond({ ':status': 200 });
    stream.end();
  });
  const asked = async (upstream: Upstream) => {
    assert.equal(await failureOf(upstream), null);
    assert.deepEqual(await seen.promise, ['api.example', undefined]);
  };
  await withUpstream(server, asked, { host: 'api.example' });
});
