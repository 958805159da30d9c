import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { UserError } from '../../base/errors.ts';
import { readPayload } from '../read-payload.ts';
import type { ReadOptions, ReadSurroundings } from '../source.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const BODY = JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ id: i, name: `order ${i}` })));
const seen: IncomingMessage[] = [];
let server: Server;
let other: Server;
let origin = '';
let otherOrigin = '';

const answers: Record<string, Answer> = {
  '/orders': (_, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'set-cookie': 'session=secret',
        'x-auth-token': 'secret',
        'x-next': 'Bearer secret',
        link: '</orders?page=2&access_token=secret>; rel="next"',
        etag: '"d41d8cd98f00b204e9800998ecf8427e"',
      })
      .end(BODY),
  '/orders.csv': (_, response) => response.end('id,name\n1,x\n'),
  '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(BODY)),
  '/br': (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync(BODY)),
  '/zstd': (_, response) => response.setHeader('content-encoding', 'zstd').end(zstdCompressSync(BODY)),
  '/deflate': (_, response) => response.setHeader('content-encoding', 'deflate').end(deflateSync(BODY)),
  '/not-gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(BODY),
  '/unknown-coding': (_, response) => response.setHeader('content-encoding', 'compress').end(BODY),
  '/bomb': (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(3_000_000, 0x20))),
  '/moved': (_, response) => response.writeHead(302, { location: '/orders' }).end(),
  '/away': (_, response) => response.writeHead(307, { location: `${otherOrigin}/orders` }).end(),
  '/signed-in': (_, response) =>
    response.writeHead(302, { location: `${origin.replace('//', '//me:pass@')}/orders` }).end(),
  '/circle': (_, response) => response.writeHead(301, { location: '/circle' }).end(),
  '/mail': (_, response) => response.writeHead(301, { location: 'mailto:a@b.c' }).end(),
  '/app': (_, response) => response.writeHead(302, { location: 'shop-app://in?code=hidden-1' }).end(),
  '/no-url': (_, response) => response.writeHead(302, { location: 'http://[?code=hidden-1' }).end(),
  '/private': (_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer realm="x"' }).end(),
  '/forbidden': (_, response) => response.writeHead(403).end(),
  '/vague': (_, response) => response.writeHead(400).end(),
  '/wordy': (_, response) =>
    response.writeHead(401, { 'www-authenticate': `Bearer error="${'x'.repeat(900)}"` }).end(),
  '/posted': (_, response) => response.writeHead(405, { allow: 'POST, OPTIONS' }).end(),
  '/broken': (_, response) => response.writeHead(503).end(),
  '/resting': (_, response) => response.writeHead(503, { 'retry-after': '120' }).end(),
  '/json-page': (_, response) =>
    response
      .setHeader('content-type', 'text/html; charset=UTF-8')
      .setHeader('content-encoding', 'gzip')
      .end(gzipSync(BODY)),
  '/page': (_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Sign in</title>'),
  '/page-without-type': (_, response) => response.end('<!doctype html><title>Sign in</title>'),
  '/page-as-json': (_, response) =>
    response.setHeader('content-type', 'application/json').end('\n<html><title>Sign in</title>'),
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/empty': (_, response) => response.end(),
  '/silent': () => {},
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
  },
  '/large': (_, response) => response.end(Buffer.alloc(2_000_000, 0x20)),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('[1,', () => response.destroy());
  },
  '/cut-json': (_, response) =>
    response.setHeader('content-type', 'application/json').end(BODY.slice(0, 100)),
};

const handler: Answer = (request, response) => {
  seen.push(request);
  const answer = answers[new URL(request.url!, 'http://x').pathname];
  if (answer === undefined) response.writeHead(404).end();
  else answer(request, response);
};

before(async () => {
  [server, other] = [createServer(handler), createServer(handler)];
  for (const each of [server, other])
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
after(() => {
  for (const each of [server, other]) {
    each.closeAllConnections();
    each.close();
  }
});

const surroundings: ReadSurroundings = {
  clock: { nowMs: () => performance.now(), date: () => new Date() },
  cwd: '/',
  stdin: () => null,
  interrupted: new AbortController().signal,
};

const read = (path: string, options: ReadOptions = {}) =>
  readPayload([`${origin}${path}`], options, surroundings);

async function problemOf(path: string, options?: ReadOptions): Promise<string> {
  try {
    await read(path, options);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    assert.ok(thrown.message.startsWith(`${origin}${path}: `), thrown.message);
    return thrown.message.slice(`${origin}${path}: `.length);
  }
  return assert.fail('nothing was wrong');
}

test('an answer is the payload, and how it came is kept', async () => {
  const payload = await read('/orders');
  assert.equal(payload.name, 'orders');
  assert.equal(payload.shape, 'list');
  assert.deepEqual(payload.value, JSON.parse(BODY));
  const { format, compression, sourceBytes, captured } = payload.today;
  assert.deepEqual([format, compression, sourceBytes], ['json', 'none', BODY.length]);
  assert.equal(captured!.status, 200);
  assert.equal(captured!.headers['content-type'], 'application/json; charset=utf-8');
  assert.doesNotMatch(JSON.stringify(captured!.headers), /secret/);
  assert.ok('etag' in captured!.headers);
  assert.ok(captured!.waitMs > 0 && captured!.transferMs >= 0);
});

test('the content coding is kept apart from the data', async () => {
  const encoded = {
    gzip: gzipSync(BODY),
    br: brotliCompressSync(BODY),
    zstd: zstdCompressSync(BODY),
    deflate: deflateSync(BODY),
  };
  for (const [coding, bytes] of Object.entries(encoded)) {
    const { value, today } = await read(`/${coding}`);
    assert.deepEqual(value, JSON.parse(BODY), coding);
    assert.equal(today.compression, coding);
    assert.equal(today.captured!.bytesEncoded, bytes.length);
    assert.equal(today.captured!.bytesDecoded, BODY.length);
    assert.equal(today.sourceBytes, BODY.length);
  }
  assert.equal(seen.at(-1)!.headers['accept-encoding'], 'gzip, deflate, br, zstd');
});

test('the kind is told by media type, else by the name, else by the content', async () => {
  assert.equal((await read('/orders.csv')).today.format, 'csv');
  assert.equal((await read('/br')).today.format, 'json');
});

test('redirections are followed and told', async () => {
  const { notes, today, name } = await read('/moved');
  assert.deepEqual(notes, [`redirected (302) to ${origin}/orders`]);
  assert.equal(today.captured!.finalUrl, `${origin}/orders`);
  assert.equal(name, 'moved');
  assert.match(await problemOf('/circle'), /redirects more than 10 times/);
  assert.match(await problemOf('/mail'), /no http\(s\) address/);
  assert.equal(await problemOf('/app'), 'redirects to shop-app:…, which is no http(s) address');
  assert.equal(await problemOf('/no-url'), 'redirects to what cannot be read as a URL');
});

test('headers are sent, but not to another host', async () => {
  const headers = { authorization: 'Bearer secret', 'x-key': 'secret' };
  await read('/moved', { headers });
  assert.equal(seen.at(-1)!.headers.authorization, 'Bearer secret');
  const { notes } = await read('/away', { headers });
  assert.equal(seen.at(-1)!.headers.authorization, undefined);
  assert.equal(seen.at(-1)!.headers['x-key'], undefined);
  assert.match(notes[0]!, /another host, without the headers given/);
});

test('a name and password in the URL are sent, and shown nowhere', async () => {
  const payload = await readPayload(
    [`${origin.replace('//', '//me:pass%21word@')}/orders`],
    {},
    surroundings,
  );
  assert.equal(seen.at(-1)!.headers.authorization, `Basic ${Buffer.from('me:pass!word').toString('base64')}`);
  assert.ok(!JSON.stringify({ ...payload, value: null }).includes('pass'));
  await readPayload([`${origin.replace('//', '//me:100%@')}/orders`], {}, surroundings);
  assert.equal(seen.at(-1)!.headers.authorization, `Basic ${Buffer.from('me:100%').toString('base64')}`);
  const { notes, today } = await read('/signed-in');
  assert.ok(!JSON.stringify([notes, today]).includes('pass'), 'nor one that a redirection names');
});

test('whatever is no answer with data is said to be so', async () => {
  assert.match(await problemOf('/private'), /asks for credentials \(401, Bearer realm="x"\): --header/);
  assert.match(await problemOf('/forbidden'), /refuses \(403\)/);
  assert.match(await problemOf('/vague'), /status 400, not with data; does it lack .*\(--header\)\?$/);
  assert.match(await problemOf('/no-such'), /nothing at this address \(404\)/);
  assert.match(await problemOf('/broken'), /the server failed \(503\)/);
  assert.match(await problemOf('/resting'), /the server failed \(503, Retry-After: 120\)/);
  assert.match(await problemOf('/posted'), /does not take GET.*\(405, Allow: POST, OPTIONS\)$/);
  assert.match(await problemOf('/wordy'), /\(401, Bearer error="x{85}…\): --header/);
  assert.match(
    await problemOf('/json-page'),
    /JSON and calls it a web page \(text\/html; charset=UTF-8\).*Content-Type: application\/json$/,
  );
  assert.match(await problemOf('/page'), /answers with a web page \(text\/html\)/);
  assert.match(await problemOf('/page-without-type'), /answers with a web page \(without Content-Type\)/);
  assert.match(await problemOf('/page-as-json'), /answers with a web page \(application\/json\).*signed in/);
  assert.match(await problemOf('/nothing'), /empty \(status 204\)/);
  assert.match(await problemOf('/empty'), /empty \(status 200\)/);
  assert.match(await problemOf('/not-gzip'), /says that it is compressed by gzip and is not/);
  assert.match(await problemOf('/unknown-coding'), /content coding compress/);
  assert.match(await problemOf('/cut'), /closed before the answer was complete/);
  assert.match(await problemOf('/cut-json'), /line 1, column 95: the JSON is cut short: .*, at \[3\]\.name/);
});

test('an answer that never comes, never ends or is too large is given up', async () => {
  const limits = { bytes: 1_000_000, durationMs: 200 };
  assert.match(await problemOf('/silent', { limits }), /no answer after 0.2 s \(--timeout/);
  assert.match(await problemOf('/endless', { limits }), /had not ended after 0.2 s \(9 bytes so far\)/);
  const patient = { bytes: 1_000_000, durationMs: 30_000 };
  assert.match(await problemOf('/large', { limits: patient }), /larger than 1 MB \(--limit/);
  assert.match(await problemOf('/bomb', { limits: patient }), /decompressed, is larger than 1 MB/);
});

test('a host that is not there is the user’s to mend', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await assert.rejects(readPayload([`http://127.0.0.1:${port}/x`], {}, surroundings), /connection refused/);
});

test('what answers in no HTTP is said to be so, a bug of ours it is not', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  const breaches = [
    'SSH-2.0-x\r\n',
    `${head}content-length: -5\r\n\r\n[1]`,
    `${head}transfer-encoding: chunked\r\n\r\nZZ\r\n[1]\r\n0\r\n\r\n`,
  ];
  for (const breach of breaches) {
    const raw = createTcpServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(breach)),
    );
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port } = raw.address() as AddressInfo;
    const answer = readPayload([`http://127.0.0.1:${port}/x`], {}, surroundings);
    await assert.rejects(answer, /127\.0\.0\.1:\d+\/x: what answers there is not HTTP/);
    await new Promise((resolve) => raw.close(resolve));
  }
  const url = `${origin.replace('http:', 'https:')}/orders`;
  await assert.rejects(readPayload([url], {}, surroundings), /speaks no TLS there; is it http:/);
});

test('an interruption ends the reading with its reason', async () => {
  const interruption = new AbortController();
  const reading = readPayload(
    [`${origin}/silent`],
    {},
    { ...surroundings, interrupted: interruption.signal },
  );
  interruption.abort();
  await assert.rejects(reading, (thrown) => thrown === interruption.signal.reason);
});
