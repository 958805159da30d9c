import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { FakeClock } from '../base/clock.ts';
import { DATASETS, generateRecords } from '../data/catalogue.ts';
import { inferSchema, inferSchemaOfAll } from '../data/infer/infer-schema.ts';
import type { DataRecord } from '../data/schema.ts';
import { type StoredPayload, storedPayload } from '../data/store/payload-store.ts';
import { storedRecords } from '../data/store/stored-data.ts';
import { FORMAT_NAMES } from '../formats/catalogue.ts';
import { type TargetParts, targetHandler } from './handler.ts';
import { makeParts } from './parts.ts';
import { type ListeningServer, listen } from './server.ts';

const LARGEST_N = 50;

const failures: unknown[] = [];
let parts: TargetParts;
let server: ListeningServer;

const onFailure = (thrown: unknown) => failures.push(thrown);

before(async () => {
  const datasets = DATASETS.map((dataset) =>
    storedRecords(dataset.name, dataset.schema, generateRecords(dataset, LARGEST_N)),
  );
  const versions = { node: '24' };
  const protocols = ['http1'] as const;
  parts = makeParts({ datasets, version: '1', versions, protocols, clock: ticking(), onFailure });
  server = await listen(targetHandler(parts), '127.0.0.1', 0);
});
after(() => server.close());

/** Every reading is 1.5 ms later than the one before. */
function ticking() {
  const clock = new FakeClock();
  return {
    date: () => clock.date(),
    nowMs: () => {
      clock.advance(1.5);
      return clock.nowMs();
    },
  };
}

interface Seen {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

function ask(path: string, method = 'GET', port = server.port): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject);
    sent.end();
  });
}

function problemOf({ body }: Seen): {
  status: number;
  detail: string;
  parameter?: string;
  allowed?: unknown[];
} {
  return JSON.parse(body.toString());
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}

test('/about lists the datasets, formats, compressions and computations with the largest n', async () => {
  const { status, body } = await ask('/about');
  assert.equal(status, 200);
  const about = JSON.parse(body.toString());
  assert.deepEqual(about, { ...parts.about, request: { acceptEncoding: '' } });
  assert.equal(about.contract, 2);
  assert.equal(about.features.maxN, LARGEST_N);
  assert.deepEqual(about.features.datasets, ['book', 'video', 'file']);
  const { none, gzip, deflate, br, zstd } = about.features.compressions;
  assert.deepEqual({ none, gzip, deflate }, { none: [], gzip: upTo(9), deflate: upTo(9) });
  assert.deepEqual({ br, zstd }, { br: [0, ...upTo(11)], zstd: upTo(19) });
});

test('an exchange is the first n objects with the time of each phase', async () => {
  const { status, headers, body } = await ask('/exchange?dataset=video&n=7&format=json&serial=3');
  assert.equal(status, 200);
  assert.deepEqual(JSON.parse(body.toString()), parts.datasets.get('video')?.body(7, 0));
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['content-length'], String(body.length));
  assert.equal(headers['server-timing'], 'compute;dur=1.5000, encode;dur=1.5000, compress;dur=1.5000');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['content-encoding'], undefined);
});

test('a computation orders the answer and not what is stored', async () => {
  const stored = structuredClone(parts.datasets.get('book')?.body(LARGEST_N, 0));
  const { body } = await ask(`/exchange?dataset=book&n=${LARGEST_N}&format=json&compute=cm1`);
  const authors = (JSON.parse(body.toString()) as { author: string }[]).map(({ author }) => author);
  assert.deepEqual(
    authors,
    authors.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  assert.deepEqual(parts.datasets.get('book')?.body(LARGEST_N, 0), stored);
});

test('a compressed exchange says so, and an opaque one has the same bytes and does not', async () => {
  const path = '/exchange?dataset=book&n=20&format=xml&compression=gzip&level=9';
  const usual = await ask(path);
  const opaque = await ask(`${path}&opaque=1`);
  assert.equal(usual.headers['content-encoding'], 'gzip');
  assert.equal(opaque.headers['content-encoding'], undefined);
  assert.equal(opaque.headers['content-type'], 'application/octet-stream');
  assert.deepEqual(opaque.body, usual.body);
  assert.deepEqual(gunzipSync(usual.body), (await ask('/exchange?dataset=book&n=20&format=xml')).body);
});

test('every compression goes under its content coding', async () => {
  const path = '/exchange?dataset=book&n=20&format=json';
  const plain = (await ask(path)).body;
  for (const [coding, decompress] of Object.entries(DECOMPRESS)) {
    const seen = await ask(`${path}&compression=${coding}&level=5`);
    assert.equal(seen.headers['content-encoding'], coding);
    assert.deepEqual(decompress(seen.body), plain, coding);
  }
});

const DECOMPRESS = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

test('connection=close closes, and without it the connection is kept', async () => {
  const path = '/exchange?dataset=book&n=1&format=json';
  assert.equal((await ask(`${path}&connection=close`)).headers.connection, 'close');
  assert.equal((await ask(path)).headers.connection, 'keep-alive');
});

test('/bytes gives exactly as many as asked, the first of one stream, and none at all', async () => {
  const many = await ask('/bytes?n=10001');
  const few = await ask('/bytes?n=11');
  const none = await ask('/bytes?n=0');
  assert.deepEqual(
    [many, few, none].map(({ body }) => body.length),
    [10_001, 11, 0],
  );
  assert.deepEqual(few.body, many.body.subarray(0, 11));
  assert.equal(none.headers['content-length'], '0');
  assert.equal(none.headers['server-timing'], 'compute;dur=0.0000, encode;dur=0.0000, compress;dur=0.0000');
});

const REFUSED: readonly (readonly [path: string, status: number, parameter: string])[] = [
  ['/exchange?dataset=boook&n=1&format=json', 501, 'dataset'],
  ['/exchange?n=1&format=json', 400, 'dataset'],
  ['/exchange?dataset=book&n=1&format=yaml', 501, 'format'],
  ['/exchange?dataset=book&n=1&format=xml&codec=protobufjs', 501, 'codec'],
  ['/exchange?dataset=book&n=1&format=json&compression=brotli', 501, 'compression'],
  ['/exchange?dataset=book&n=1&format=json&compute=cm6', 501, 'compute'],
  ['/exchange?dataset=file&n=1&format=json&compute=cm1', 501, 'compute'],
  ['/exchange?dataset=book&n=51&format=json', 400, 'n'],
  ['/exchange?dataset=book&n=0&format=json', 400, 'n'],
  ['/exchange?dataset=book&n=1e1&format=json', 400, 'n'],
  ['/exchange?dataset=book&n=1&n=2&format=json', 400, 'n'],
  ['/exchange?dataset=book&format=json', 400, 'n'],
  ['/exchange?dataset=book&n=1&format=json&level=3', 400, 'level'],
  ['/exchange?dataset=book&n=1&format=json&compression=gzip', 400, 'level'],
  ['/exchange?dataset=book&n=1&format=json&compression=gzip&level=10', 400, 'level'],
  ['/exchange?dataset=book&n=1&format=json&opaque=yes', 400, 'opaque'],
  ['/exchange?dataset=book&n=1&format=json&connection=open', 400, 'connection'],
  ['/exchange?dataset=book&n=1&format=json&fromat=xml', 400, 'fromat'],
  ['/exchange?dataset=__proto__&n=1&format=json', 501, 'dataset'],
  ['/exchange?dataset=book&n=1&format=constructor', 501, 'format'],
  ['/bytes', 400, 'n'],
  ['/bytes?n=100000001', 400, 'n'],
];

for (const [path, status, parameter] of REFUSED) {
  test(`${path} is refused with ${status} naming ${parameter}`, async () => {
    const seen = await ask(path);
    assert.equal(seen.status, status);
    assert.equal(seen.headers['content-type'], 'application/problem+json');
    assert.equal(problemOf(seen).status, status);
    assert.equal(problemOf(seen).parameter, parameter);
  });
}

test('a refusal lists what would be right', async () => {
  const seen = await ask('/exchange?dataset=book&n=1&format=yaml');
  assert.deepEqual(problemOf(seen).allowed, [...FORMAT_NAMES]);
});

test('paths, methods and endpoints that are not here are 404, 405 and 501, and a URL may not be endless', async () => {
  assert.equal((await ask('/favicon.ico')).status, 404);
  const posted = await ask('/exchange?dataset=book&n=1&format=json', 'POST');
  assert.equal(posted.status, 405);
  assert.equal(posted.headers.allow, 'GET, HEAD, OPTIONS');
  assert.equal((await ask('/transport')).status, 501);
  assert.equal((await ask(`/about?${'x'.repeat(5_000)}`)).status, 414);
});

test('HEAD has the headers without the body, OPTIONS answers a preflight', async () => {
  const head = await ask('/bytes?n=1000', 'HEAD');
  assert.equal(head.headers['content-length'], '1000');
  assert.equal(head.body.length, 0);
  const options = await ask('/exchange', 'OPTIONS');
  assert.equal(options.status, 204);
  assert.equal(options.headers['access-control-allow-origin'], '*');
});

test('a failure of ours is a 500 that is told, and the next request is answered', async () => {
  const encoders = new Map([...parts.encoders.keys()].map((key) => [key, broken()] as const));
  const failing = await listen(targetHandler({ ...parts, encoders }), '127.0.0.1', 0);
  try {
    const seen = await ask('/exchange?dataset=book&n=1&format=json', 'GET', failing.port);
    assert.equal(seen.status, 500);
    assert.equal(problemOf(seen).detail, 'out of ink');
    assert.deepEqual(failures.map(String), ['Error: out of ink']);
    assert.equal((await ask('/about', 'GET', failing.port)).status, 200);
  } finally {
    await failing.close();
  }
});

function broken() {
  return {
    contentType: 'text/plain',
    encode: () => {
      throw new Error('out of ink');
    },
  };
}

const ORDERS: DataRecord[] = [
  { id: 1, tags: ['a', 'b'] },
  { id: 2, tags: [], note: 'late' },
  { id: 3, tags: ['ü'] },
];

function payloadsOf(): StoredPayload[] {
  const list = {
    name: 'orders',
    shape: 'list',
    schema: inferSchema('orders', ORDERS),
    value: ORDERS,
  } as const;
  const [first] = ORDERS;
  const document = {
    name: 'order',
    shape: 'document',
    schema: inferSchema('order', first!),
    value: first!,
  } as const;
  const log = {
    name: 'log',
    shape: 'messages',
    schema: inferSchemaOfAll('log', ORDERS),
    value: ORDERS,
  } as const;
  return [list, document, log].map((content) => storedPayload(content, 'ab'.repeat(32)));
}

async function withPayloads(ask: (port: number) => Promise<void>): Promise<void> {
  const payloads = payloadsOf();
  const own = makeParts({
    datasets: [],
    payloads,
    version: '1',
    versions: {},
    protocols: ['http1'],
    clock: ticking(),
    onFailure,
  });
  const target = await listen(targetHandler(own), '127.0.0.1', 0);
  try {
    await ask(target.port);
  } finally {
    await target.close();
  }
}

test('own data are served under their names: a list in any length, a document, one message at a time', async () => {
  await withPayloads(async (port) => {
    const about = JSON.parse((await ask('/about', 'GET', port)).body.toString()).features;
    assert.deepEqual(about.datasets, []);
    assert.deepEqual(about.payloads, [
      { name: 'orders', shape: 'list', count: 3, maxN: 1_000_000 },
      { name: 'order', shape: 'document', count: 1, maxN: 1 },
      { name: 'log', shape: 'messages', count: 3, maxN: 1 },
    ]);
    const json = async (query: string) =>
      JSON.parse((await ask(`/exchange?format=json&${query}`, 'GET', port)).body.toString());
    assert.deepEqual(await json('dataset=orders&n=3'), ORDERS);
    const seven = await json('dataset=orders&n=7');
    assert.deepEqual(
      ORDERS.map((order) => seven.filter((one: DataRecord) => one.id === order.id).length).toSorted(),
      [2, 2, 3],
    );
    assert.deepEqual(await json('dataset=order&n=1'), ORDERS[0]);
    assert.deepEqual(await json('dataset=log&n=1'), ORDERS[0]);
    assert.deepEqual(await json('dataset=log&n=1&message=2'), ORDERS[2]);
  });
});

test('what own data have not is refused: a second document, a message too many, a computation', async () => {
  await withPayloads(async (port) => {
    const refusal = async (query: string) => {
      const seen = await ask(`/exchange?format=json&${query}`, 'GET', port);
      return `${seen.status} ${problemOf(seen).parameter}`;
    };
    assert.equal(await refusal('dataset=order&n=2'), '400 n');
    assert.equal(await refusal('dataset=log&n=1&message=3'), '400 message');
    assert.equal(await refusal('dataset=orders&n=3&message=0'), '400 message');
    assert.equal(await refusal('dataset=orders&n=3&compute=cm1'), '501 compute');
    assert.equal(await refusal('dataset=book&n=1'), '501 dataset');
  });
});

test('a format that cannot carry own data answers 501 with the reason, and the others are served', async () => {
  await withPayloads(async (port) => {
    const seen = await ask('/exchange?format=csv&dataset=orders&n=3', 'GET', port);
    assert.equal(seen.status, 501);
    assert.match(problemOf(seen).detail, /cannot carry/);
    assert.equal(problemOf(seen).parameter, 'format');
    assert.equal((await ask('/exchange?format=json&dataset=orders&n=3', 'GET', port)).status, 200);
  });
});

test('encoders are bound and asked for refusals before anything is stamped, and once', async () => {
  let stamps = 0;
  const clock = { nowMs: () => stamps++, date: () => new Date() };
  const [orders] = payloadsOf();
  let bodies = 0;
  const body = (n: number, message: number) => {
    bodies += 1;
    return orders!.body(n, message);
  };
  const counted = { ...orders!, body };
  const own = makeParts({
    datasets: [],
    payloads: [counted],
    version: '1',
    versions: {},
    protocols: ['http1'],
    clock,
    onFailure,
  });
  assert.equal(bodies, 0, 'nothing is looked at before it is asked for');
  assert.equal(own.refusalOf('orders', 'json', 'JSON.stringify'), null);
  assert.equal(own.refusalOf('orders', 'json', 'JSON.stringify'), null);
  assert.deepEqual([bodies, stamps], [1, 0]);
});
