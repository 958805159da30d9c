import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import type { Clock } from '../../base/clock.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { answerFailure } from '../server/say-failure.ts';
import type { ListedRecord, ShelfFacts } from './listed-record.ts';
import { type DocumentMaker, recordRoutes } from './routes.ts';
import { Shelf } from './shelf.ts';

const { run, summary } = syntheticInput({ sessions: 2, blocks: 6 });
const root = mkdtempSync(join(tmpdir(), 'wirefare-records-'));
after(() => rmSync(root, { recursive: true }));

const NO_MAKER: DocumentMaker = {
  measuring: () => null,
  remakeReport: () => assert.fail('nothing is made'),
  compare: () => assert.fail('nothing is made'),
};

let app: Hono;
let remade: string[];
let measuring: string | null;
let runs: string;
/** So much goes by each time that somebody looks at the clock. */
let stepMs: number;
let nowMs = 0;
const clock: Clock = {
  nowMs() {
    nowMs += stepMs;
    return nowMs;
  },
  date: () => new Date(0),
};
beforeEach(() => {
  runs = mkdtempSync(join(root, 'runs-'));
  for (const name of ['one', 'two & more', 'three']) {
    mkdirSync(join(runs, name));
    writeFileSync(join(runs, name, 'run.json'), recordedJson(run, 1));
    writeFileSync(join(runs, name, 'summary.json'), recordedJson(summary, 1));
    writeFileSync(join(runs, name, 'report.html'), `<p>report of ${name.length}</p>`);
  }
  remade = [];
  measuring = null;
  app = new Hono();
  app.onError((thrown, context) => answerFailure(context, thrown));
  stepMs = 0;
  const { routes, documents } = recordRoutes(
    new Shelf(runs, null, '1'),
    {
      measuring: () => measuring,
      async remakeReport(dir) {
        remade.push(dir);
        writeFileSync(join(dir, 'report.html'), '<p>remade</p>');
      },
      compare: async (dirs) => `<p>${dirs.length} compared</p>`,
    },
    clock,
  );
  app.route('/api/records', routes);
  app.route('/made', documents);
});

/** As the list is when all were read. */
async function list(): Promise<{ facts: ShelfFacts; records: ListedRecord[] }> {
  const [facts, ...lines] = (await (await app.request('/api/records')).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const records = new Map((lines as ListedRecord[]).map((record) => [record.name, record]));
  return { facts, records: [...records.values()] };
}

function post(path: string, body: unknown): Response | Promise<Response> {
  return app.request(`/api/records/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

async function problems(answer: Response | Promise<Response>): Promise<string> {
  const { status, headers } = await answer;
  assert.equal(status, 400, headers.get('Content-Type') ?? '');
  return ((await (await answer).json()) as { problem: string }).problem;
}

test('each record has an address for its report, which nobody can guess and no other record has', async () => {
  const { facts, records } = await list();
  assert.deepEqual([facts.count, records.length], [3, 3]);
  const hrefs = Object.fromEntries(records.map(({ name, href }) => [name, href]));
  assert.equal(await (await app.request(hrefs['two & more']!)).text(), '<p>report of 10</p>');
  const swapped = hrefs.one!.replace(/one$/, 'three');
  assert.equal((await app.request(swapped)).status, 404);
  assert.equal((await app.request('/made/report/x/one')).status, 404);
});

test('records that are known come together, and those that take long as they come', async () => {
  const pieces = async () => {
    const { body } = await app.request('/api/records');
    let count = 0;
    for await (const _ of body!) count++;
    return count;
  };
  await list();
  assert.equal(await pieces(), 1);
  stepMs = 60;
  assert.equal(await pieces(), 3);
});

test('a list of 500 records is sent in 60 kB', async () => {
  const names = Array.from({ length: 500 }, (_, i) => `2026-11-${i}-advise-orders`);
  for (const name of ['two & more', 'three']) rmSync(join(runs, name), { recursive: true });
  const { records } = await list();
  const shelf = {
    names: () => names,
    async *list() {
      for (const name of names) yield { ...records[0]!, name };
    },
  } as unknown as Shelf;
  const { routes } = recordRoutes(shelf, NO_MAKER, clock);
  const sent = await routes.request('/', { headers: { 'Accept-Encoding': 'gzip' } });
  const body = Buffer.from(await sent.arrayBuffer());
  assert.equal(gunzipSync(body).toString().trim().split('\n').length, 501);
  assert.ok(body.length < 60_000, `${body.length} bytes`);
});

test('a report says what to do in the page, and its file what to type', async () => {
  const { href } = (await list()).records.find(({ name }) => name === 'one')!;
  const file = join(runs, 'one/report.html');
  writeFileSync(file, '<p>today: json, as --today says</p>');
  assert.equal(await (await app.request(href)).text(), '<p>today: json, as “Sent today as” says</p>');
  assert.match(readFileSync(file, 'utf8'), /as --today says/);
});

test('a report has an origin of its own, and reaches nothing', async () => {
  const { records } = await list();
  const policy = (await app.request(records[0]!.href)).headers.get('Content-Security-Policy')!;
  assert.match(policy, /^sandbox allow-scripts allow-downloads; default-src 'none';/);
  assert.doesNotMatch(policy, /allow-same-origin|connect-src/);
});

test('a report that is older than its record is made again, but not while something is measured', async () => {
  const { records } = await list();
  const { href } = records.find(({ name }) => name === 'one')!;
  utimesSync(join(runs, 'one/report.html'), 1, 1);
  measuring = 'advice';
  const refused = await app.request(href);
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /advice: is being measured: to make this report now would disturb it/);
  measuring = null;
  assert.equal(await (await app.request(href)).text(), '<p>remade</p>');
  assert.deepEqual(remade, [join(runs, 'one')]);
  const long = Date.now() / 1_000 + 60;
  for (const file of ['probes.ndjson', 'samples.parquet']) {
    remade = [];
    writeFileSync(join(runs, 'one', file), '');
    utimesSync(join(runs, 'one', file), 1, 1);
    assert.ok((await app.request(href)).ok);
    utimesSync(join(runs, 'one', file), long, long);
    assert.ok((await app.request(href)).ok);
    assert.equal(remade.length, 1, file);
    utimesSync(join(runs, 'one', file), 1, 1);
  }
});

test('a report is made again where its summary is of other samples, however new it is', async () => {
  const { records } = await list();
  const { href } = records.find(({ name }) => name === 'one')!;
  writeFileSync(join(runs, 'one/samples.ndjson'), '');
  for (const [file, at] of Object.entries({ 'run.json': 1, 'summary.json': 1, 'samples.ndjson': 60 }))
    utimesSync(join(runs, 'one', file), at, at);
  assert.ok((await app.request(href)).ok);
  assert.deepEqual(remade, [join(runs, 'one')]);
});

test('what cannot be shown is a page of the lab that says why and leads to the records', async () => {
  const { records } = await list();
  const { href } = records.find(({ name }) => name === 'one')!;
  rmSync(join(runs, 'one'), { recursive: true });
  for (const [path, status, says] of [
    [href, 400, /<span class="line">one: is no record of /],
    ['/made/report/x/one', 404, /of a lab that has ended, or was never given: open it from Records/],
    ['/made/nothing', 404, /of a lab that has ended/],
  ] as const) {
    const answer = await app.request(path);
    assert.equal(answer.status, status, path);
    assert.match(answer.headers.get('Content-Type')!, /^text\/html/);
    assert.match(answer.headers.get('Content-Security-Policy')!, /default-src 'none'.*style-src 'self'/);
    const text = await answer.text();
    assert.match(text, says);
    assert.match(text, /<a href="\/records">/);
  }
});

test('two or more are compared, and what cannot be is told beforehand', async () => {
  const { href } = (await (await post('compare', { names: ['one', 'two & more'] })).json()) as {
    href: string;
  };
  assert.equal(await (await app.request(href)).text(), '<p>2 compared</p>');
  assert.equal((await app.request(href.replace('one', 'three'))).status, 404);
  assert.match(await problems(post('compare', { names: ['one'] })), /two to 8/);
  assert.match(await problems(post('compare', { names: ['one', '../etc'] })), /is no record of/);
  assert.match(await problems(post('compare', 'one')), /is no JSON object/);
});

test('tags that cannot be are told, each with why', async () => {
  const good = await post('tags', { name: 'one', tags: [' a ', 'a', '', 'b'] });
  assert.deepEqual(await good.json(), { tags: ['a', 'b'] });
  const told = await problems(post('tags', { name: 'one', tags: ['x'.repeat(41), 'line\nbreak', 7] }));
  assert.equal(told.split('\n').length, 3, told);
  assert.ok(told.includes(`"${'x'.repeat(40)}…": is no tag`), told);
});

test('a folder that cannot be listed is told as what it is, and not as empty', async () => {
  rmSync(runs, { recursive: true });
  writeFileSync(runs, '');
  const answer = await app.request('/api/records');
  assert.equal(answer.status, 400);
  assert.match(((await answer.json()) as { problem: string }).problem, /is no folder/);
});

test('what ends the list in its midst is told apart from a damaged record', async () => {
  writeFileSync(join(runs, 'two & more', 'run.json'), 'nonsense');
  const shelf = new Shelf(runs, null, '1');
  const all = shelf.list();
  shelf.list = async function* () {
    yield* all;
    throw new EnvironmentError('the disk is gone', ['EIO'], 'put it back');
  };
  const maker = { measuring: () => null, remakeReport: async () => {}, compare: async () => '' };
  const { routes } = recordRoutes(shelf, maker, clock);
  const sent = (await (await routes.request('/')).text()).trim().split('\n');
  const [facts, ...others] = sent.map((line) => JSON.parse(line));
  assert.equal(facts.count, 3);
  const damaged = others.find(({ problem }) => problem !== undefined);
  assert.match(damaged.problem, /^run\.json is not JSON/);
  assert.equal(damaged.failure, undefined);
  assert.deepEqual(others.at(-1), {
    failure: { problem: 'the disk is gone', tried: ['EIO'], remedy: 'put it back' },
  });
});
