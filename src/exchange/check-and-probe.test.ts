import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { jsonCell, type LittleTarget, littleTarget } from '../../test/support/targets/little-target.ts';
import { callForDataset } from '../data/calls.ts';
import type { DataSchema, DataValue } from '../data/schema.ts';
import { encoderNamed } from '../formats/catalogue.ts';
import type { CellSpec, CheckResult } from '../wire/agent-protocol.ts';
import type { Surroundings } from './block-exchanges.ts';
import { checkCells } from './check-cells.ts';
import { ConnectionKeeper } from './connection-keeper.ts';
import { MAIN_THREAD } from './exchange-thread.ts';
import { codingsOf, Offers } from './offers.ts';
import { probeCells } from './probes/probe-cells.ts';
import { RESOURCE_TIMING, type TimingSource } from './resource-entries.ts';

let target: LittleTarget;
before(async () => {
  target = await littleTarget();
});
beforeEach(() => {
  target.instead = () => false;
});
after(() => target.close());

let count = 0;
const nextSerial = () => count++;
const place: Surroundings = {
  now: () => performance.now(),
  nextSerial,
  connections: new ConnectionKeeper(MAIN_THREAD.get, nextSerial),
  timings: RESOURCE_TIMING,
  threadFor: () => MAIN_THREAD,
  nextSequence: () => count++,
  disturbance: () => null,
};

function check(...cells: CellSpec[]): Promise<CheckResult[]> {
  return checkWithin(10_000, ...cells);
}

function checkWithin(timeoutMs: number, ...cells: CellSpec[]): Promise<CheckResult[]> {
  return checkCells({ kind: 'check', cells, timeoutMs }, place, async () => target.books);
}

/** Answers with the Books as `change` leaves them. */
function changed(change: (books: Record<string, unknown>[]) => unknown): LittleTarget['instead'] {
  return (_, response) => {
    const books = structuredClone(target.books) as Record<string, unknown>[];
    response.end(JSON.stringify(change(books) ?? books));
    return true;
  };
}

test('a cell that ends with the original is right, with its bytes', async () => {
  const gzip = jsonCell(target.url, { cell: 'gzip', compression: 'gzip', level: 6 });
  const [json, zipped] = await check(jsonCell(target.url), gzip);
  const bytes = Buffer.byteLength(JSON.stringify(target.books));
  assert.deepEqual(json, {
    cell: 'json',
    difference: null,
    bytesEncoded: bytes,
    bytesDecoded: bytes,
    contentEncoding: '',
    compared: 1,
  });
  assert.deepEqual(
    [zipped!.difference, zipped!.contentEncoding, zipped!.bytesDecoded],
    [null, 'gzip', bytes],
  );
});

test('a difference that is none of values says so', async () => {
  target.instead = changed((books) => books.slice(1));
  assert.equal((await check(jsonCell(target.url)))[0]!.failed, undefined);
  target.instead = (_, response) => response.writeHead(503).end() !== undefined;
  assert.equal((await check(jsonCell(target.url)))[0]!.failed, true);
});

test('a gap that is longer than an exchange may take is no time of the exchange', async () => {
  const paced = jsonCell(target.url, { leastGapMs: 400 });
  for (let i = 0; i < 2; i++) assert.equal((await checkWithin(200, paced))[0]!.difference, null);
  assert.equal((await probeCells({ kind: 'probe', cells: [paced], timeoutMs: 200 }, place, 5)).length, 1);
});

/**
 * As a server in front sends it that compresses meanwhile: in chunks, and nobody knows how many bytes there
 * will be.
 */
const streamedGzip: LittleTarget['instead'] = ({ searchParams }, response) => {
  if (searchParams.get('compression') !== 'gzip' || searchParams.has('opaque')) return false;
  const body = gzipSync(JSON.stringify(target.books));
  response.setHeader('Content-Encoding', 'gzip');
  for (let at = 0; at < body.length; at += 100) response.write(body.subarray(at, at + 100));
  response.end();
  return true;
};

test('the bytes of an answer without Content-Length are those of its body, not of its chunks', async () => {
  target.instead = streamedGzip;
  const gzip = jsonCell(target.url, { compression: 'gzip', level: 6 });
  const bytes = gzipSync(JSON.stringify(target.books)).length;
  const [told] = await check(gzip);
  assert.deepEqual([told!.difference, told!.bytesEncoded], [null, bytes]);
  // WebKit tells no sizes of answers from another origin.
  const timings: TimingSource = { ...RESOURCE_TIMING, read: () => [] };
  const job = { kind: 'check', cells: [gzip], timeoutMs: 2_000 } as const;
  const [counted] = await checkCells(job, { ...place, timings }, async () => target.books);
  assert.deepEqual([counted!.difference, counted!.bytesEncoded], [null, bytes]);
});

/** How often it is asked for while it is checked. */
async function timesAsked(cell: CellSpec, at = place): Promise<number> {
  target.asked.length = 0;
  const job = { kind: 'check', cells: [cell], timeoutMs: 10_000 } as const;
  const [told] = await checkCells(job, at, async () => target.books);
  const bytes = Buffer.byteLength(JSON.stringify(target.books));
  assert.deepEqual([told!.difference, told!.bytesEncoded, told!.bytesDecoded], [null, bytes, bytes]);
  return target.asked.filter(({ pathname }) => /^\/(exchange|call)/.test(pathname)).length;
}

test('what nobody compressed is asked for once, also where the client is told no sizes', async () => {
  const timings: TimingSource = { ...RESOURCE_TIMING, read: () => [] };
  assert.equal(await timesAsked(jsonCell(target.url), { ...place, timings }), 1);
});

test('a call is checked by its first one, in Firefox by its fourth: until then it asks what may be posted', async () => {
  target.instead = ({ pathname }, response) =>
    pathname === '/call/books' && response.end(JSON.stringify(target.books)) !== undefined;
  const { operation, requestSchema, request } = callForDataset('book')!;
  const call = { operation, schema: requestSchema, request: request(5), encoder: 'JSON.stringify' };
  const cell = jsonCell(target.url, { procedure: 'call', call });
  assert.equal(await timesAsked(cell), 1);
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
  const value = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' };
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  try {
    assert.equal(await timesAsked(cell), 4);
  } finally {
    Object.defineProperty(globalThis, 'navigator', before);
  }
});

test('any difference is found and named: a value, a type, the order, the number, a key', async () => {
  const first = Object.keys(target.books[0]!)[0]!;
  const changes: [(books: Record<string, unknown>[]) => unknown, RegExp][] = [
    [(books) => books.with(3, { ...books[3], [first]: 'another' }), new RegExp(`^\\[3\\]\\.${first}: `)],
    [(books) => books.with(2, { ...books[2], [first]: null }), new RegExp(`^\\[2\\]\\.${first}: `)],
    [(books) => books.reverse(), /^\[0\]\./],
    [(books) => books.slice(1), /4|5/],
    [(books) => books.with(4, { ...books[4], more: 1 }), /^\[4\]/],
  ];
  for (const [change, expected] of changes) {
    target.instead = changed(change);
    const [result] = await check(jsonCell(target.url));
    assert.match(result!.difference!, expected);
  }
});

const LOG = Array.from({ length: 250 }, (_, i) => ({ id: i, text: 'x'.repeat(i) }));

/** Answers with the message that is asked for. */
const messageFrom =
  (messages: readonly unknown[]): LittleTarget['instead'] =>
  (url, response) => {
    if (url.pathname !== '/exchange') return false;
    response.end(JSON.stringify(messages[Number(url.searchParams.get('message'))]));
    return true;
  };

function checkLog(messages: number): Promise<CheckResult[]> {
  const cell = jsonCell(target.url, { dataset: 'log', shape: 'messages', messages, n: 1 });
  return checkCells(
    { kind: 'check', cells: [cell], timeoutMs: 1_000 },
    place,
    async (_, message) => LOG[message]!,
  );
}

test('every message is compared with its own original, and the bytes are their mean', async () => {
  target.instead = messageFrom(LOG);
  const [result] = await checkLog(7);
  const bytes = LOG.slice(0, 7).map((each) => Buffer.byteLength(JSON.stringify(each)));
  assert.deepEqual([result!.difference, result!.compared], [null, 7]);
  assert.equal(result!.bytesDecoded, Math.round(bytes.reduce((sum, each) => sum + each, 0) / 7));
  target.instead = messageFrom(LOG.with(5, { id: 5, text: '' }));
  const [wrong] = await checkLog(7);
  assert.match(wrong!.difference!, /^message 5: \.text: "", expected "xxxxx"$/);
});

test('of many messages a hundred are compared, from the first to the last part of them', async () => {
  target.asked.length = 0;
  target.instead = messageFrom(LOG);
  const [result] = await checkLog(250);
  assert.deepEqual([result!.difference, result!.compared], [null, 100]);
  const asked = new Set(target.asked.map(({ searchParams }) => Number(searchParams.get('message'))));
  assert.equal(asked.size, 100);
  assert.deepEqual([Math.min(...asked), Math.max(...asked)], [0, 247]);
});

test('a document is compared as it is', async () => {
  target.instead = (_, response) => response.end('{"a":{"b":[1,null]}}') !== undefined;
  const cell = jsonCell(target.url, { dataset: 'map', shape: 'document', n: 1 });
  const against = (original: DataValue) =>
    checkCells({ kind: 'check', cells: [cell], timeoutMs: 1_000 }, place, async () => original);
  assert.equal((await against({ a: { b: [1, null] } }))[0]!.difference, null);
  assert.equal((await against({ a: { b: [1, 0] } }))[0]!.difference, '.a.b[1]: null, expected 0');
});

test('another order of keys is forgiven where the format declares it and the data have several, and nowhere else', async () => {
  const document = { b: 1, a: 2 };
  const schema = (orderVaries: boolean): DataSchema => ({
    name: 'Map',
    root: {
      kind: 'record',
      name: 'Map',
      orderVaries,
      fields: ['a', 'b'].map((name) => ({ name, type: { kind: 'double' }, optional: false })),
    },
  });
  const differenceIn = async (format: string, codec: string, orderVaries: boolean) => {
    const encode = encoderNamed(format, format === 'json' ? 'JSON.stringify' : 'protobufjs').bind(
      schema(orderVaries),
    );
    target.instead = (_, response) => response.end(encode({ a: 2, b: 1 })) !== undefined;
    const changes = {
      dataset: 'map',
      shape: 'document',
      n: 1,
      format,
      codec,
      schema: schema(orderVaries),
    } as const;
    const job = { kind: 'check', cells: [jsonCell(target.url, changes)], timeoutMs: 1_000 } as const;
    return (await checkCells(job, place, async () => document))[0]!.difference;
  };
  assert.equal(await differenceIn('protobuf', 'protobufjs', true), null);
  assert.match((await differenceIn('protobuf', 'protobufjs', false))!, /property 0 is a, expected b there/);
  assert.match((await differenceIn('json', 'JSON.parse', true))!, /property 0 is a, expected b there/);
});

test('an answer without the compression that was asked for is not timed under its name', async () => {
  target.instead = changed(() => undefined);
  const [result] = await check(jsonCell(target.url, { compression: 'gzip', level: 6 }));
  assert.equal(result!.difference, 'Content-Encoding "" came, "gzip" was asked for');
});

test('a compression that the client does not offer to that origin is not timed, whatever it would do with it', async () => {
  const zstd = jsonCell(target.url, { compression: 'zstd', level: 3 });
  const [result] = await check(zstd);
  assert.equal(
    result!.difference,
    'the client does not offer zstd over http1 at 127.0.0.1, only gzip, deflate; browsers offer br and zstd to HTTPS: try protocol https1 or h2',
  );
  // A target that cannot tell what was offered leaves it to what comes.
  target.instead = (url, response) => url.pathname === '/about' && response.end('{}') !== undefined;
  const [untold] = await check(zstd);
  assert.equal(untold!.difference, 'Content-Encoding "" came, "zstd" was asked for');
});

test('an origin is asked once what it is offered, whatever is checked there, by each client', async () => {
  const gzip = jsonCell(target.url, { compression: 'gzip', level: 6 });
  const job = (...cells: CellSpec[]) => ({ kind: 'check', cells, timeoutMs: 10_000 }) as const;
  const askedIn = async (work: () => Promise<unknown>) => {
    const before = target.asked.length;
    await work();
    return target.asked.slice(before).filter(({ pathname }) => pathname === '/about').length;
  };
  const originals = [async () => target.books, undefined, undefined] as const;
  const offers = new Offers();
  const checked = () => checkCells(job(gzip, { ...gzip, cell: 'again' }), place, ...originals, offers);
  assert.deepEqual([await askedIn(checked), await askedIn(checked)], [1, 0]);
  assert.equal(await askedIn(() => check(gzip)), 1, 'another client');
  const refused = jsonCell(target.url, { compression: 'zstd', level: 3 });
  const again = () => checkCells(job(refused), place, ...originals, offers);
  assert.match((await again())[0]!.difference!, /does not offer zstd/, 'what was told is remembered');
  // A check that failed has learnt nothing.
  const broken = new Offers();
  target.instead = (url, response) =>
    url.pathname === '/about' && response.writeHead(500).end() !== undefined;
  const failed = () => checkCells(job(gzip), place, ...originals, broken);
  assert.match((await failed())[0]!.difference!, /answered 500 to \/about/);
  target.instead = () => false;
  assert.equal((await failed())[0]!.difference, null);
});

test('a cold cell is cold after the target was asked what it was offered', async () => {
  const before = target.asked.length;
  await check(jsonCell(target.url, { compression: 'gzip', level: 6, connection: 'cold' }));
  const asked = target.asked
    .slice(before)
    .map(({ pathname, search }) => pathname + search.replace(/serial=\d+/, ''));
  const at = asked.indexOf('/about');
  assert.ok(at >= 0 && asked[at + 1]!.startsWith('/bytes?n=0&connection=close'), asked.join('\n'));
  assert.match(asked[at + 2]!, /^\/exchange.*connection=close/);
});

test('Accept-Encoding is read as RFC 9110 has it', () => {
  assert.deepEqual(codingsOf('gzip, deflate, br;q=0.5, zstd;q=0, x ; q=0.000'), ['gzip', 'deflate', 'br']);
  assert.deepEqual(codingsOf(''), []);
});

test('a cell that hangs is told as late, and says nothing about the cells after it', async () => {
  target.instead = (url) => url.searchParams.get('n') === '5';
  const [late, unknown, refused] = await checkWithin(
    500,
    jsonCell(target.url),
    jsonCell(target.url, { n: 4, codec: 'no-such' }),
    jsonCell('http://127.0.0.1:1', { n: 4 }),
  );
  assert.equal(late!.difference, 'longer than the time allowed for one exchange');
  assert.match(unknown!.difference!, /no json codec named no-such/);
  assert.match(refused!.difference!, /fetch failed/);
});

test('probes time what an exchange cannot show, and nothing else', async () => {
  const cells = [
    jsonCell(target.url),
    jsonCell(target.url, { cell: 'fused', codec: 'response.json' }),
    jsonCell(target.url, { cell: 'gzip', compression: 'gzip', level: 6 }),
    jsonCell(target.url, { cell: 'e3', procedure: 'e3', computation: 'cm1' }),
  ];
  // A coarse clock: everything here is below its step, so all of it is timed in batches.
  const probes = await probeCells({ kind: 'probe', cells, timeoutMs: 10_000 }, place, 1_000);
  const kinds = probes.map(({ cell, decodeMs, clientComputeMs, decompressMs }) => [
    cell,
    typeof decodeMs,
    typeof clientComputeMs,
    typeof decompressMs,
  ]);
  assert.deepEqual(
    kinds.map(([cell, , ...rest]) => [cell, ...rest]),
    [
      ['json', 'object', 'object'],
      ['fused', 'object', 'object'],
      ['gzip', 'object', 'number'],
      ['e3', 'number', 'object'],
    ],
  );
  assert.equal(kinds[0]![1], 'number');
  assert.ok(probes[0]!.decodeMs! > 0 && probes[0]!.decodeMs! < 5);
  assert.deepEqual(
    probes.map(({ decompressBy }) => decompressBy),
    [null, null, 'difference', null],
  );
  const { pairs, standardErrorMs, parts } = probes[2]!.decompression!;
  assert.ok(pairs >= 2 && standardErrorMs! > 0);
  assert.ok(
    Object.values(parts!).every((ms) => ms >= 0 && ms < 100),
    JSON.stringify(parts),
  );
});

test('of an answer that takes long one pair is asked for, and its body is the one that is decoded', async () => {
  const cells = [jsonCell(target.url, { compression: 'gzip', level: 6 })];
  const job = { kind: 'probe', cells, timeoutMs: 10_000, pairsWithinMs: 0 } as const;
  const askedBy = async (leastPairs: number) => {
    await checkWithin(2_000, ...cells);
    target.asked.length = 0;
    const [probe] = await probeCells({ ...job, leastPairs }, place, 1_000);
    assert.ok(probe!.decodeMs! > 0);
    return [target.asked.length, probe!.decompression?.pairs, probe!.decompressBy];
  };
  assert.deepEqual(await askedBy(1), [2, 1, 'difference']);
  assert.deepEqual(await askedBy(0), [1, undefined, null]);
  assert.deepEqual(await askedBy(2), [6, 2, 'difference']);
});

test('a body that was compressed while it was sent leaves its decompression untold', async () => {
  const cell = jsonCell(target.url, { compression: 'gzip', level: 6 });
  const streaming = (url: URL, response: ServerResponse) => {
    response.setHeader('Server-Timing', 'compute;dur=0, encode;dur=0, compress;dur=0.000');
    return streamedGzip(url, response);
  };
  target.instead = streaming;
  const [probe] = await probeCells({ kind: 'probe', cells: [cell], timeoutMs: 10_000 }, place, 5);
  assert.deepEqual([probe!.decompressMs, probe!.decompressBy], [null, null]);
});

test('asked for the decoder alone, a probe times every codec from the bytes, however long it takes', async () => {
  const cells = [
    jsonCell(target.url),
    jsonCell(target.url, { cell: 'fused', codec: 'response.json' }),
    jsonCell(target.url, { cell: 'gone', codec: 'no-such' }),
  ];
  const job = { kind: 'probe', cells, timeoutMs: 10_000, decodeWithinMs: 5 } as const;
  // A fine clock: single decodes would be long enough for the exchanges to show them.
  const probes = await probeCells(job, place, 0.001);
  assert.deepEqual(
    probes.map(({ cell }) => cell),
    ['json', 'fused'],
  );
  for (const { decodeMs, decompressMs } of probes) {
    assert.ok(decodeMs! > 0 && decodeMs! < 5, `${decodeMs}`);
    assert.equal(decompressMs, null);
  }
});

test('of messages the probes take the mean over several', async () => {
  target.asked.length = 0;
  target.instead = messageFrom(LOG);
  const cell = jsonCell(target.url, { dataset: 'log', shape: 'messages', messages: 250, n: 1 });
  const job = { kind: 'probe', cells: [cell], timeoutMs: 10_000 } as const;
  const [probe] = await probeCells(job, place, 1_000);
  assert.ok(probe!.decodeMs! > 0 && probe!.decodeMs! < 1);
  assert.deepEqual([target.asked.length, probe!.mainBusyMs], [20, undefined]);
  target.asked.length = 0;
  await probeCells({ ...job, heartbeat: true }, place, 1_000);
  const asked = target.asked.map(({ searchParams }) => Number(searchParams.get('message')));
  assert.deepEqual(asked.slice(0, 3), [0, 12, 25]);
  // The exchanges beside a heartbeat come after the twenty, message by message.
  assert.ok(asked.length > 20);
  assert.deepEqual(
    asked.slice(20),
    asked.slice(20).map((_, nth) => nth),
  );
  const alone = { kind: 'probe', cells: [cell], timeoutMs: 10_000, decodeWithinMs: 5 } as const;
  const [{ decodeMs } = { decodeMs: null }] = await probeCells(alone, place, 5);
  assert.ok(decodeMs! > 0 && decodeMs! < 1, `${decodeMs}`);
});
