import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { FakeClock } from '../base/clock.ts';
import { inferSchema } from '../data/infer/infer-schema.ts';
import type { DataRecord } from '../data/schema.ts';
import { storedPayload } from '../data/store/payload-store.ts';
import { formatNamed } from '../formats/catalogue.ts';
import { exchangePath } from '../wire/target-contract.ts';
import { targetHandler } from './handler.ts';
import { makeParts } from './parts.ts';
import { type ListeningServer, listen } from './server.ts';

const answer = (day: number): DataRecord[] =>
  Array.from({ length: 200 }, (_, i) => ({
    id: i * 7_919,
    name: `Item ${(i * 31) % 97}`,
    stock: (i * day) % 13,
  }));
const [YESTERDAY, TODAY] = [answer(1), answer(2)];
const SCHEMA = inferSchema('stock', [...YESTERDAY, ...TODAY]);

let server: ListeningServer;

before(async () => {
  const content = { name: 'stock', shape: 'list', schema: SCHEMA, value: TODAY } as const;
  const payloads = [
    storedPayload({ ...content, dictionary: { value: YESTERDAY } }, 'ab'),
    storedPayload({ ...content, name: 'alone' }, 'cd'),
  ];
  const clock = new FakeClock();
  const ours = { version: '1', versions: {}, protocols: ['http1'] as const, clock };
  const parts = makeParts({
    datasets: [],
    payloads,
    ...ours,
    onFailure: (thrown) => assert.fail(String(thrown)),
  });
  server = await listen(targetHandler(parts), '127.0.0.1', 0);
});
after(() => server.close());

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const nameOf = (dictionary: Buffer) => `:${createHash('sha256').update(dictionary).digest('base64')}:`;

const path = (dataset: string, format: string, codec: string, opaque = false) => {
  const query = { dataset, n: 200, format, codec, compression: 'dcz', level: 3, compute: 'none' };
  return exchangePath({ ...query, close: false, opaque }, 7);
};

const WAYS = [
  ['json', 'JSON.stringify'],
  ['protobuf', 'protobufjs'],
  ['msgpack', '@msgpack/msgpack'],
] as const;

for (const [format, codec] of WAYS) {
  test(`${format}: the dictionary is the answer before as that encoder writes it, and answers decode with it`, async () => {
    const asked = `/dictionary?dataset=stock&format=${format}&codec=${encodeURIComponent(codec)}`;
    const dictionary = await ask(asked);
    assert.equal(dictionary.status, 200);
    const written = formatNamed(format)
      .encoders.find(({ name }) => name === codec)!
      .bind(SCHEMA);
    assert.deepEqual(dictionary.body, Buffer.from(written(YESTERDAY)));
    assert.equal(dictionary.headers['cache-control'], 'max-age=86400');
    const available = nameOf(dictionary.body);
    const offered = { 'Accept-Encoding': 'gzip, br, zstd, dcb, dcz', 'Available-Dictionary': available };
    const { status, headers, body } = await ask(path('stock', format, codec), offered);
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], 'dcz');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers.vary, 'Accept-Encoding, Available-Dictionary');
    assert.equal(headers['content-length'], String(body.length));
    assert.match(String(headers['server-timing']), /compute;dur=.*encode;dur=.*compress;dur=/);
    // Decoded apart from what writes it: magic number and hash as RFC 9842 has them, then the frame.
    const hash = createHash('sha256').update(dictionary.body).digest('hex');
    assert.equal(body.subarray(0, 40).toString('hex'), `5e2a4d1820000000${hash}`);
    const plain = zstdDecompressSync(body.subarray(40), { dictionary: dictionary.body });
    assert.deepEqual(plain, Buffer.from(written(TODAY)));
    const opaque = await ask(path('stock', format, codec, true));
    assert.equal(opaque.headers['content-encoding'], undefined);
    assert.deepEqual(opaque.body, body);
  });
}

test('the dictionary is for the exchanges of its data, format and encoder that ask for dcz, and for no others', async () => {
  for (const [format, codec] of WAYS) {
    const asked = `/dictionary?dataset=stock&format=${format}&codec=${encodeURIComponent(codec)}`;
    const [, match] = /^match="([^"]+)"$/.exec(String((await ask(asked)).headers['use-as-dictionary']))!;
    const pattern = new URLPattern(match!, 'https://127.0.0.1:1/dictionary');
    for (const [otherFormat, otherCodec] of WAYS) {
      const url = (dataset: string) => `https://127.0.0.1:1${path(dataset, otherFormat, otherCodec)}`;
      assert.equal(pattern.test(url('stock')), format === otherFormat, `${match} ${url('stock')}`);
      assert.equal(pattern.test(url('alone')), false);
      assert.equal(pattern.test(url('stock').replace('compression=dcz', 'compression=zstd')), false);
      assert.equal(pattern.test(url('stock').replace('/exchange', '/bytes')), false);
    }
  }
});

test('a client that does not offer it, or has another dictionary, gets 406 with what it said', async () => {
  const right = nameOf((await ask('/dictionary?dataset=stock&format=json&codec=JSON.stringify')).body);
  const wrong: [Record<string, string>, RegExp][] = [
    [{}, /Accept-Encoding absent, Available-Dictionary absent/],
    [{ 'Accept-Encoding': 'gzip, br' }, /Accept-Encoding gzip, br, Available-Dictionary absent/],
    [{ 'Accept-Encoding': 'dcz' }, /Accept-Encoding dcz, Available-Dictionary absent/],
    [{ 'Accept-Encoding': 'gzip, dcz;q=0', 'Available-Dictionary': right }, /dcz;q=0, Available/],
    [{ 'Available-Dictionary': right }, /Accept-Encoding absent/],
    [
      { 'Accept-Encoding': 'dcz', 'Available-Dictionary': nameOf(Buffer.from('x')) },
      /Available-Dictionary :/,
    ],
  ];
  for (const [headers, detail] of wrong) {
    const { status, body } = await ask(path('stock', 'json', 'JSON.stringify'), headers);
    const problem = JSON.parse(body.toString()) as { detail: string; parameter: string };
    assert.deepEqual([status, problem.parameter], [406, 'compression']);
    assert.match(problem.detail, detail);
  }
});

test('data without an answer from before have neither dcz nor a dictionary', async () => {
  const { payloads } = JSON.parse((await ask('/about')).body.toString()).features;
  assert.deepEqual(Object.keys(payloads[0].dictionary), ['dcz']);
  assert.equal(payloads[1].dictionary, undefined);
  const refused = async (asked: string) => {
    const { status, body } = await ask(asked);
    return `${status} ${(JSON.parse(body.toString()) as { parameter: string }).parameter}`;
  };
  assert.equal(await refused(path('alone', 'json', 'JSON.stringify')), '501 compression');
  assert.equal(await refused('/dictionary?dataset=alone&format=json'), '501 dataset');
  assert.equal(await refused('/dictionary?dataset=stock&format=json&n=3'), '400 n');
});
