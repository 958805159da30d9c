import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { untrustedIdentity } from '../../../test/support/targets/untrusted-identity.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { readPayload } from '../../payload/read-payload.ts';
import { measureSettings } from '../measure/flags.ts';
import { answeredUrls } from './answered-urls.ts';
import { offersHttp3, readServer } from './reading.ts';
import { findServer, nameServers } from './server.ts';

test('a port that speaks TLS, or nothing like HTTP, is told as that', async () => {
  const { key, cert } = await untrustedIdentity();
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const cases = [
    [createHttpsServer({ key, cert }), /speaks TLS there; is it https:/],
    [
      createTcpServer((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n'))),
      /what answers there is not HTTP/,
    ],
  ] as const;
  for (const [server, says] of cases) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings = measureSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {}, host);
    const [named] = await nameServers(settings.urls);
    await assert.rejects(readServer(await findServer(named!), host), says);
    await new Promise((resolve) => server.close(resolve));
  }
});

test('whoever answers over plain HTTP, or says nothing in time, is not asked over TLS as well', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        const text = bytes.toString('latin1');
        asked.push(text.split(' ', 1)[0]!);
        if (text.includes('/moved'))
          socket.write('HTTP/1.1 308 Permanent Redirect\r\nlocation: /moved/\r\ncontent-length: 0\r\n\r\n');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const said = async (path: string) => {
    const { urls } = measureSettings(`http://127.0.0.1:${port}${path}`, { timeout: '200ms' }, host);
    const [named] = await nameServers(urls);
    const { message } = await readServer(await findServer(named!), host).then(
      () => assert.fail('nothing was wrong'),
      (thrown: Error) => thrown,
    );
    return message;
  };
  try {
    assert.match(await said('/moved'), /redirects \(308\) to .*\/moved\/;/);
    assert.match(await said('/silent'), /no answer after 0\.2 s/);
    assert.deepEqual(asked, ['GET', 'GET']);
  } finally {
    server.close();
  }
});

test('a level that nobody asked for is told, with what the usual one would make', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  // English: of what repeats itself, or is drawn at random, no level is far from another.
  const lines = readFileSync(join(PROJECT_ROOT, 'ARCHITECTURE.md'), 'utf8').split('\n');
  const body = JSON.stringify(lines.map((text, line) => ({ line, text })));
  const made: Readonly<Record<string, readonly [string, Buffer]>> = {
    '/fast': ['gzip', gzipSync(body, { level: 1 })],
    '/usual': ['gzip', gzipSync(body)],
    '/best': ['gzip', gzipSync(body, { level: 9 })],
    // As FastAPI's middleware has it, of more than any level is tried of.
    '/long': ['gzip', gzipSync(`[${Array.from({ length: 40 }, () => body).join()}]`, { level: 9 })],
    // What Node and Python take where nobody says otherwise.
    '/br': ['br', brotliCompressSync(body)],
    '/short': ['gzip', gzipSync('[{"id":1}]', { level: 9 })],
  };
  const server = createHttpServer(({ url = '' }, response) => {
    const [coding, bytes] = made[url]!;
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const told = async (path: string) => {
    const { urls } = measureSettings(`http://127.0.0.1:${port}${path}`, {}, host);
    const [named] = await nameServers(urls);
    const { warnings } = await readServer(await findServer(named!), host);
    return warnings.map(({ kind, what }) => `${kind} ${what.replace(/^\S+ /, '')}`).join();
  };
  try {
    assert.match(
      await told('/fast'),
      /^unusual-level sends .* as gzip at level 1; level 6 would make [\d ]+$/,
    );
    assert.match(
      await told('/best'),
      /^unusual-level .* gzip at level 9; level 6 would make .* and take [\d.]+ ms/,
    );
    assert.match(await told('/long'), /^unusual-level .* gzip at level 9; level 6 would make /);
    assert.match(await told('/br'), /^unusual-level .* br at level 11; level 4 would make /);
    for (const path of ['/usual', '/short']) assert.equal(await told(path), '', path);
    const { today } = await readPayload([`http://127.0.0.1:${port}/fast`], {}, host);
    assert.equal(today.compression, 'gzip-1', 'advice holds its ways against what is really sent');
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('an answer without compression is told of, unless somebody said himself what is offered', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const body = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `order ${id}` })));
  const server = createHttpServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const told = async (header: readonly string[]) => {
    const { urls } = measureSettings(url, { header: [...header] }, host);
    const [named] = await nameServers(urls);
    return (await readServer(await findServer(named!), host)).warnings.map(({ kind }) => kind);
  };
  try {
    assert.deepEqual(await told([]), ['not-compressed']);
    assert.deepEqual(await told(['X-Tenant: acme']), ['not-compressed']);
    assert.deepEqual(await told(['Accept-Encoding: identity']), []);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('of a name with several addresses it is noted which one is asked', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const server = createHttpServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('[1]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [named] = await nameServers(measureSettings(url, {}, host).urls);
    const noted = async (addresses: readonly string[]) =>
      (await readServer(await findServer({ ...named!, addresses }), host)).notes.filter((note) =>
        note.includes('is asked'),
      );
    assert.deepEqual(await noted(['127.0.0.1']), []);
    // Nothing listens at the first.
    assert.deepEqual(await noted(['127.0.0.2', '127.0.0.1']), [
      `${url}: of 127.0.0.2 and 127.0.0.1, 127.0.0.1 is asked`,
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('which items a bill of its answers has a server says, and its answers', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const server = createHttpServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/silent') return response.end('[{"id":1}]');
    if (url === '/plain') {
      // In whole milliseconds a small answer takes none.
      response.setHeader('server-timing', 'encode;dur=0, compress;dur=0');
      return response.end('[{"id":1}]');
    }
    response.setHeader('server-timing', 'encode;dur=1.5, compute;dur=0, db;dur=3');
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('[{"id":1}]'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const items = async (path: string) => {
    const [named] = await nameServers(measureSettings(`http://127.0.0.1:${port}${path}`, {}, host).urls);
    return (await readServer(await findServer(named!), host)).items;
  };
  try {
    assert.deepEqual(await items('/silent'), new Set());
    assert.deepEqual(await items('/plain'), new Set(['encode']));
    assert.deepEqual(await items('/says'), new Set(['encode', 'decompress']));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('HTTP/3 is offered by what a server announces over TLS, and by no older draft of it', () => {
  assert.ok(offersHttp3('h2', 'h3=":443"; ma=86400'));
  assert.ok(offersHttp3('https1', 'h2=":443", h3=":8443";persist=1'));
  for (const not of [undefined, 'clear', 'h2=":443"', 'h3-29=":443"'])
    assert.equal(offersHttp3('h2', not), false, not);
  assert.equal(offersHttp3('http1', 'h3=":443"'), false);
});

test('whether a server ends the connection with every answer is read, and HTTP/1.0 noted', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'reading-'));
  const host = fakeHost(dir, { nowMs: () => performance.now(), date: () => new Date() });
  let connections = 0;
  const readOf = async (version: string, fields: readonly string[]) => {
    connections = 0;
    const head = [`HTTP/${version} 200 OK`, 'Content-Type: application/json', ...fields];
    const closes = !fields.includes('Connection: keep-alive');
    const server = createTcpServer((socket) => {
      connections++;
      socket.on('error', () => {});
      socket.on('data', () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n[1]`);
        if (closes) socket.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { urls } = measureSettings(`http://127.0.0.1:${port}/`, {}, host);
      const [named] = await nameServers(urls);
      const read = await readServer(await findServer(named!), host);
      assert.deepEqual(read.answer.value, [1]);
      const { payload } = answeredUrls([read], [], host)[0]!;
      assert.equal(payload.url!.closes === true, read.closes);
      assert.equal(read.bytesWithHead, null);
      return { closes: read.closes, note: read.notes.find((note) => note.includes('HTTP/1.0')) };
    } finally {
      server.close();
    }
  };
  try {
    const old = await readOf('1.0', []);
    assert.match(old.note!, /^http:\S+ speaks HTTP\/1\.0, so that every request has a connection of its own/);
    assert.ok(old.closes && connections >= 3, `each of three readings over its own, of ${connections}`);
    const length = 'Content-Length: 3';
    for (const [version, fields, closes] of [
      ['1.0', [length, 'Connection: keep-alive'], false],
      ['1.1', [length, 'Connection: keep-alive'], false],
      ['1.1', [length, 'Connection: close'], true],
      ['1.1', [], true],
    ] as const)
      assert.deepEqual(await readOf(version, fields), { closes, note: undefined }, `${version} ${fields}`);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a certificate that nobody trusts is told with --insecure on loopback, and beyond it is refused', async () => {
  const { key, cert } = await untrustedIdentity();
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const server = createHttpsServer({ key, cert }, (_, response) =>
    response.setHeader('content-type', 'application/json').end('[1]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const named = async (url: string, insecure: boolean) => {
      const { urls } = measureSettings(url, insecure ? { insecure } : {}, host);
      return (await nameServers(urls))[0]!;
    };
    const here = `https://127.0.0.1:${port}/`;
    await assert.rejects(
      findServer(await named(here, false)),
      /certificate.*; --insecure takes any certificate of this machine’s own servers/,
    );
    const found = await findServer(await named(here, true));
    assert.deepEqual((await readServer(found, host)).answer.value, [1]);
    // As it would be of a server elsewhere, where taking any certificate is no way out.
    const elsewhere = { ...(await named(here, false)), isHere: false };
    await assert.rejects(findServer(elsewhere), (thrown: Error) => {
      assert.match(
        thrown.message,
        /certificate.*; if an authority of your own signed it, .*NODE_EXTRA_CA_CERTS/,
      );
      assert.doesNotMatch(thrown.message, /--insecure/);
      return true;
    });
    await assert.rejects(
      named('https://192.0.2.1/', true),
      /--insecure is for this machine’s loopback alone/,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('readings keep the rate that somebody asks for', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const askedMs: number[] = [];
  const server = createHttpServer((_, response) => {
    askedMs.push(performance.now());
    response.setHeader('content-type', 'application/json').end('[1]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { urls } = measureSettings(url, { rate: '20/s' }, host);
    const [named] = await nameServers(urls);
    const found = await findServer(named!);
    const beganMs = performance.now();
    await readServer(found, host);
    assert.equal(askedMs.length, 3);
    // Not from its arrival on: the first may have been long on its way.
    const tookMs = askedMs[2]! - beganMs;
    assert.ok(tookMs >= 99, `${tookMs} ms for two gaps of 50`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
