import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { UserError } from '../../base/errors.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import { type JobAsked, Jobs } from '../../ui/jobs/jobs.ts';
import type { JobSnapshot } from '../../ui/jobs/snapshot.ts';
import type { PlannedResult } from '../../ui/studies/asked.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { pointStudy } from './point-study.ts';
import { studyDesk } from './study-desk.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-desk-'));
after(() => rmSync(dir, { recursive: true }));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const host = fakeHost(dir, clock);
writeRecord(join(dir, 'runs/before'), { run: (run) => ({ ...run, host: hostFacts() }) });
const desk = studyDesk({
  host,
  recordsIn: join(dir, 'runs'),
  folderOf: (record) => join(dir, 'runs', record),
  driversFor: () => new FakeDrivers({}, {}),
});

function outcome(asked: JobAsked): Promise<JobSnapshot> {
  const jobs = new Jobs(clock);
  const { id } = jobs.start(asked);
  return new Promise((resolve) => {
    jobs.follow(() => {
      const snapshot = jobs.snapshot(id);
      if (snapshot.state === 'done' || snapshot.state === 'failed') resolve(snapshot);
    });
  });
}

const TEXT = `study: mine
title: Mine
question: Which?
factors:
  n: [10, 100]
  format: [json, msgpack]
  browser: node
protocol:
  budget: 20s
`;

test('a plan is that of the text as it stands, with what larger budgets buy', async () => {
  const { state, result, failure } = await outcome(desk.plan({ id: 'mine.yaml', text: TEXT }, {}));
  assert.equal(state, 'done', failure?.problem);
  const { facts, tables, text } = result as PlannedResult;
  assert.deepEqual(facts[0], ['4 cells', 'all are run']);
  assert.equal(facts[2]![0], '20 s');
  const [cells, budgets, comparisons] = tables;
  assert.deepEqual(cells!.rows, [['Mine', '4 of 4', '']]);
  assert.deepEqual(
    budgets!.rows.map(([time]) => time),
    ['20 s', '40 s', '1.67 min', '5 min'],
  );
  assert.equal(comparisons!.rows.length, 2);
  assert.match(text, /^mine: Mine\n/);
});

test('a plan drives no run out, since it can be made again', () => {
  const mine = { id: 'mine.yaml', text: TEXT };
  assert.equal(desk.plan(mine, {}).isPassing, true);
  assert.notEqual(desk.run(mine, {}).isPassing, true);
});

test('mistakes that only planning finds are told with their place, and flags of the terminal are not taken', async () => {
  const text = TEXT.replace('n: [10, 100]', 'dataset: {file: nothing.json}');
  const { state, failure } = await outcome(desk.plan({ id: 'mine.yaml', text }, { seed: 'x', out: '/etc' }));
  assert.equal(state, 'failed');
  assert.match(failure!.problem, /^mine\.yaml:5: factors\.dataset\.file: .*nothing\.json/);
  const flagged = await outcome(desk.run({ id: 'mine.yaml', text: TEXT }, { browser: 'netscape' }));
  assert.match(flagged.failure!.problem, /^browser: unknown browser "netscape"/);
});

test('a record that is complete is gone on with for more, and what cannot be is told at once', async () => {
  assert.match(desk.resumable('before').says, /^4 of 4 sessions/);
  assert.equal(desk.resumable('before').refusal, null);
  assert.deepEqual(desk.resumable('before').notKept, { headers: [], addresses: [] });
  assert.throws(() => desk.resume('before', { budget: 'long' }), UserError);
  // Not as a job that waits for its turn.
  assert.throws(() => desk.resume('before', {}), /is complete/);
  const untidy = () => desk.resume('before', { budget: '5m', header: 'X-One: 1\na secret' });
  assert.throws(untidy, /^UserError: --header: is not written 'Name: value'$/);
  writeRecord(join(dir, 'runs/merged'), {
    run: (run) => ({ ...run, merged: { machines: [], records: [{ name: 'a' }, { name: 'b' }] } }) as never,
  });
  assert.match(desk.resumable('merged').refusal!, /^merged was put together from 2 records; go on with one/);
  assert.throws(() => desk.resume('merged', { budget: '5m' }), /put together from 2 records/);
});

test('a point is every way of the record over just that network, and no other point is', async () => {
  const { run, samples } = await readRecord(join(dir, 'runs/before'));
  const point = { record: 'before', group: 0, mbits: 10, rttMs: 31.6, n: 100 };
  const { study, predicted } = pointStudy(run, samples, point, 7);
  const cells = study.parts.flatMap((part) => part.cells);
  assert.ok(cells.length > 1 && cells.every(({ n, network }) => n === 100 && network === 'point'));
  assert.equal(predicted.size, cells.length);
  assert.deepEqual(
    study.networks.map(({ name, downKbits, upKbits, rttMs }) => [name, downKbits, upKbits, rttMs]),
    [['point', 10_000, 10_000, 31.6]],
  );
  assert.ok(study.networks[0]!.queueBytes > 0, 'a wire has a queue');
  for (const wrong of [{ n: 1.5 }, { mbits: Number.NaN }, { rttMs: -1 }, { group: 9 }, { mbits: 1e9 }])
    assert.throws(
      () => pointStudy(run, samples, { ...point, ...wrong }, 7),
      UserError,
      JSON.stringify(wrong),
    );
});

test('the form is made for the programs of this machine', () => {
  const text = JSON.stringify(desk.schema());
  assert.ok(text.includes('"outside"') && desk.browsers.includes('outside'));
  const edited = desk.edited({
    id: 'quick',
    text: readFileSync(join(PROJECT_ROOT, 'studies/quick.yaml'), 'utf8'),
    path: ['protocol', 'budget'],
    value: '2m',
  });
  assert.equal(
    edited,
    readFileSync(join(PROJECT_ROOT, 'studies/quick.yaml'), 'utf8').replace('budget: 55s', 'budget: 2m'),
  );
});
