// Whole runs of studies with URLs among their targets: the lab, fronts, targets and the agent's program in
// one process.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { UserError } from '../../base/errors.ts';
import { wordOf } from '../../factors/cell.ts';
import { sayPlan } from '../../plan/say/say-plan.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { AnsweringUrl } from '../../study/study.ts';
import type { Summary } from '../../summary/summary.ts';
import { measure } from '../measure/measure.ts';
import { planStudy } from '../study/study-options.ts';
import { type RunFlags, run } from './run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-run-urls-'));
const ORDERS = Array.from({ length: 200 }, (_, id) => ({ id, name: `order ${id}`, price: id / 4 }));
const SECRET = 'hidden-1';

let server: Server;
let origin = '';
let host: FakeHost;
let folders = 0;
const seen: IncomingMessage[] = [];

before(async () => {
  server = createServer((request, response) => {
    seen.push(request);
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    const isKnown =
      request.headers.authorization === `Bearer ${SECRET}` || searchParams.get('key') === SECRET;
    if (pathname === '/guarded' && !isKnown) response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else {
      const count = pathname === '/few' ? 2 : ORDERS.length;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(ORDERS.slice(0, count)));
    }
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

/** `factors` as YAML's flow style. */
function study(factors: string, time = 'budget: 6s, sessions: 2'): string {
  return `study: mine\ntitle: Orders\nquestion: What do users wait for?\nfactors: ${factors}\nprotocol: {${time}, warmup: 0s, interleave: target}\n`;
}

async function ran(text: string, flags: RunFlags = {}) {
  writeFileSync(join(host.cwd, 'mine.yaml'), text);
  const code = await run('mine.yaml', { out: 'record', ...flags }, host, inProcessDrivers({}, QUICK_TIME));
  return { code, ...recordIn('record') };
}

function recordIn(dir: string) {
  const read = (file: string) => readFileSync(join(host.cwd, dir, file), 'utf8');
  const lines = read('samples.ndjson').trim().split('\n');
  return {
    samples: lines.map((line) => JSON.parse(line) as SampleRow),
    summary: JSON.parse(read('summary.json')) as Summary,
    run: JSON.parse(read('run.json')) as RunFile,
  };
}

async function problemsOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    return thrown.message.replaceAll(origin, 'U');
  }
  return assert.fail('nothing was wrong');
}

const mistakes = (text: string, flags: RunFlags = {}) => problemsOf(() => ran(text, flags));

function withEnv(more: Record<string, string>): void {
  Object.assign(host.env, more);
}

/** What other codings would make of it is for other tests. */
function withoutCodings(url: AnsweringUrl | undefined): Omit<AnsweringUrl, 'codings'> {
  const { codings: _, ...others } = url!;
  return others;
}

function secretsStandNowhere(dir: string): void {
  const record = join(host.cwd, dir);
  const written = readdirSync(record).map((file) => readFileSync(join(record, file), 'latin1'));
  for (const text of [...written, host.printed(), host.told()]) assert.doesNotMatch(text, /hidden-\d/);
}

test('URLs are held against one another, whatever each of them answers', async () => {
  const target = `[{url: '${origin}/orders', name: today}, {url: '${origin}/few', name: new}]`;
  const { code, summary, run: record } = await ran(study(`{browser: node, target: ${target}}`));
  assert.equal(code, 0, host.told());
  const cells = summary.cells.filter(({ twinOf }) => twinOf === null);
  assert.deepEqual(
    cells.map(({ id, status }) => [id, status]),
    [
      ['json today', 'measured'],
      ['json new', 'measured'],
    ],
  );
  const asked = summary.comparisons.filter((each) => each.asked).map(({ a, b }) => [a, b]);
  assert.deepEqual(asked, [['json new', 'json today']]);
  assert.deepEqual(
    record.study.payloads.map(({ url }) => withoutCodings(url)),
    [{ target: 'today' }, { target: 'new' }],
  );
  assert.match(host.printed(), /What users wait for, ms · new \(http:.*\/few\)/);
  assert.match(host.printed(), /not-compressed: .*\/orders sends/s);
});

test('URLs stand beside targets, each with what it answers, and what else is named is of the targets', async () => {
  const target = `[node, {url: '${origin}/orders', name: today, rate: 20/s}, {url: '${origin}/few', name: new}]`;
  writeFileSync(
    join(host.cwd, 'mine.yaml'),
    study(`{n: 20, format: [json, protobuf], dataset: book, browser: node, target: ${target}}`, 'budget: 2m'),
  );
  const planned = await planStudy('mine.yaml', {}, host, inProcessDrivers({}, QUICK_TIME));
  const cells = planned.plan.cells.filter(({ twinOf }) => twinOf === null);
  assert.deepEqual(
    cells.map(({ id, factors, skip }) => [id, wordOf(factors, 'compression'), factors.protocol, skip]),
    [
      ['book json n=20 node', 'none', 'http1', null],
      ['book protobuf n=20 node', 'none', 'http1', null],
      ['orders json as-is n=1 today', 'as-is', 'http1', null],
      ['orders json as-is n=1 new', 'as-is', 'http1', null],
    ],
  );
  const said = sayPlan(planned.study, planned.plan).replaceAll(/\s+/g, ' ');
  const limit = 'at most 20 a second, 2 400 in all \\(2 min\\)';
  assert.match(said, new RegExp(`today: GET http://127\\S*/orders, as it stands: json over http1, ${limit}`));
  assert.match(said, /new: GET http:\/\/127.*\/few, as it stands: json over http1, as often as it answers/);
  assert.match(said, /Compared: format against json · everything against today/);
});

const GUARDED = () =>
  study(
    `{browser: node, target: {url: '${origin}/guarded', name: orders, headers: {Authorization: 'Bearer \${ORDERS_TOKEN}'}, rate: 50/s}}`,
  );

test('secrets come from the environment and stand nowhere, and a record is gone on with', async () => {
  withEnv({ ORDERS_TOKEN: SECRET });
  const { code, run: record, samples } = await ran(GUARDED());
  assert.equal(code, 0, host.told());
  assert.deepEqual(withoutCodings(record.study.payloads[0]!.url), {
    target: 'orders',
    perSecond: 50,
    headers: { authorization: 'Bearer $' + '{ORDERS_TOKEN}' },
  });
  secretsStandNowhere('record');
  const resume = (flags: RunFlags) =>
    run(
      undefined,
      { resume: 'record', budget: '5s', precision: '1%', ...flags },
      host,
      inProcessDrivers({}, QUICK_TIME),
    );
  await resume({});
  assert.ok(recordIn('record').samples.length > samples.length);
  secretsStandNowhere('record');
  withEnv({ ORDERS_TOKEN: '' });
  assert.match(await problemsOf(() => resume({})), /ORDERS_TOKEN of the environment is not set/);
});

test('a record of `measure` is gone on with when its secrets are given again', async () => {
  const drivers = inProcessDrivers({}, QUICK_TIME);
  const flags = { network: 'none', browser: 'node', budget: '5s', out: 'record' } as const;
  const url = `${origin}/guarded?key=${SECRET}`;
  await measure(url, { ...flags, header: ['X-Api-Key: hidden-2'] }, host, drivers);
  const { samples } = recordIn('record');
  secretsStandNowhere('record');
  const resume = (more: RunFlags) =>
    run(undefined, { resume: 'record', budget: '5s', precision: '1%', ...more }, host, drivers);
  const lacking = await problemsOf(() => resume({}));
  assert.match(lacking, /--url: the record shows U\/guarded\?key=… alone, and keeps no secrets/);
  assert.match(lacking, /--header: the record keeps no headers: give x-api-key for/);
  assert.match(
    await problemsOf(() => resume({ url: ['http://127.0.0.1:1/other'] })),
    /127\.0\.0\.1:1\/other is none of the record's/,
  );
  seen.length = 0;
  await resume({ url: [url], header: ['X-Api-Key: hidden-2'] });
  assert.ok(recordIn('record').samples.length > samples.length);
  assert.ok(seen.length > 10 && seen.every(({ headers }) => headers['x-api-key'] === 'hidden-2'));
  secretsStandNowhere('record');
});

test('what is wrong with a URL is told at its place, all at once', async () => {
  const said = await mistakes(
    study(`{browser: node, target: [{url: '${origin}/guarded', name: a}, {url: '${origin}/nothing\${X_NOT_SET}', name: b},
      {name: c}, {url: 'ftp://x', rate: often, insecure: perhaps, names: d, timeout: never, limit: 0B}, {url: '${origin}/few', headers: {Cookie: plain}}]}`),
  );
  for (const what of [
    /target\[1\]\.url: X_NOT_SET of the environment is not set/,
    /target\[2\]: url is missing/,
    /target\[3\]\.url: what stands here is not an http\(s\) URL/,
    /target\[3\]\.rate: "often" is not a number of requests in a time, at most 1000\/s/,
    /target\[3\]\.insecure: "perhaps" is not true or false/,
    /target\[3\]\.timeout: "never" is not a time, such as 2m/,
    /target\[3\]\.limit: "0B" is not a number of bytes/,
    /target\[3\]\.names: unknown key "names" \(allowed: url, name, headers, insecure, schema, rate, timeout, limit; did you mean name\?\)/,
    /target\[4\]\.url: Cookie may be a secret, and stands in the file as it is: .*\$\{COOKIE\}/,
  ])
    assert.match(said, what);
  assert.match(
    await mistakes(study(`{browser: node, target: {url: '${origin}/guarded'}}`)),
    /factors\.target\.url: asks for credentials \(401, Bearer\): headers/,
  );
  assert.match(
    await mistakes(study(`{browser: node, target: [{url: '${origin}/few', name: node}]}`)),
    /node is a target already/,
  );
  assert.match(
    await mistakes(study(`{browser: node, target: {url: '${origin}/few', limit: 9B}}`)),
    /factors\.target\.url: the answer is larger than 9 bytes \(limit allows more\)/,
  );
});

test('what a URL decides itself is refused where nobody else is asked', async () => {
  const url = `{url: '${origin}/few', name: it}`;
  const said = await mistakes(
    study(`{n: 10, format: xml, compression: gzip, browser: node, target: ${url}}`),
  );
  for (const factor of ['n', 'format', 'compression'])
    assert.match(
      said,
      new RegExp(
        `factors\\.${factor}: a URL is measured as it stands \\(it: json over http1\\): take ${factor} away`,
      ),
    );
  writeFileSync(
    join(host.cwd, 'as-it-is.yaml'),
    study(
      `{format: json, compression: as-is, connection: [warm, cold], browser: [node, outside], target: ${url}}`,
    ),
  );
  const { plan } = await planStudy('as-it-is.yaml', {}, host, inProcessDrivers({}, QUICK_TIME));
  assert.deepEqual(
    plan.cells.filter(({ twinOf }) => twinOf === null).map(({ skip }) => skip),
    [null, null, ...Array(2).fill('a URL is asked by chromium, firefox, webkit and node alone')],
  );
  writeFileSync(join(host.cwd, 'phone.yaml'), study(`{browser: node, cpu: [1, 4], target: ${url}}`));
  const slow = await planStudy('phone.yaml', {}, host, inProcessDrivers({}, QUICK_TIME));
  assert.deepEqual(
    slow.plan.cells.filter(({ twinOf }) => twinOf === null).map(({ factors }) => wordOf(factors, 'cpu')),
    [1, 4],
    'a cheap phone asks a URL too',
  );
  assert.match(
    await mistakes(study(`{transport: sse, direction: server-to-client, target: ${url}}`)),
    /it: a URL answers requests, and carries no messages/,
  );
  const predicted = study(`{browser: node, network: 3g, target: ${url}}`).replace(
    'warmup',
    'design: predicted, warmup',
  );
  assert.match(await mistakes(predicted), /it and design: predicted contradict each other/);
});

/** `run` has no --rate. */
const NOBODY =
  /--yes: nobody is here to agree to these requests; give --yes, and --budget or rate in the study for fewer of them$/;

test('beyond this machine a study tells what it would send, and sends nothing unasked', async () => {
  const text = study(`{browser: node, target: {url: 'http://192.0.2.1/orders', rate: 5/s}}`);
  assert.match(await mistakes(text, { budget: '1m' }), NOBODY);
  assert.match(
    host.told(),
    /GET http:\/\/192\.0\.2\.1\/orders .*: at most 5 a second, 304 in all \(4 to read it first, then 1 min\)/,
  );
  assert.match(
    await mistakes(study(`{browser: node, target: {url: 'http://192.0.2.1/orders', insecure: true}}`)),
    /insecure is for this machine’s loopback alone/,
  );
});

test('--target keeps the URLs that it names, and --only picks them by name', async () => {
  const target = `[node, {url: '${origin}/orders', name: today}, {url: '${origin}/few', name: new}]`;
  writeFileSync(
    join(host.cwd, 'mine.yaml'),
    study(`{n: 20, format: json, browser: node, target: ${target}}`),
  );
  const targetsIn = async (flags: RunFlags) => {
    const { study: asked } = await planStudy('mine.yaml', flags, host, inProcessDrivers({}, QUICK_TIME));
    const names = asked.parts.flatMap(({ cells }) => cells.map((cell) => cell.target));
    return [...names, ...asked.payloads.map(({ url }) => `=${url?.target}`)];
  };
  assert.deepEqual(await targetsIn({ target: 'today' }), ['today', '=today']);
  assert.deepEqual(await targetsIn({ target: 'go,new' }), ['go', 'new', '=new']);
  assert.deepEqual(await targetsIn({ only: ['target=new,node'] }), ['node', 'new', '=new']);
  assert.match(await problemsOf(() => targetsIn({ target: 'toda' })), /did you mean today\?/);
});
