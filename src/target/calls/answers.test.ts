import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FakeClock } from '../../base/clock.ts';
import { callForDataset } from '../../data/calls.ts';
import { DATASETS, generateRecords } from '../../data/catalogue.ts';
import { storedRecords } from '../../data/store/stored-data.ts';
import { codecNamed, encoderNamed, formatNamed } from '../../formats/catalogue.ts';
import { parseServerTiming } from '../../wire/server-timing.ts';
import { callPath } from '../../wire/target-contract.ts';
import { targetHandler } from '../handler.ts';
import { makeParts } from '../parts.ts';
import { type ListeningServer, listen } from '../server.ts';

const LARGEST_N = 20;
const failures: unknown[] = [];
let server: ListeningServer;
let url = '';

before(async () => {
  const clock = new FakeClock();
  const ticking = {
    date: () => clock.date(),
    nowMs: () => {
      clock.advance(1.5);
      return clock.nowMs();
    },
  };
  const datasets = DATASETS.map(({ name, schema }, i) =>
    storedRecords(name, schema, generateRecords(DATASETS[i]!, LARGEST_N)),
  );
  const onFailure = (thrown: unknown) => failures.push(thrown);
  const parts = makeParts({
    datasets,
    version: '1',
    versions: {},
    protocols: ['http1'],
    clock: ticking,
    onFailure,
  });
  server = await listen(targetHandler(parts), '127.0.0.1', 0);
  url = `http://127.0.0.1:${server.port}`;
});
after(() => server.close());

interface Called {
  readonly dataset: string;
  readonly format: string;
  readonly compression?: string;
  readonly level?: number | null;
}

async function call({ dataset, format, compression = 'none', level = null }: Called, n = 3) {
  const { operation, requestSchema, request, answerSchema } = callForDataset(dataset)!;
  const encode = encoderNamed(format, formatNamed(format).encoders[0]!.name).bind(requestSchema);
  const codec = formatNamed(format).encoders[0]!.name;
  const query = {
    operation,
    format,
    codec,
    compression,
    level,
    close: false,
    opaque: compression !== 'none',
  };
  const response = await fetch(url + callPath(query), {
    method: 'POST',
    headers: { 'Content-Type': formatNamed(format).contentType, SOAPAction: '""' },
    body: encode(request(n)) as BodyInit,
  });
  return { response, answerSchema, body: new Uint8Array(await response.arrayBuffer()) };
}

function post(path: string, body: string, contentType = 'application/json'): Promise<Response> {
  return fetch(url + path, { method: 'POST', body, headers: { 'Content-Type': contentType } });
}

for (const [dataset, format, codec] of [
  ['book', 'json', 'JSON.parse'],
  ['video', 'xml', 'saxes'],
  ['file', 'protobuf', 'protobufjs'],
  ['transit-init-simple', 'soap', 'saxes'],
  ['transit-getroute-detailed', 'fast-infoset', formatNamed('fast-infoset').codecs[0]!.name],
  [
    'book',
    'soap-serialized',
    formatNamed('soap-serialized').codecs.find(({ needs }) => !needs.includes('dom'))!.name,
  ],
] as const) {
  test(`a call of ${dataset} in ${format} is answered in it, with what its request asks for`, async () => {
    const { response, body, answerSchema } = await call({ dataset, format });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), formatNamed(format).contentType);
    const bound = codecNamed(format, codec);
    const decode = bound.bind(answerSchema) as (taken: never) => unknown;
    const taken = bound.takes === 'text' ? new TextDecoder().decode(body) : body;
    const { answer, request } = callForDataset(dataset)!;
    assert.deepEqual(decode(taken as never), answer(request(3)));
  });
}

test('decoding, the method, encoding and compressing are stamped apart', async () => {
  const { response, body } = await call({ dataset: 'book', format: 'json', compression: 'gzip', level: 6 });
  const phases = { decodeMs: 1.5, computeMs: 1.5, encodeMs: 1.5, compressMs: 1.5 };
  assert.deepEqual(parseServerTiming(response.headers.get('server-timing')), phases);
  assert.equal(JSON.parse(gunzipSync(body).toString()).length, 3);
});

test('a page of another origin may ask beforehand, and is told for how long it holds', async () => {
  const { status, headers } = await fetch(`${url}/call/books`, { method: 'OPTIONS' });
  assert.equal(status, 204);
  assert.match(headers.get('access-control-allow-methods')!, /POST/);
  assert.match(headers.get('access-control-allow-headers')!, /Content-Type, SOAPAction/);
  assert.equal(headers.get('access-control-max-age'), '7200');
});

for (const [what, path, body, contentType, status] of [
  ['an operation that is not here', '/call/nosuch', '{"n":1}', 'application/json', 404],
  ['a body that is not in the format', '/call/books', '{"n":', 'application/json', 400],
  ['a field that is missing', '/call/books', '{}', 'application/json', 400],
  ['a field of another type', '/call/books', '{"n":"1"}', 'application/json', 400],
  ['a number that is not whole', '/call/books', '{"n":1.5}', 'application/json', 400],
  ['a field that nobody knows', '/call/books', '{"n":1,"m":2}', 'application/json', 400],
  ['no objects', '/call/books', '{"n":0}', 'application/json', 400],
  ['more objects than there are', '/call/books', `{"n":${LARGEST_N + 1}}`, 'application/json', 400],
  ['a format of no call', '/call/books', 'n=1', 'application/x-www-form-urlencoded', 415],
  ['a parameter that nobody knows', '/call/books?n=1', '{"n":1}', 'application/json', 400],
  ['a body that is too long', '/call/books', ' '.repeat(1_000_001), 'application/json', 413],
  ['SOAP that is not XML', '/soap', '{"n":1}', 'application/json', 415],
] as const) {
  test(`${what} is refused with ${status} and a problem document`, async () => {
    const response = await post(path, body, contentType);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    assert.equal(((await response.json()) as { status: number }).status, status);
  });
}

test('a document type is refused as no request, and what it names is not read', async () => {
  const xml = '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><booksrequest><n>&e;</n></booksrequest>';
  const response = await post('/call/books', xml, 'application/xml');
  assert.equal(response.status, 400);
  assert.doesNotMatch(await response.text(), /root:/);
});

const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

for (const [what, body, said] of [
  ['an unknown operation', '<w:Nosuch xmlns:w="urn:wirefare"/>', /no request of an operation/],
  ['a request without its field', '<w:BooksRequest xmlns:w="urn:wirefare"/>', /n/],
  ['broken XML', '<w:BooksRequest xmlns:w="urn:wirefare"><n>1</w:BooksRequest>', /n/],
] as const) {
  test(`at /soap ${what} is a fault that blames the client`, async () => {
    const response = await post('/soap', envelope(body), 'text/xml');
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.match(text, /<faultcode>soap:Client<\/faultcode>/);
    assert.match(text, said);
  });
}

test('none of these refusals was a failure of the target', () => {
  assert.deepEqual(failures, []);
});
