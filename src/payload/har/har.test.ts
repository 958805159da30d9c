import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { readPayload } from '../read-payload.ts';
import type { ReadOptions } from '../source.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-har-'));
after(() => rmSync(dir, { recursive: true }));

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

interface Given {
  readonly url: string;
  readonly method?: string;
  readonly status?: number;
  readonly type?: string;
  readonly text?: string;
  readonly base64?: boolean;
  readonly headers?: readonly { name: string; value: string }[];
  readonly bodySize?: number;
}

/** As browsers write it, with what is secret in it. */
function entry({ url, method = 'GET', status = 200, type = 'application/json', ...rest }: Given): object {
  const { text, base64 = false, headers = [], bodySize = -1 } = rest;
  return {
    startedDateTime: '2026-11-23T08:00:00.000Z',
    time: 14,
    request: { method, url, headers: [{ name: 'Cookie', value: 'session=s3cret' }] },
    response: {
      status,
      headers: [{ name: 'Set-Cookie', value: 's3cret' }, ...headers],
      content: { size: 1, mimeType: type, text, ...(base64 && { encoding: 'base64' }) },
      bodySize,
    },
    cache: {},
    timings: { send: 0, wait: 12.5, receive: 1.5 },
  };
}

async function read(given: readonly Given[] | string, options: ReadOptions = {}, others: string[] = []) {
  const text = typeof given === 'string' ? given : JSON.stringify({ log: { entries: given.map(entry) } });
  writeFileSync(path.join(dir, 'trace.har'), text);
  return readPayload(['trace.har', ...others], options, {
    clock: { nowMs: () => 0, date: () => new Date(0) },
    cwd: dir,
    stdin: () => null,
    interrupted: new AbortController().signal,
  });
}

async function refused(...given: Parameters<typeof read>): Promise<string> {
  const thrown = await read(...given).then(
    () => assert.fail('nothing was wrong'),
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
  const [problem] = thrown.problems;
  return `${thrown.message} ${problem!.allowed?.join(' | ') ?? ''} ${problem!.nearest ?? ''}`;
}

test('answers of one path are messages, whatever key and query the path has', async () => {
  const payload = await read([
    { url: 'https://a.example/api/orders/17?token=s3cret', text: '{"id":17}' },
    { url: `https://a.example/api/orders/${UUID}`, text: '{"id":18}' },
    { url: 'https://a.example/api/orders/0123456789abcdef0123', text: '{"id":19}' },
  ]);
  assert.deepEqual([payload.name, payload.shape], ['orders', 'messages']);
  assert.deepEqual(payload.value, [{ id: 17 }, { id: 18 }, { id: 19 }]);
  assert.equal(payload.source, '3 answers of /api/orders/* in trace.har');
  assert.doesNotMatch(JSON.stringify(payload), /s3cret/);
});

test('a session or token in a path is no part of any name either', async () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s3cret';
  const url = `https://a.example/${token}/orders;jsessionid=1As3cret/${token}`;
  const payload = await read([{ url, text: '[{"id":1},{"id":2}]', bodySize: 20 }]);
  assert.equal(payload.name, 'orders');
  assert.doesNotMatch(JSON.stringify(payload), /s3cret/);
  const named = await refused([
    { url, text: '{}' },
    { url: 'https://a.example/b', text: '{}' },
  ]);
  assert.match(named, /\/\*\/orders;jsessionid=…\/\* \(1 answer/);
  assert.doesNotMatch(named, /s3cret/);
});

test('what several answers took on the wire is known where each of them tells', async () => {
  const sized = (bodySize: number) => ({ url: 'https://a.example/api', text: '[1,2,3]', bodySize });
  assert.equal((await read([sized(30), sized(40)])).today.answeredBytes, 70);
  assert.equal((await read([sized(30), sized(-1)])).today.answeredBytes, undefined);
});

test('one answer is what it is by itself, with how it was sent', async () => {
  const headers = [
    { name: 'content-type', value: 'application/json; charset=utf-8' },
    { name: 'Content-Encoding', value: 'x-gzip' },
  ];
  const text = Buffer.from('[{"id":1},{"id":2}]').toString('base64');
  const url = 'https://a.example/api/orders.json?token=s3cret';
  const payload = await read([{ url, type: '', text, base64: true, headers, bodySize: 39 }]);
  assert.deepEqual([payload.name, payload.shape], ['orders', 'list']);
  assert.deepEqual(payload.value, [{ id: 1 }, { id: 2 }]);
  const { compression, captured } = payload.today;
  assert.equal(compression, 'gzip');
  assert.equal(captured?.finalUrl, 'https://a.example/api/orders.json');
  assert.deepEqual([captured?.bytesEncoded, captured?.bytesDecoded], [39, 19]);
  assert.deepEqual([captured?.waitMs, captured?.transferMs], [12.5, 1.5]);
  assert.doesNotMatch(JSON.stringify(payload), /s3cret/);
});

const SEVERAL: readonly Given[] = [
  { url: 'https://a.example/api/users', text: '[{"id":1}]' },
  { url: 'https://a.example/api/orders', text: '[{"id":1,"total":12.5}]' },
  { url: 'https://a.example/graphql', method: 'POST', text: '{"data":{}}' },
  { url: 'https://a.example/logo.svg', type: 'image/svg+xml', text: '<svg/>' },
  { url: 'https://a.example/', type: 'text/html', text: '<html></html>' },
  { url: 'https://a.example/api/gone', status: 404, text: '{"error":1}' },
];

test('of several paths one must be chosen, and all are listed, the largest first', async () => {
  const listed =
    '/api/orders (1 answer, 23 B) | POST /graphql (1 answer, 11 B) | /api/users (1 answer, 10 B)';
  const said = await refused(SEVERAL);
  assert.match(said, /has answers of 3 paths; choose one with --answers/);
  assert.ok(said.includes(listed), said);
  assert.equal((await read(SEVERAL, { answers: 'POST /graphql' })).name, 'graphql');
  assert.match(await refused(SEVERAL, { answers: '/api/order' }), /unknown path of answers.* \/api\/orders$/);
});

test('advice takes the path with most bytes, and names the others', async () => {
  const { name, notes } = await read(SEVERAL, { takesLargest: true });
  assert.equal(name, 'orders');
  assert.equal(
    notes[0],
    'trace.har has answers of 3 paths; this is for /api/orders (1 answer, 23 B), which has most bytes. --answers takes another: POST /graphql (1 answer, 11 B), /api/users (1 answer, 10 B)',
  );
  assert.deepEqual((await read(SEVERAL.slice(0, 1), { takesLargest: true })).notes, []);
  assert.deepEqual((await read(SEVERAL, { takesLargest: true, answers: '/api/users' })).notes, []);
});

test('where there are several hosts each path has its own in front', async () => {
  const hosts = ['https://a.example', 'http://b.example:81'];
  const given = hosts.map((host) => ({ url: `${host}/api`, text: '[1]' }));
  const said = await refused(given);
  for (const host of hosts) assert.ok(said.includes(`${host}/api (1 answer`), said);
  assert.equal((await read(given, { answers: 'http://b.example:81/api' })).name, 'api');
});

test('what is no HAR, or has nothing in it to measure, is refused with why', async () => {
  assert.match(await refused('{"log":'), /is no HAR: .*JSON/);
  assert.match(await refused('[]'), /is no HAR: it has no list log\.entries/);
  assert.match(
    await refused('{"log":{"entries":[null,7,{}]}}'),
    /no answer with JSON, CSV or XML among its 3/,
  );
  assert.match(
    await refused([{ url: 'https://a.example/api' }]),
    /none of the bodies of its 1 answer with data/,
  );
  assert.match(await refused(SEVERAL, {}, ['other.json']), /other\.json/);
});

test('a coding that is not known here counts as none, and is told', async () => {
  const headers = [{ name: 'content-encoding', value: 'compress' }];
  const { today, notes } = await read([{ url: 'https://a.example/api', text: '[1]', headers }]);
  assert.equal(today.compression, 'none');
  assert.match(notes.join(), /compress is not known here/);
});
