import assert from 'node:assert/strict';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { measureSettings } from '../measure/flags.ts';
import { heldBack } from './held-back.ts';
import { readServer } from './reading.ts';
import { findServer, nameServers } from './server.ts';

const BODY = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, of: 'a long list' })));
const LATE_MS = 80;
const PIECES = 4;

/** Stands still but where a server works, so that nobody else at work on this machine is taken for one. */
const time = { ms: 0 };

async function listening(answer: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Streams what it has, by and by, or makes all of it first. `/stream/timed` says how long it worked. */
const service: RequestListener = ({ url = '' }, response) => {
  response.setHeader('content-type', 'application/json');
  const [, way, ...says] = url.split('/');
  const isSlow = way === 'slow';
  if (says.includes('timed'))
    response.setHeader('server-timing', `app;dur=${isSlow ? LATE_MS : 0.5}, db;dur=0.2`);
  if (isSlow) time.ms += LATE_MS;
  for (let i = 0; i < PIECES; i++) {
    const share = BODY.length / PIECES;
    response.write(BODY.slice(i * share, (i + 1) * share));
    if (!isSlow) time.ms += LATE_MS / PIECES;
  }
  response.end();
};

/** Collects whole answers, and says that it is there. */
function collecting(behind: number): RequestListener {
  return ({ url, headers }, response) => {
    request({ port: behind, host: '127.0.0.1', path: url, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      const { connection, 'transfer-encoding': chunked, ...kept } = answer.headers;
      response.writeHead(answer.statusCode!, { ...kept, via: '1.1 collector' });
      response.write(body.subarray(0, 100));
      response.end(body.subarray(100));
    }).end();
  };
}

async function told(port: number, path: string) {
  const host = fakeHost(tmpdir(), { nowMs: () => time.ms, date: () => new Date() });
  const { urls } = measureSettings(`http://127.0.0.1:${port}${path}`, {}, host);
  const [named] = await nameServers(urls);
  const { warnings, notes } = await readServer(await findServer(named!), host);
  return {
    warnings: warnings.filter(({ kind }) => kind === 'held-back').map(({ what }) => what),
    notes: notes.filter((note) => note.includes('collects')),
  };
}

test('a proxy that collects is told where the server’s own time speaks for it, as a doubt', async () => {
  const own = await listening(service);
  const proxy = await listening(collecting(own.port));
  try {
    const { warnings, notes } = await told(proxy.port, '/stream/timed');
    assert.match(
      warnings[0] ?? '',
      /without a length, though by its Server-Timing it worked for 0\.7 ms; the proxy before it \(Via: 1\.1 collector\) may be collecting the answer$/,
    );
    assert.deepEqual(notes, []);
    assert.deepEqual(await told(own.port, '/stream/timed'), { warnings: [], notes: [] });
  } finally {
    for (const { server } of [proxy, own]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

test('a server that is merely slow behind a proxy is accused of nothing', async () => {
  const own = await listening(service);
  const proxy = await listening(collecting(own.port));
  try {
    const none = { warnings: [], notes: [] };
    assert.deepEqual(await told(proxy.port, '/slow/timed'), none, 'its own time explains the wait');
    // Nothing tells these two apart, which is all that is said of either.
    for (const path of ['/slow', '/stream']) {
      const { warnings, notes } = await told(proxy.port, path);
      assert.deepEqual(warnings, [], path);
      assert.match(notes[0] ?? '', /look the same from here: .*\(--against\), or Server-Timing/, path);
    }
    assert.deepEqual(await told(own.port, '/slow'), none, 'nothing stands before it');
  } finally {
    for (const { server } of [proxy, own]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

test('a compression that takes the length away collects nothing', async () => {
  const { server, port } = await listening(({ url, headers }, response) => {
    time.ms += LATE_MS;
    const plain = { 'content-type': 'application/json', via: '1.1 compressor' };
    const isAsked = headers['accept-encoding'] !== 'identity';
    if (isAsked) {
      const body = gzipSync(BODY, { level: 0 });
      response.writeHead(200, { ...plain, 'content-encoding': 'gzip' }).write(body.subarray(0, 100));
      response.end(body.subarray(100));
    } else {
      const length = url === '/known' ? { 'content-length': BODY.length } : {};
      response.writeHead(200, { ...plain, ...length }).write(BODY.slice(0, 100));
      response.end(BODY.slice(100));
    }
  });
  try {
    assert.deepEqual(await told(port, '/known'), { warnings: [], notes: [] });
    assert.equal((await told(port, '/unknown')).notes.length, 1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** Of a server far away that worked for 1 ms. */
const farAnswer = (length: number, waitMs: number, transferMs = 0.2) => ({
  finalUrl: new URL('http://far.example/'),
  status: 200,
  headers: { via: '1.1 far', 'server-timing': 'app;dur=1' },
  body: new Uint8Array(length),
  waitMs,
  transferMs,
  notes: [],
});

test('the way to the server, and what fits into a packet, explain themselves', async () => {
  const warned = async (length: number, waitMs: number, roundTripMs: number) => {
    const answers = [farAnswer(length, waitMs)];
    return (await heldBack({ label: 'far', answers, roundTripMs, uncompressed: null })).warnings;
  };
  assert.equal((await warned(10_000, 100, 0)).length, 1);
  const [told] = await warned(10_000, 100, 31);
  assert.match(told!.what, /it worked for 1 ms and the way there takes 31(\.\d+)? ms; the proxy/);
  assert.deepEqual(await warned(10_000, 100, 80), []);
  assert.deepEqual(await warned(1_000, 100, 0), []);
});

test('one answer that the reader was late for changes nothing', async () => {
  const warnings = async (...transfersMs: readonly number[]) => {
    const answers = transfersMs.map((transferMs) => farAnswer(10_000, 100, transferMs));
    return (await heldBack({ label: 'far', answers, roundTripMs: 0, uncompressed: null })).warnings;
  };
  assert.equal((await warnings(0.2, 40, 0.2)).length, 1);
  assert.equal((await warnings(40, 0.2, 40)).length, 0);
});
