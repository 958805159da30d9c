import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import stringWidth from 'string-width';
import { flatRecords, madePayload } from '../../../test/support/documents/made-payload.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import type { Screened } from '../../advise/screening/screened.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { compressorOf } from '../../compression/node-zlib.ts';
import { runCli } from '../program.ts';
import type { SizesFound } from './sizes-found.ts';
import { sizesTable } from './sizes-table.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-sizes-'));
after(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, value: unknown): string {
  writeFileSync(join(dir, name), JSON.stringify(value));
  return name;
}

async function run(...args: string[]) {
  const host = fakeHost(dir, new FakeClock());
  const exitCode = await runCli(['sizes', ...args], host);
  return { exitCode, printed: host.printed(), told: host.told() };
}

async function listProblems(...args: string[]): Promise<readonly string[]> {
  try {
    await run(...args);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map(({ file: flag, what, nearest = '' }) => `${flag}: ${what} ${nearest}`.trim());
  }
  return assert.fail('nothing was refused');
}

interface SizeLine {
  readonly format: string;
  readonly codec: string;
  readonly compression?: string;
  readonly level?: number | null;
  readonly bytes?: number;
  readonly bytesMin?: number;
  readonly bytesMax?: number;
  readonly refused?: string;
}

async function document(...args: string[]): Promise<{
  readonly payload: Record<string, unknown>;
  readonly sizes: readonly SizeLine[];
  readonly leftOut: readonly string[];
}> {
  const { printed, exitCode } = await run('--json', ...args);
  assert.equal(exitCode, 0);
  return readOutput('sizes', printed);
}

const ORDERS = [
  { id: 1, title: 'First', tags: ['a', 'b'], price: 12.5 },
  { id: 2, title: 'Second', tags: [], price: 7 },
  { id: 3, title: 'Third', tags: ['a'], price: 0.25 },
];

test('the answer stands first, then formats by size, then who refuses and why', async () => {
  const orders = file('orders.json', ORDERS);
  const { printed, told } = await run(orders, '--formats', 'json,msgpack,cbor,csv');
  assert.equal(printed, GOLDEN);
  assert.equal(told, '');
});

const GOLDEN = `\
orders.json
3 records · 153 bytes as JSON

  ● smallest without compression: cbor and msgpack, 114 bytes (75 % of JSON);
    smallest with it: cbor + deflate-1, 86 bytes (56 %); now: 153 bytes (json as
    the source has it)

  bytes       none  of JSON  gzip-6  br-5  zstd-3  smallest  by
  cbor     ●   114     75 %      98    86      99        86  deflate-1
  msgpack      114     75 %      99    89     103        87  deflate-1
  json         153    100 %     112    93     103        87  br-11

  Refused
  csv: CSV cannot carry [..].tags: an array
`;

test('a list in an envelope is offered, to the formats that would carry it', async () => {
  const orders = Array.from({ length: 20 }, (_, id) => ({ id, tags: ['a'] }));
  const envelope = file('envelope.json', {
    status: { ok: true },
    data: { 'all orders': orders, next: null },
  });
  const { printed } = await run(envelope, '--formats', 'json,json-columns,csv', '--compression', 'none');
  const [, told] = printed.split('Refused\n');
  assert.equal(
    told!.replaceAll(/\s+/g, ' ').trim(),
    'json-columns: JSON columns cannot carry Envelope: it is no list of records csv: CSV cannot carry Envelope: it is no list of records ' +
      `--path 'data["all orders"]' (a list of 20 records) would let json-columns take part`,
  );
  const { offeredPath } = JSON.parse((await run(envelope, '--path', 'data', '--json')).printed);
  assert.deepEqual(offeredPath, {
    path: 'data["all orders"]',
    records: 20,
    formats: ['json-columns', 'arrow'],
  });
  const taken = await run(envelope, '--path', 'data["all orders"]', '--json');
  const { offeredPath: none, payload } = JSON.parse(taken.printed);
  assert.deepEqual([none, payload.path], [null, 'data["all orders"]']);
});

test('--json has every format that is advised with every compression, by the names of the target contract', async () => {
  const flat = file('flat.json', flatRecords(20));
  const { payload, sizes, leftOut } = await document(flat, '--compression', 'gzip,brotli-4');
  const named = ADVISED_FORMATS.map(({ name }) => name);
  assert.deepEqual(new Set(sizes.map(({ format }) => format)), new Set(named));
  const json = sizes.filter(({ format }) => format === 'json');
  const text = Buffer.from(JSON.stringify(flatRecords(20)));
  const way = { format: 'json', codec: 'JSON.stringify' };
  const sized = (name: string, level: number) => ({
    ...way,
    compression: name,
    level,
    bytes: compressorOf({ coding: name, level })(text).length,
  });
  assert.deepEqual(json, [
    { ...way, compression: 'none', level: null, bytes: text.length },
    sized('gzip', 6),
    sized('br', 4),
  ]);
  assert.deepEqual(leftOut, []);
  assert.deepEqual(payload, {
    name: 'flat',
    source: 'flat.json',
    shape: 'list',
    records: 20,
    messages: null,
    path: null,
    firstOf: null,
    jsonBytes: text.length,
    today: { format: 'json', compression: 'none', bytes: text.length, records: null },
    notes: [],
  });
});

test('a format that cannot carry the data is in --json with its reason', async () => {
  const orders = file('orders.json', ORDERS);
  const { sizes } = await document(orders, '--formats', 'csv');
  assert.equal(sizes.length > 0, true);
  for (const { format, refused, bytes } of sizes) {
    assert.deepEqual([format, bytes], ['csv', undefined]);
    assert.match(refused!, /tags/);
  }
});

test('--levels all tries every level, of the compressions named where some are', async () => {
  const orders = file('orders.json', ORDERS);
  const only = ['--formats', 'json', '--levels', 'all'];
  assert.equal((await document(orders, ...only)).sizes.length, 1 + 9 + 9 + 12 + 19);
  const { sizes } = await document(orders, ...only, '--compression', 'br,gzip-9');
  assert.deepEqual(
    sizes.map(({ compression, level }) => `${compression} ${level}`),
    ['none null', ...Array.from({ length: 12 }, (_, level) => `br ${level}`), 'gzip 9'],
  );
});

test('several files are messages: means, with the smallest and the largest', async () => {
  const files = [file('a.json', [1]), file('b.json', [1, 2, 3, 4])];
  const { payload, sizes } = await document(...files, '--formats', 'json', '--compression', 'none');
  assert.equal(payload.messages, 2);
  assert.deepEqual(sizes, [
    {
      format: 'json',
      codec: 'JSON.stringify',
      compression: 'none',
      level: null,
      bytes: 6,
      bytesMin: 3,
      bytesMax: 9,
    },
  ]);
  const { printed } = await run(...files, '--formats', 'json', '--compression', 'none');
  assert.match(printed, /^2 files\n2 messages, of which bytes are the mean · 6 bytes as JSON\n/);
});

test('--n takes so many records, each as often as any other', async () => {
  const orders = file('orders.json', ORDERS);
  const { payload } = await document(orders, '--formats', 'json', '--n', '6');
  const once = JSON.stringify(ORDERS).length;
  assert.deepEqual([payload.records, payload.jsonBytes], [6, 2 * once - 1]);
  const today = { format: 'json', compression: 'none', bytes: once, records: 3 };
  assert.deepEqual(payload.today, today, 'all of the source');
  const { printed } = await run(orders, '--formats', 'json', '--n', '6');
  assert.match(printed.replace(/\s+/g, ' '), new RegExp(`now: ${once} bytes \\(json .* with 3 records\\)`));
  assert.match(
    printed.replace(/\s+/g, ' '),
    /n = 6: every record comes about 2 times; compression finds the copies/,
  );
  assert.doesNotMatch((await run(orders, '--formats', 'json', '--n', '2')).printed, /copies/);
});

test('a document has no n, and a list has an end', async () => {
  const alone = file('alone.json', { a: 1 });
  assert.deepEqual(await listProblems(alone, '--n', '5'), [
    '--n: alone.json is no list of records, so it has no n',
  ]);
  const orders = file('orders.json', ORDERS);
  assert.deepEqual(await listProblems(orders, '--n', '2000000'), [
    '--n: 2000000 is more than the 1000000 that its 3 records are resampled to',
  ]);
});

test('everything wrong in the flags is told at once, with the nearest spelling', async () => {
  const flags = ['--formats', 'jsno,cbor', '--compression', 'gzip-12,brotly', '--levels', 'some', '--n', '0'];
  const problems = await listProblems('nothing.json', ...flags, '--header', 'none');
  assert.deepEqual(problems, [
    "--header: is not written 'Name: value'",
    '--n: "0" is not a whole number from 1 up',
    '--formats: unknown format "jsno" json',
    '--levels: unknown word "some"',
    '--compression: unknown compression "gzip-12" gzip-1',
    '--compression: unknown compression "brotly" brotli',
  ]);
});

test('an interruption ends with its exit code and without half an answer', async () => {
  const orders = file('orders.json', ORDERS);
  const host = fakeHost(dir, new FakeClock());
  host.interrupt();
  assert.equal(await runCli(['sizes', orders], host), 130);
  assert.equal(host.printed(), '');
});

function carried(format: string, none: number, gzip: number, encoder = 'x'): Screened {
  const level = { bytesRange: null, compressMs: null, decompressMs: null };
  return {
    kind: 'carried',
    format,
    encoder,
    bytes: none,
    bytesRange: null,
    encodeMs: null,
    decoders: [{ codec: 'x', decodeMs: null }],
    refusedDecoders: [],
    compressed: [
      { coding: 'none', level: null, bytes: none, ...level },
      { coding: 'gzip', level: 6, bytes: gzip, ...level },
      { coding: 'br', level: 9, bytes: gzip, ...level },
    ],
    mapped: [],
    losesKeyOrder: false,
  };
}

function found(screened: readonly Screened[], jsonBytes: number): SizesFound {
  const tried = [
    { coding: 'none', level: null },
    { coding: 'gzip', level: 6 },
    { coding: 'br', level: 9 },
  ];
  return {
    payload: madePayload([1]),
    count: 1,
    firstOf: null,
    today: { bytes: jsonBytes, count: null },
    jsonBytes,
    levels: { tried, leftOut: [{ coding: 'br', level: 11 }] },
    asked: null,
    screened,
  };
}

const LOOK = { columns: 80, colour: false };

test('formats of equal size are ties, in the sentence and in the table', () => {
  const text = sizesTable(
    found([carried('avro', 100, 80), carried('json', 200, 90), carried('protobuf', 100, 80)], 200),
    LOOK,
  );
  assert.match(text, /smallest without compression: avro and protobuf, 100 bytes/);
  assert.match(text, /avro \+ gzip-6 and protobuf \+ gzip-6, 80\s+bytes/);
  assert.deepEqual(text.match(/^ {2}\w+ +=/gm)?.length, 2);
});

test('encoders of a format have rows of their own only where their sizes differ', () => {
  const same = sizesTable(found([carried('avro', 9, 8, 'a'), carried('avro', 9, 8, 'b')], 9), LOOK);
  assert.match(same, /^ {2}avro +● /m);
  const other = sizesTable(found([carried('avro', 9, 8, 'a'), carried('avro', 9, 7, 'b')], 9), LOOK);
  assert.match(other, /^ {2}avro\/b +● /m);
  assert.match(other, /^ {2}avro\/a +9/m);
});

test('large sizes are told in larger units, so that nothing is wider than the terminal', () => {
  for (const bytes of [1e3, 1e6, 1e8, 1e11]) {
    const sizes = [
      carried('msgpack-records/with-a-long-name', bytes, bytes / 2),
      carried('json', bytes, bytes),
    ];
    for (const columns of [80, 60, 50]) {
      const lines = sizesTable(found(sizes, bytes), { ...LOOK, columns }).split('\n');
      assert.deepEqual(
        lines.filter((line) => stringWidth(line) > columns),
        [],
      );
    }
  }
});

test('a URL costs what was on the wire, in the coding that it came in', async () => {
  const body = JSON.stringify(ORDERS, null, 2);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
    const flags = [url, '--formats', 'json', '--compression', 'none'];
    const { length } = gzipSync(body);
    assert.match(
      (await run(...flags)).printed,
      new RegExp(`now: ${length}\\s+bytes\\s+\\(json\\s\\+\\sgzip\\sas\\s+it`),
    );
    const { payload } = await document(...flags);
    assert.deepEqual(payload.today, { format: 'json', compression: 'gzip', bytes: length, records: null });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('what was not tried, for time, is said', () => {
  const text = sizesTable(found([carried('json', 9, 8)], 9), LOOK);
  assert.match(text, /tried: gzip-6 and br-9; --levels all tries 1 other too/);
});

test('XML as its programs write it is as many bytes as XML from here', async () => {
  const items = ['A', 'B'].map(
    (sku, i) =>
      `<item sku="${sku}&quot;" stock="${i}"><title>Tea &amp; cup</title><price currency="EUR">1.${i}5</price>` +
      `<tag>hot</tag>${i === 0 ? '<tag>wet</tag>' : ''}<size w="${i}"/></item>`,
  );
  const declared = '<?xml version="1.0"?>\n';
  for (const [name, text] of [
    ['shop', `${declared}<shop name="Corner" open="true"><owner>Jo</owner>${items.join('')}</shop>\n`],
    ['catalogue', `${declared}<catalogue>${items.join('')}</catalogue>\n`],
  ] as const) {
    writeFileSync(join(dir, `${name}.xml`), text);
    const { sizes } = await document(`${name}.xml`, '--formats', 'xml', '--compression', 'none');
    assert.deepEqual(new Set(sizes.map(({ bytes }) => bytes)), new Set([text.length]));
  }
});

test('of a large list the first records are taken, which is said, and all of them where they are asked for', async () => {
  const records = Array.from({ length: 18_000 }, (_, id) => ({ id, text: 'x'.repeat(990) }));
  const large = file('large.json', records);
  const only = ['--formats', 'json', '--compression', 'none'];
  const { printed } = await run(large, ...only);
  const [, count = ''] = /^the first (15 \d{3}) records · 1\d \d{3} \d{3} bytes as JSON/m.exec(printed)!;
  assert.match(printed.replace(/\s+/g, ' '), /there are 18 000, and --n 18000 takes them all/);
  assert.match(
    printed.replace(/\s+/g, ' '),
    /now: 1\d \d{3} \d{3} bytes \(json as the source has it, with 18 000 records\)/,
  );
  const { payload } = await document(large, ...only);
  assert.deepEqual([payload.records, payload.firstOf], [Number(count.replace(' ', '')), 18_000]);
  assert.equal((await document(large, ...only, '--n', '18000')).payload.firstOf, null);
});

test('a HAR with answers of several paths has a table for each, and as JSON one must be chosen', async () => {
  const entry = (at: string, value: unknown) => ({
    request: { method: 'GET', url: `https://a.example${at}` },
    response: { status: 200, content: { mimeType: 'application/json', text: JSON.stringify(value) } },
  });
  const entries = [
    entry('/users', [{ id: 1 }]),
    entry('/orders', flatRecords(3)),
    entry('/orders', flatRecords(4)),
  ];
  const trace = file('trace.har', { log: { entries } });
  const { exitCode, printed } = await run(trace, '--formats', 'json,cbor');
  assert.equal(exitCode, 0);
  assert.match(
    printed,
    /^\/orders\n2 answers of \/orders in trace\.har\n[\s\S]*\n\/users\ntrace\.har: GET https/,
  );
  const chosen = await run(trace, '--answers', '/users', '--formats', 'json', '--json');
  assert.equal(JSON.parse(chosen.printed).payload.name, 'users');
  const [problem] = await listProblems(trace, '--json');
  assert.equal(problem, 'trace.har: has answers of 2 paths; choose one with --answers');
});
