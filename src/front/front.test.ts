import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { untrustedIdentity } from '../../test/support/targets/untrusted-identity.ts';
import { marksOfAnswer } from '../exchange/request-exchange.ts';
import { OPEN_GATE } from '../target/gate.ts';
import { listen } from '../target/server.ts';
import type { Upstream } from '../wire/front.ts';
import { parseServerTiming } from '../wire/server-timing.ts';
import { aboutFront } from './about.ts';
import { Allowance } from './allowance.ts';
import { dialFor } from './dial.ts';
import { frontHandler } from './handler.ts';
import { type OpenUpstream, openUpstream } from './upstream.ts';

const BODY = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, name: `order ${id}` })));
const closers: (() => unknown)[] = [];
after(() => Promise.all(closers.map((close) => close())));

const SECRET = 'a'.repeat(32);
const GATE = { origin: 'http://page', guard: { secret: SECRET, hosts: new Set(['127.0.0.1']) } };

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A server that knows nothing of fronts; `asked` is what came to it. */
async function behind(answer: RequestListener, make = (listener: RequestListener) => createServer(listener)) {
  const asked: Asked[] = [];
  const server = make((request, response) => {
    asked.push({ path: request.url!, headers: request.headers });
    answer(request, response);
  });
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, asked, sockets, connections: () => connections };
}

interface Limited {
  readonly perSecond?: number | null;
  readonly most?: number | null;
  readonly gate?: typeof OPEN_GATE;
}

async function front(
  upstream: Partial<Upstream> & Pick<Upstream, 'url'>,
  { perSecond = null, most = null, gate = OPEN_GATE }: Limited = {},
): Promise<string> {
  const whole = {
    headers: {},
    address: '127.0.0.1',
    protocol: 'http1',
    insecure: false,
    ...upstream,
  } as const;
  const nowMs = () => performance.now();
  const dial = dialFor(whole, null, [whole.protocol === 'h2' ? 'h2' : 'http/1.1']);
  const open: OpenUpstream = await openUpstream(whole, dial, nowMs);
  const settings = {
    name: 'it',
    upstream: whole,
    dataset: 'answer',
    dialer: null,
    perSecond,
    most,
    holdsSpare: true,
  };
  const about = aboutFront(settings, false, '24');
  const allowance = new Allowance(perSecond, most, nowMs);
  const parts = { about, upstream: open, allowance, gate, nowMs, onFailure: () => {} };
  const server = await listen(frontHandler(parts), '127.0.0.1', 0);
  closers.push(() => {
    open.close();
    return server.close();
  });
  return `http://127.0.0.1:${server.port}`;
}

const json: RequestListener = (request, response) => {
  const isAsked = String(request.headers['accept-encoding']).includes('gzip');
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('set-cookie', 'session=secret');
  response.setHeader('link', '</style.css>; rel=preload');
  if (isAsked) response.setHeader('content-encoding', 'gzip');
  response.end(isAsked ? gzipSync(BODY) : BODY);
};

test('path and query are asked as they stand, and nothing of ours goes with them', async () => {
  const { port, asked } = await behind(json);
  const url = await front({
    url: `http://127.0.0.1:${port}/api/orders?page=2&x=a%2Fb`,
    headers: { authorization: 'Bearer token', accept: 'application/json' },
  });
  const answer = await fetch(`${url}/exchange?dataset=answer&n=1&serial=7`, {
    headers: { 'accept-language': 'de', cookie: 'not=yours', origin: 'http://page' },
  });
  assert.equal(await answer.text(), BODY);
  assert.equal(asked[0]!.path, '/api/orders?page=2&x=a%2Fb');
  const { host, authorization, accept, cookie, origin, 'accept-language': language } = asked[0]!.headers;
  assert.deepEqual([host, authorization, accept], [`127.0.0.1:${port}`, 'Bearer token', 'application/json']);
  assert.deepEqual([cookie, origin, language], [undefined, undefined, 'de']);
});

test('the answer comes as it is, with what a page needs to read it and nothing that moves it elsewhere', async () => {
  const { port } = await behind(json);
  const url = await front({ url: `http://127.0.0.1:${port}/` }, { gate: GATE });
  const asked = `${url}/exchange?secret=${SECRET}`;
  const { headers } = await fetch(asked, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(headers.get('content-encoding'), 'gzip');
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(headers.get('access-control-allow-origin'), 'http://page');
  assert.deepEqual([headers.get('set-cookie'), headers.get('link')], [null, null]);
  const opaque = await fetch(`${asked}&opaque=1`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(opaque.headers.get('content-encoding'), null);
  assert.deepEqual(Buffer.from(await opaque.arrayBuffer()), gzipSync(BODY));
  const refused = await fetch(`${url}/exchange`);
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [403, null]);
});

test('the time of the server is told, split where it says itself what it did', async () => {
  const delayMs = 30;
  const said = await behind((_, response) => {
    setTimeout(() => {
      response.setHeader('server-timing', 'compute;dur=0, encode;dur=5, compress;dur=10, db;dur=3');
      response.end('{}');
    }, delayMs);
  });
  const url = await front({ url: `http://127.0.0.1:${said.port}/` });
  const { headers } = await fetch(`${url}/exchange`);
  const timing = parseServerTiming(headers.get('server-timing'))!;
  assert.deepEqual([timing.encodeMs, timing.compressMs], [5, 10]);
  const { serverMs, frontMs } = timing.front!;
  assert.ok(serverMs + 15 >= delayMs - 1, `${serverMs} ms beside the 15 that it says`);
  assert.ok(frontMs > 0 && frontMs < serverMs + 15, `${frontMs} ms of the front`);
});

test('a server that says one of the three alone is believed', async () => {
  const { port } = await behind((_, response) => {
    setTimeout(() => response.setHeader('server-timing', 'encode;dur=5').end('{}'), 20);
  });
  const { headers } = await fetch(`${await front({ url: `http://127.0.0.1:${port}/` })}/exchange`);
  const timing = parseServerTiming(headers.get('server-timing'))!;
  assert.deepEqual([timing.computeMs, timing.encodeMs, timing.compressMs], [0, 5, 0]);
});

test('what a server says beyond what was waited for is not believed', async () => {
  const { port } = await behind((_, response) => {
    response.setHeader('server-timing', 'compute;dur=0, encode;dur=5000, compress;dur=0');
    response.end('{}');
  });
  const { headers } = await fetch(`${await front({ url: `http://127.0.0.1:${port}/` })}/exchange`);
  const timing = parseServerTiming(headers.get('server-timing'))!;
  assert.equal(timing.encodeMs, 0);
  assert.ok(timing.front!.serverMs > 0);
});

test('a request finds its connection open, also where the server closed the one before', async () => {
  const { port, sockets, connections } = await behind(json);
  const url = await front({ url: `http://127.0.0.1:${port}/` });
  await (await fetch(`${url}/exchange`)).text();
  await (await fetch(`${url}/exchange`)).text();
  // The one that is used again and again, and one that waits.
  assert.equal(connections(), 2);
  for (const socket of sockets) socket.destroy();
  assert.equal((await fetch(`${url}/exchange`)).status, 200);
});

test('the empty exchange ends at the front', async () => {
  const { port, asked } = await behind(json);
  const url = await front({ url: `http://127.0.0.1:${port}/` });
  const empty = await fetch(`${url}/bytes?n=0`);
  assert.equal((await empty.arrayBuffer()).byteLength, 0);
  assert.equal(parseServerTiming(empty.headers.get('server-timing'))!.front, undefined);
  assert.equal(asked.length, 0);
});

test('a server that gives up in the middle gives its client a broken answer, and one that is gone a 502', async () => {
  const sockets: Socket[] = [];
  const cut = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf'));
  });
  await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve));
  const url = await front({ url: `http://127.0.0.1:${(cut.address() as AddressInfo).port}/` });
  await assert.rejects(async () => (await fetch(`${url}/exchange`)).text());
  const closing = new Promise((resolve) => cut.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closing;
  assert.equal((await fetch(`${url}/exchange`)).status, 502);
  const asked = marksOfAnswer(
    { post: null },
    `${url}/exchange?n=1`,
    () => performance.now(),
    AbortSignal.timeout(10_000),
  );
  await assert.rejects(asked, { message: /^it gave no answer: connect ECONNREFUSED/ });
});

test('a redirection that comes later is a refusal of the server, and nobody follows it', async () => {
  const { port, asked } = await behind((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/login?token=hidden' }).end(),
  );
  const url = await front({ url: `http://127.0.0.1:${port}/` });
  const answer = await fetch(`${url}/exchange`);
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), null);
  const { behind: who, detail } = (await answer.json()) as { behind: string; detail: string };
  assert.equal(`${who}: ${detail}`, 'it: a redirection, as where one is signed in no longer');
  assert.equal(asked.length, 1);
});

test('a web page that comes later is no answer, and what stands in it stays at the front', async () => {
  const { port } = await behind((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<title>hidden</title>'),
  );
  const url = await front({ url: `http://127.0.0.1:${port}/` });
  const answer = await fetch(`${url}/exchange`);
  assert.equal(answer.status, 502);
  assert.doesNotMatch(await answer.text(), /hidden/);
  const signal = AbortSignal.timeout(10_000);
  await assert.rejects(
    marksOfAnswer({ post: null }, `${url}/exchange?n=1`, () => performance.now(), signal),
    { message: /^it gave no answer: a web page came in place of data, as where one is signed in/ },
  );
});

test('an answer of 203 is one where decompression is timed, too', async () => {
  const { port } = await behind((_, response) => response.writeHead(203).end('[1]'));
  const url = await front({ url: `http://127.0.0.1:${port}/` });
  const signal = AbortSignal.timeout(10_000);
  const asked = marksOfAnswer({ post: null }, `${url}/exchange?n=1`, () => performance.now(), signal);
  assert.equal((await asked).contentEncoding, '');
});

test('a refusal names the server, what it says of trying again, and nothing of ours', async () => {
  const { port } = await behind((_, response) =>
    response.writeHead(429, { 'retry-after': '30' }).end('{"detail":"token hidden"}'),
  );
  const url = await front({ url: `http://127.0.0.1:${port}/` }, { gate: GATE });
  const signal = AbortSignal.timeout(10_000);
  const runner = { post: null };
  const asked = `${url}/exchange?n=1&secret=${SECRET}`;
  await assert.rejects(
    marksOfAnswer(runner, asked, () => performance.now(), signal),
    { message: 'the target answered 429 to it: Retry-After: 30; ask less often (--rate, in a study rate)' },
  );
  await assert.rejects(
    marksOfAnswer(runner, `${url}/nothing?n=1&secret=${SECRET}`, () => performance.now(), signal),
    { message: `the target answered 404 to ${url}/nothing?n=1: no /nothing here` },
  );
});

test('what a server refuses to somebody whose login has ended says so, and nothing odd that it says', async () => {
  const { port } = await behind((request, response) =>
    request.headers['accept-language'] === 'de'
      ? response.writeHead(401, { 'www-authenticate': 'Bearer error="hidden"' }).end()
      : response.writeHead(503, { 'retry-after': 'x'.repeat(300) }).end(),
  );
  const url = `${await front({ url: `http://127.0.0.1:${port}/` })}/exchange`;
  const detailFor = async (language: string) =>
    ((await (await fetch(url, { headers: { 'accept-language': language } })).json()) as { detail: string })
      .detail;
  assert.equal(await detailFor('de'), 'what signs in there may be valid no longer');
  assert.equal(await detailFor('en'), '');
});

test('statuses are passed on, and no more requests than are allowed', async () => {
  const { port, asked } = await behind((_, response) => response.writeHead(503).end());
  const url = await front({ url: `http://127.0.0.1:${port}/` }, { perSecond: 1 });
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) statuses.push((await fetch(`${url}/exchange`)).status);
  assert.deepEqual(statuses, [503, 503, 503, 503, 503, 429, 429]);
  assert.equal(asked.length, 5);
});

test('no more requests are sent than were agreed to in all, and how many were is told', async () => {
  const { port, asked } = await behind(json);
  const url = await front({ url: `http://127.0.0.1:${port}/` }, { most: 2 });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) statuses.push((await fetch(`${url}/exchange`)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  const refused = (await (await fetch(`${url}/exchange`)).json()) as { detail: string };
  assert.match(refused.detail, /^the lab does not ask any more: all requests that were agreed to were sent$/);
  assert.equal(asked.length, 2);
  assert.equal(((await (await fetch(`${url}/about`)).json()) as { asked: number }).asked, 2);
});

test('a request that is asked again counts twice', async () => {
  let nth = 0;
  const { port } = await behind((request, response) => {
    nth += 1;
    if (nth === 2) request.socket.resetAndDestroy();
    else json(request, response);
  });
  const url = await front({ url: `http://127.0.0.1:${port}/` }, { most: 3 });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) {
    const answer = await fetch(`${url}/exchange`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  assert.deepEqual([statuses, nth], [[200, 200, 429], 3]);
});

for (const protocol of ['https1', 'h2'] as const) {
  test(`a server that speaks ${protocol} is asked by it, its certificate checked`, async () => {
    const { key, cert } = await untrustedIdentity();
    const make = (listener: RequestListener) =>
      (protocol === 'h2'
        ? createSecureServer({ key, cert }, listener as never)
        : createHttpsServer({ key, cert }, listener)) as unknown as Server;
    const { port, asked } = await behind(json, make);
    const url = `https://localhost:${port}/orders?x=1`;
    await assert.rejects(front({ url, protocol }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    const answer = await fetch(`${await front({ url, protocol, insecure: true })}/exchange`);
    assert.equal(await answer.text(), BODY);
    assert.equal(asked[0]!.path, '/orders?x=1');
    assert.ok(parseServerTiming(answer.headers.get('server-timing'))!.front!.serverMs > 0);
  });
}
