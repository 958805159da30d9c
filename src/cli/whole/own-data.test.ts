// Whole runs of data that a study file names: the lab, the real target and the real agent's program in one
// process.

import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { type InProcess, inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_OWN_TIME } from '../../../test/support/host/own-time.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { withoutResampling } from '../../../test/support/targets/unresampled.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { DataRecord } from '../../data/schema.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { sayPlan } from '../../plan/say/say-plan.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { run } from '../run/run.ts';
import { planStudy } from '../study/study-options.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-own-run-'));
after(() => rmSync(scratch, { recursive: true }));
let host: FakeHost;
let folders = 0;

const ITEMS: DataRecord[] = Array.from({ length: 20 }, (_, id) => ({
  id,
  name: `item ${id}`,
  parts: Array.from({ length: id % 3 }, (_, part) => ({ part, weight: part / 8 })),
}));
const LOG: DataRecord[] = [
  { level: 'info', text: 'up' },
  { level: 'error', text: 'ü'.repeat(300) },
  { level: 'info', text: '' },
];

beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(join(dir, 'data'), { recursive: true });
  host = fakeHost(dir, QUICK_OWN_TIME);
  writeFileSync(
    join(dir, 'data', 'orders.json'),
    JSON.stringify({ meta: { v: 1 }, data: { items: ITEMS } }, null, 2),
  );
  for (const [i, message] of LOG.entries()) {
    writeFileSync(join(dir, 'data', `log-${i}.json`), JSON.stringify(message));
  }
  writeFileSync(join(dir, 'mine.yaml'), STUDY);
});

const STUDY = `study: mine
title: My own data
question: Which format for them?
factors:
  format: [json, msgpack, csv]
  browser: node
parts:
  - {name: list, title: Orders, factors: {n: [20, 50], dataset: {file: data/orders.json, path: data.items}}}
  - {name: document, title: Orders in their envelope, factors: {dataset: {file: data/orders.json, name: envelope}}}
  - {name: messages, title: The log, factors: {dataset: {file: [data/log-0.json, data/log-1.json, data/log-2.json], name: log}}}
protocol:
  sessions: 2
  budget: 8500ms
  warmup: 0s
  timeout: 5s
`;

const drivers = (given: InProcess = {}) => inProcessDrivers(given, QUICK_OWN_TIME);
const recordDir = () => join(host.cwd, 'runs', readdirSync(join(host.cwd, 'runs'))[0]!);
const runFile = () =>
  readOutput('run.json', readFileSync(join(recordDir(), 'run.json'), 'utf8')) as Recorded<RunFile>;
const summary = () =>
  readOutput('summary.json', readFileSync(join(recordDir(), 'summary.json'), 'utf8')) as Recorded<Summary>;
const samples = () =>
  readFileSync(join(recordDir(), 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a list, a document and messages are measured in every format that can carry them, and the bytes are theirs', async () => {
  // With the data: the suite asks for them too.
  assert.equal(await run('mine.yaml', {}, host, drivers({ verifies: true })), 0, host.told());
  const { study, plan, sessions, status } = runFile();
  assert.equal(status, 'complete');
  assert.deepEqual(
    study.payloads.map(({ name, source, shape, count, jsonBytes }) => [
      name,
      source,
      shape,
      count,
      jsonBytes,
    ]),
    [
      ['orders', 'data/orders.json', 'list', 20, jsonBytes(ITEMS)],
      ['envelope', 'data/orders.json', 'document', 1, jsonBytes({ meta: { v: 1 }, data: { items: ITEMS } })],
      ['log', '3 files', 'messages', 3, jsonBytes(LOG)],
    ],
  );
  assert.ok(!JSON.stringify(runFile()).includes('item 19'), 'the record does not hold the data');
  const skipped = plan.cells.filter(({ skip }) => skip !== null);
  assert.deepEqual(
    skipped.map(({ id }) => id),
    ['orders csv n=20', 'orders csv n=50', 'envelope csv n=1', 'log csv n=1'],
  );
  for (const { skip } of skipped) assert.match(skip!, /^CSV cannot carry /);
  assert.deepEqual(sessions[0]!.dropped, []);
  const compared = new Map(sessions[0]!.checks.map((check) => [check.cell, check.compared]));
  assert.deepEqual(
    [compared.get('orders json n=20'), compared.get('log msgpack n=1'), compared.get('envelope json n=1')],
    [1, 3, 1],
  );
  assert.deepEqual(sessions[0]!.target!.about.features.datasets, ['book', 'video', 'file']);

  const rows = samples();
  assert.ok(rows.every(({ outcome }) => outcome === 'completed'));
  const bytesOf = (cell: string) => [
    ...new Set(rows.filter((row) => row.cell === cell).map((row) => row.bytesEncoded)),
  ];
  assert.deepEqual(bytesOf('orders json n=20'), [jsonBytes(ITEMS)]);
  assert.deepEqual(bytesOf('envelope json n=1'), [jsonBytes({ meta: { v: 1 }, data: { items: ITEMS } })]);
  assert.deepEqual(bytesOf('log json n=1').toSorted(), LOG.map(jsonBytes).toSorted());
  const [fifty] = bytesOf('orders json n=50');
  assert.ok(fifty! > 2.3 * jsonBytes(ITEMS) && fifty! < 2.7 * jsonBytes(ITEMS));
  assert.equal(bytesOf('orders json n=50').length, 1, 'every exchange brings the same records');
});

test('a format that refuses a document and would carry the list in it is offered the path', async () => {
  const text = STUDY.replace('[json, msgpack, csv]', '[json, json-columns, csv]').replace(
    'name: envelope}',
    'name: envelope}, {file: data/orders.json, path: data, name: inner}',
  );
  writeFileSync(
    join(host.cwd, 'mine.yaml'),
    text.replace('{dataset: {file', '{dataset: [{file').replace('inner}}}', 'inner}]}}'),
  );
  const { plan, study } = await planStudy('mine.yaml', {}, host, drivers());
  const reasons = plan.cells.filter(({ part, skip }) => part === 'document' && skip !== null);
  assert.deepEqual(
    reasons.map(({ factors, skip }) => `${factors.dataset}: ${skip}`),
    [
      'envelope: JSON columns cannot carry Envelope: it is no list of records; path: data.items would let it take part',
      'envelope: CSV cannot carry Envelope: it is no list of records',
      'inner: JSON columns cannot carry Inner: it is no list of records; path: data.items would let it take part',
      'inner: CSV cannot carry Inner: it is no list of records',
    ],
  );
  assert.equal(study.payloads.find(({ name }) => name === 'inner')?.path, 'data');
});

test('all cells of a block bring the same messages, and all messages come', async () => {
  const twinned = STUDY.replace('protocol:\n', 'protocol:\n  twin: {dataset: log}\n');
  writeFileSync(join(host.cwd, 'mine.yaml'), twinned);
  assert.equal(
    await run('mine.yaml', { only: ['dataset=log', 'format=json'] }, host, drivers()),
    0,
    host.told(),
  );
  const inBlocks = samples().filter(({ firstUse }) => firstUse !== true);
  const blocks = Map.groupBy(inBlocks, ({ session, block }) => `${session} ${block}`);
  for (const rows of blocks.values()) {
    const bytes = (cell: string) => rows.filter((row) => row.cell === cell).map((row) => row.bytesEncoded);
    assert.deepEqual(bytes('json'), bytes('json (twin)'));
  }
  const counts = LOG.map(
    (message) => samples().filter((row) => row.bytesEncoded === jsonBytes(message)).length,
  );
  assert.ok(Math.max(...counts) < 1.2 * Math.min(...counts), `${counts}`);
  const [cell] = summary().cells;
  const mean = LOG.reduce((sum, message) => sum + jsonBytes(message), 0) / LOG.length;
  assert.ok(Math.abs(cell!.bytes!.encoded - mean) < 0.1 * mean);
});

test('the plan says what is skipped and why', async () => {
  const { plan, study } = await planStudy('mine.yaml', { only: ['dataset=orders'] }, host, drivers());
  assert.deepEqual(
    study.payloads.map(({ name }) => name),
    ['orders'],
  );
  assert.deepEqual(
    plan.cells.filter(({ skip }) => skip !== null).map(({ id }) => id),
    ['csv n=20', 'csv n=50'],
  );
  const said = sayPlan(study, plan).replace(/\s+/g, ' ');
  assert.match(said, /dataset orders \(data\/orders\.json: 20 records, 1\.\d+ kB as JSON\)/);
  assert.match(said, /2 skipped: CSV cannot carry \S+: an array/);
});

test('a target that changes own data is not timed, and the session says where', async () => {
  const cheat = () => ({
    answers: (answer: { readonly body: Buffer }) => ({
      ...answer,
      body: Buffer.from(answer.body.toString('latin1').replaceAll('item 7', 'item 8'), 'latin1'),
    }),
  });
  const flags = { only: ['dataset=orders', 'n=20'] };
  assert.equal(await run('mine.yaml', flags, host, drivers({ cheat: cheat as never, isVerified: true })), 4);
  assert.match(
    runFile().sessions[0]!.reason,
    /^no cell can be measured: \[7\]\.name: "item 8", expected "item 7"/,
  );
});

test('a target that takes no data of one’s own leaves them out, and says so', async () => {
  const cheat = () => ({
    parts: (parts: { about: { features: object } }) => {
      const { payloads: _, ...features } = parts.about.features as { payloads?: unknown };
      return { ...parts, about: { ...parts.about, features } };
    },
  });
  assert.equal(await run('mine.yaml', {}, host, drivers({ cheat: cheat as never })), 4);
  assert.match(
    runFile().sessions[0]!.reason,
    /target node does not serve orders: it takes no data of one’s own/,
  );
});

test('a target that serves lists as they are is measured at their number of records, and no other', async () => {
  const cheat = () => withoutResampling(true);
  const flags = { only: ['dataset=orders', 'format=json'] };
  assert.equal(await run('mine.yaml', flags, host, drivers({ cheat, isVerified: true })), 0, host.told());
  const { cells } = summary();
  const statuses = Object.fromEntries(cells.map(({ id, status }) => [id, status]));
  assert.deepEqual([statuses['json n=20'], statuses['json n=50']], ['measured', 'failed']);
  assert.match(
    JSON.stringify(cells),
    /target node serves orders as it is, and does not make 50 records of its 20: take n 20/,
  );
});

test('mistakes in the data are told with those of the study, and nothing is started', async () => {
  writeFileSync(join(host.cwd, 'data', 'orders.json'), '{"data": {"items": [1, 2,]}}');
  await assert.rejects(run('mine.yaml', {}, host, drivers()), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.match(thrown.message, /parts\[0\]\.factors\.dataset\.file: .*orders\.json/);
    assert.match(thrown.message, /parts\[1\]\.factors\.dataset\.file: /);
    return true;
  });
});

test('a resumed run finds the data again, and one whose data are gone says which', async () => {
  const flags = { only: ['dataset=log'] };
  // In the first session: on a slow machine the budget buys no second one.
  const whileWorking = () => host.interrupt();
  assert.equal(await run('mine.yaml', flags, host, drivers({ whileWorking })), 130);
  const dir = recordDir();
  // Whatever becomes of the files, the run goes on with what it read.
  rmSync(join(host.cwd, 'data'), { recursive: true });
  host = fakeHost(host.cwd, QUICK_OWN_TIME);
  const kept = join(host.cwd, 'cache', 'payloads');
  const elsewhere = join(host.cwd, 'elsewhere');
  renameSync(kept, elsewhere);
  await assert.rejects(run(undefined, { resume: dir }, host, drivers()), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.equal(thrown.message, 'the data of log (3 files) are no longer kept as they were read');
    assert.match(thrown.tried[0]!, /no such file/);
    return true;
  });
  rmSync(kept, { recursive: true, force: true });
  renameSync(elsewhere, kept);
  assert.equal(await run(undefined, { resume: dir }, host, drivers()), 0, host.told());
});
