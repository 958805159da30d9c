// Whole measurements of servers that know nothing of us: the lab, a front and the agent's program in one
// process.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Packr } from 'msgpackr/pack';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { OWN_TIME, QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { UserError } from '../../base/errors.ts';
import { EXIT_FAILED } from '../../base/exit-codes.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { measure } from './measure.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-measure-'));
const ORDERS = Array.from({ length: 200 }, (_, id) => ({ id, name: `order ${id}`, price: id / 4 }));
const BODY = JSON.stringify(ORDERS);

const data =
  (body: string | Uint8Array, type = 'application/json'): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', type);
    response.end(body);
  };
let changed = 0;
/** So many requests to /stamped have the same answer. */
let sameStamp = 0;
let stamped = 0;
let flaky = 0;
let limited = 0;
let ended = 0;
let hung = 0;
/** Three readings, first uses and checks come before anything is timed. */
const ENDS_AFTER = 8;
const ANSWERS: Readonly<Record<string, RequestListener>> = {
  '/orders': (_, response) => {
    response.setHeader('server-timing', 'db;dur=1.5;desc="x"');
    response.setHeader('content-encoding', 'gzip');
    data(gzipSync(BODY))(_, response);
  },
  '/plain': data(BODY),
  '/changing': (request, response) => data(JSON.stringify({ at: changed++, ORDERS }))(request, response),
  // In two pieces, so that nobody says how long it is.
  '/stamped': (_, response) => {
    const body = JSON.stringify({ at: ++stamped > sameStamp, ORDERS });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(body.slice(0, 10));
    response.end(body.slice(10));
  },
  '/language': (request, response) =>
    data(JSON.stringify({ asked: request.headers['user-agent'] ?? '', ORDERS }))(request, response),
  '/msgpack': data(new Packr({ useRecords: false }).pack(ORDERS), 'application/msgpack'),
  '/csv': data(`id,name\n${ORDERS.map(({ id, name }) => `${id},${name}\n`).join('')}`, 'text/csv'),
  '/picture': data(new Uint8Array([0x89, 0x50, 0, 0xff, 1, 2, 3]), 'image/png'),
  '/moved': (_, response) => response.writeHead(302, { location: '/orders?token=abc' }).end(),
  '/app': (_, response) => response.writeHead(302, { location: 'shop-app://in?code=hidden-1' }).end(),
  '/circle': (_, response) => response.writeHead(302, { location: '/circle?token=abc' }).end(),
  '/login': (_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  '/busy': (_, response) => response.writeHead(429, { 'retry-after': '30' }).end(),
  '/limited': (request, response) =>
    limited++ === 0 ? data(BODY)(request, response) : response.writeHead(429).end(),
  '/flaky': (request, response) =>
    flaky++ % 5 === 4 ? response.writeHead(500).end() : data(BODY)(request, response),
  '/ending': (request, response) =>
    ended++ < ENDS_AFTER ? data(BODY)(request, response) : response.writeHead(302, { location: '/in' }).end(),
  '/sluggish': (request, response) => setTimeout(data(BODY), 1_500, request, response),
  '/hanging': (request, response) => {
    if (hung++ < ENDS_AFTER) data(BODY)(request, response);
  },
  '/broken': (_, response) => response.writeHead(500).end(),
  '/page': data('<!doctype html><title>Sign in</title>', 'text/html'),
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[');
  },
  '/reset': (request) => request.socket.destroy(),
};

let server: Server;
let origin = '';
let host: FakeHost;
let folders = 0;
const seen: IncomingMessage[] = [];

before(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    const { pathname } = new URL(request.url!, 'http://x');
    (ANSWERS[pathname] ?? data('', 'text/plain'))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(scratch, { recursive: true });
});
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  host = fakeHost(dir, QUICK_TIME);
  seen.length = 0;
});

const LOCAL = { network: 'none', browser: 'node', budget: '5s', out: 'record' } as const;

/** `time`: what it reads its budget by. */
async function measured(
  path: string,
  flags: Parameters<typeof measure>[1] = {},
  url = `${origin}${path}`,
  time: typeof OWN_TIME = QUICK_TIME,
) {
  const timed = { ...host, clock: time };
  const code = await measure(url, { ...LOCAL, ...flags }, timed, inProcessDrivers({}, time));
  const read = (file: string) => readFileSync(join(host.cwd, 'record', file), 'utf8');
  const samples = read('samples.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
  return {
    code,
    samples,
    summary: readOutput('summary.json', read('summary.json')) as Summary,
    run: readOutput('run.json', read('run.json')) as RunFile,
  };
}

async function problemOf(url: string, flags: Parameters<typeof measure>[1] = {}): Promise<string> {
  try {
    await measure(url, { ...LOCAL, ...flags }, host, inProcessDrivers({}, QUICK_TIME));
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    return thrown.message;
  }
  return assert.fail('nothing was wrong');
}

test('a server that knows nothing of us is measured as it stands, and its secrets stand nowhere', async () => {
  const path = '/orders?api_key=hidden-1&page=2';
  const header = ['Authorization: Bearer hidden-2', 'X-Other: hidden-3'];
  // The first one loads much of what the others find.
  const { code, samples, summary, run } = await measured(path, { header }, origin + path, OWN_TIME);
  assert.equal(code, 0);
  const [cell] = summary.cells;
  assert.equal(cell!.status, 'measured');
  assert.equal(cell!.bytes!.encoded, gzipSync(BODY).length);
  assert.equal(cell!.bytes!.decoded, BODY.length);
  assert.ok(cell!.waitMs! > 0 && cell!.waitMs! < cell!.totalMs!.median, `${cell!.waitMs} ms`);
  assert.ok(cell!.phases.server! > 0 && cell!.phases.front! > 0, JSON.stringify(cell!.phases));
  assert.equal(run.sessions[0]!.checks[0]!.contentEncoding, 'gzip');
  const own = samples.filter((sample) => sample.cell === cell!.id && sample.outcome === 'completed');
  for (const { serverMs, frontMs, waitMs } of own) assert.ok(serverMs! + frontMs! <= waitMs + 0.1);
  assert.equal(new Set(seen.map(({ url }) => url)).size, 1);
  assert.equal(seen[0]!.url, '/orders?api_key=hidden-1&page=2');
  assert.ok(seen.every(({ headers }) => headers.authorization === 'Bearer hidden-2'));
  assert.match(host.printed(), /server, unsplit/);
  assert.match(host.printed(), /What users wait for, ms · http:.*\/orders\?api_key=…&page=2/);
  assert.match(host.printed(), /json over http1, [\d.]+ k?B as gzip, [\d.]+ kB decompressed/);
  assert.match(host.printed(), /the front, through which the lab asks, added [\d.]+ ms/);
  const widths = host
    .printed()
    .split('\n')
    .map((line) => line.length);
  assert.ok(
    Math.max(...widths) <= 80 || widths.filter((width) => width > 80).length <= 1,
    'a command is one line',
  );
  assert.match(host.printed(), /wirefare advise "http.*--browser node --network none$/m);
  assert.match(host.told(), /Server-Timing\): db 1\.5 ms/);
  const record = join(host.cwd, 'record');
  const written = readdirSync(record).map((file) => readFileSync(join(record, file), 'latin1'));
  for (const text of [...written, host.printed(), host.told()]) assert.doesNotMatch(text, /hidden-\d/);
});

test('two servers are held against each other, whatever each of them sends', async () => {
  const { summary } = await measured('/orders', { against: `${origin}/msgpack`, budget: '5s' });
  const targets = summary.cells.filter(({ twinOf }) => twinOf === null).map(({ factors }) => factors);
  assert.deepEqual(
    targets.map(({ format }) => format),
    ['json', 'msgpack'],
  );
  assert.equal(summary.comparisons.filter(({ asked }) => asked).length, 1);
  assert.match(host.printed(), /none: (so far )?127\.0\.0\.1:\d+\/msgpack /);
});

test('no more requests are sent than were agreed to, and none is refused for coming too soon', async () => {
  const beganMs = QUICK_TIME.nowMs();
  const { samples } = await measured('/orders', { rate: '20/s' });
  const tookMs = QUICK_TIME.nowMs() - beganMs;
  const own = samples.filter(({ cell }) => !cell.startsWith('empty'));
  assert.ok(own.length > 10 && own.every(({ outcome }) => outcome === 'completed'), `${own.length} samples`);
  // The first one of all has nothing before it to wait for.
  assert.ok(seen.length <= (20 * tookMs) / 1_000 + 1, `${seen.length} requests in ${tookMs} ms`);
});

test('answers that change are decoded and compared with nothing, and what nothing decodes is bytes', async () => {
  const { summary, run } = await measured('/changing', { against: `${origin}/picture`, budget: '5s' });
  assert.deepEqual(
    summary.cells.map(({ status }) => status),
    ['measured', 'measured', 'measured', 'measured'],
  );
  assert.deepEqual(new Set(summary.cells.map(({ factors }) => factors.format)), new Set(['json', 'bytes']));
  assert.match(host.told(), /3 readings differ/);
  assert.match(host.told(), /measured as bytes, without decoding: nothing here decodes image\/png/);
  assert.equal(run.warnings.length, 1);
  assert.equal(run.warnings[0]!.kind, 'not-compressed');
});

test('an answer that changes while it is measured, or for a browser, ends nothing and is told', async () => {
  // Three readings, first uses and checks come before anything is timed.
  sameStamp = 40;
  for (const path of ['/stamped', '/language']) {
    rmSync(join(host.cwd, 'record'), { recursive: true, force: true });
    const { code, run, samples, summary } = await measured(path);
    const unsized = summary.warnings.filter(({ kind }) => kind === 'no-length');
    assert.equal(unsized.length, path === '/stamped' ? 1 : 0);
    assert.equal(code, 0, host.told());
    assert.ok(samples.filter(({ outcome }) => outcome === 'completed').length > 50);
    const told = run.warnings.filter(({ kind }) => kind === 'answers-not-compared');
    assert.match(told[0]!.what, /are not those that were read before the run \(\.(at|asked) differs\)/);
    assert.ok(run.sessions.every(({ status }) => status === 'complete'));
    const inTime = run.sessions.some(({ changed }) => changed !== undefined);
    assert.equal(inTime, path === '/stamped', 'one of them differs from the first check on');
  }
});

test('what a server fails of its requests is told on top, and advice is of what the verb takes', async () => {
  const { samples } = await measured('/flaky');
  const failed = samples.filter(({ outcome }) => outcome === 'failed');
  assert.ok(failed.length > 0);
  const [top, below] = host.printed().split('What users wait for, ms');
  assert.match(
    top!.replaceAll(/\s+/g, ' '),
    /Failed: your server answered 500 to [\d.]+ % of the requests \(\d+ of \d+\)/,
  );
  assert.doesNotMatch(top! + below!, /--resume|--precision|protocol\./);
  for (const { reason } of failed) assert.match(reason, /^the target answered 500 to 127[^ ]*\/flaky$/);
  assert.match(await problemOf(`${origin}/flaky`), /holds a record already; choose another folder$/);
});

test('a server that answers no more once it was read is told, and the run is no success', async () => {
  const { code, summary } = await measured('/ending');
  assert.equal(code, EXIT_FAILED, host.told());
  assert.match(host.told(), /nothing was measured$/m);
  assert.equal(summary.cells[0]!.status, 'failed');
  assert.match(
    host.printed().replaceAll(/\s+/g, ' '),
    /the target answered 302 to 127[^ ]*\/ending: a redirection, as where one is signed in no longer/,
  );
});

test('who gave too little time for a slow server is told to give more', async () => {
  const code = await measure(`${origin}/sluggish`, LOCAL, host, inProcessDrivers({}, QUICK_TIME));
  assert.equal(code, EXIT_FAILED);
  assert.match(host.told(), /nothing was measured: give it more time \(--budget\)/);
});

test('one answer may take as long as --timeout says while it is measured, too', async () => {
  const began = performance.now();
  const { code, summary, run } = await measured('/hanging', { timeout: '2s' });
  assert.ok(performance.now() - began < 20_000);
  assert.equal(code, EXIT_FAILED);
  assert.equal(run.study.protocol.timeoutMs, 2_000);
  assert.match(summary.cells[0]!.reason!, /longer than the time allowed for one exchange/);
});

test('a server that waits for a delayed acknowledgement is told of, with what mends it', async () => {
  const body = JSON.stringify(ORDERS.slice(0, 20));
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const sockets: Socket[] = [];
  const slow = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    // Three writes, with Nagle's algorithm on: the second waits for nobody, the third for both.
    const pieces = [head, body.slice(0, 50), body.slice(50)];
    const write = (i: number) => socket.write(pieces[i]!, () => i < 2 && setImmediate(write, i + 1));
    socket.on('data', () => write(0));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = slow.address() as AddressInfo;
    const { summary } = await measured('', {}, `http://127.0.0.1:${port}/late`);
    assert.ok(summary.cells[0]!.phases.transfer! > 36, `${summary.cells[0]!.phases.transfer} ms`);
    assert.match(host.printed(), /late-body: .*TCP_NODELAY/s);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => slow.close(resolve));
  }
});

test('what the URL answers is told at once, with what mends it', async () => {
  const said = async (path: string, flags = {}) =>
    (await problemOf(`${origin}${path}`, flags)).replaceAll(origin, 'U');
  assert.match(
    await said('/moved'),
    /^U\/moved: redirects \(302\) to U\/orders\?token=…; if that is what is meant, measure it; where one signs in there, --header /,
  );
  assert.match(
    await said('/app'),
    /^U\/app: redirects \(302\) to shop-app:…, which is no http\(s\) address; where one signs in there, --header /,
  );
  assert.match(
    await said('/circle?token=abc'),
    /^U\/circle\?token=…: redirects \(302\) to itself; --header sends/,
  );
  assert.match(await said('/login'), /asks for credentials \(401, Bearer\): --header/);
  assert.match(await said('/busy'), /\(429, Retry-After: 30\); a lower --rate, such as 30\/min, asks less/);
  assert.match(await said('/limited'), /\(429\); a lower --rate/, 'whatever the first reading got');
  assert.match(await said('/broken'), /the server failed \(500\)/);
  assert.match(await said('/page'), /web page \(text\/html\)/);
  assert.match(await said('/endless', { timeout: '300ms' }), /had not ended after 0\.3 s/);
  assert.match(await said('/reset'), /the connection was closed before the answer was complete/);
  assert.match(await said('/nothing'), /the answer is empty/);
  assert.match(await said('/orders', { limit: '1kB' }), /--limit allows more/);
});

test('what is no server is told: its name, its port, its address, its certificate', async () => {
  const closed = createTcpServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  assert.match(await problemOf(`http://127.0.0.1:${port}/`), /connection refused/);
  assert.match(await problemOf(`https://127.0.0.1:${new URL(origin).port}/`), /speaks no TLS there/);
  assert.match(await problemOf('http://0.0.0.0:3000/'), /127\.0\.0\.1 is this machine/);
  const bare = origin.replace('http://', '');
  assert.match(
    await problemOf(`${bare}/a?token=x`),
    /^URL: is no http\(s\) URL; did you mean http:\/\/127.*\/a\?token=…\?$/,
  );
  assert.match(await problemOf('localhost:7001/a'), /did you mean http:\/\/localhost:7001\/a\?$/);
  assert.match(await problemOf('orders.json'), /^orders\.json: is no http\(s\) URL.*wirefare advise/);
  for (const nearly of ['api.example.com/orders?token=hidden', 'htps://me:hidden@x/a', 'ws://x/hidden'])
    assert.match(await problemOf(nearly), /^URL: is no http\(s\) URL, such as (?!.*hidden)/);
  const wrong = await problemOf('http://x:1/', { rate: 'often', network: '9g', budget: 'short' });
  assert.match(wrong, /--rate/);
  assert.match(wrong, /--network/);
  assert.match(wrong, /--budget/);
});

test('nothing is sent beyond this machine that nobody agreed to', async () => {
  const what = await problemOf('http://192.0.2.1/orders', { rate: '5/s', budget: '1m' });
  assert.match(
    what,
    /--yes: nobody is here to agree .*; give --yes, and --rate or --budget for fewer of them$/,
  );
  assert.match(
    host.told(),
    /GET http:\/\/192\.0\.2\.1\/orders \(192\.0\.2\.1\): at most 5 a second, 304 in all \(4 to read it first, then 1 min\)/,
  );
  const asked = Object.assign(host, { ask: async () => 'no' });
  assert.equal(
    await problemOf('http://192.0.2.1/orders').finally(() => asked),
    'http://192.0.2.1/orders: nothing was sent',
  );
  assert.match(
    await problemOf('http://192.0.2.1/', { insecure: true, yes: true }),
    /--insecure is for this machine/,
  );
});
