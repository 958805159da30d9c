import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { NOT_BROTLI, withBrotli } from '../../../test/support/records/with-brotli.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { UserError } from '../../base/errors.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import type { RequestCell } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import { type JobAsked, Jobs } from '../../ui/jobs/jobs.ts';
import type { JobSnapshot } from '../../ui/jobs/snapshot.ts';
import type { Flags } from '../../ui/server/flags.ts';
import type { PlannedResult, Point } from '../../ui/studies/asked.ts';
import { planLoaded } from '../study/study-options.ts';
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
  address: null,
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

test('what somebody edited by hand in a record is told as damage of it, and as no bug of the lab', () => {
  writeRecord(join(dir, 'runs/edited'), {
    run: (run) =>
      ({
        ...run,
        status: 'interrupted',
        host: hostFacts(),
        study: { ...run.study, payloads: [null] },
      }) as never,
  });
  const damaged = (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.match(thrown.message, /^edited: is damaged: /);
    return true;
  };
  assert.throws(() => desk.resumable('edited'), damaged);
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

test('a share is told by its own sessions and time, and is given no more of either', () => {
  const share = { nth: 1, of: 2 };
  writeRecord(join(dir, 'runs/share'), {
    run: (run) => ({
      ...run,
      status: 'interrupted',
      plan: { ...run.plan, share },
      sessions: run.sessions.slice(0, 1),
    }),
  });
  const told = desk.resumable('share');
  assert.match(told.says, /^1 of 2 sessions within [345]\d(\.\d+)? s/);
  assert.equal(told.share, '1/2');
  assert.equal(told.refusal, null);
  assert.equal(desk.resumable('before').share, null);
  writeRecord(join(dir, 'runs/whole-share'), { run: (run) => ({ ...run, plan: { ...run.plan, share } }) });
  assert.equal(
    desk.resumable('whole-share').refusal,
    'whole-share is complete, and share 1/2 of a plan, which is fixed',
  );
});

const POINT = { group: 0, mbits: 10, rttMs: 31.6, n: 100 };

/** All of its cells measured so. */
function everywhere(run: RunFile, change: Partial<RequestCell>): RunFile {
  const cells = run.plan.cells.map((cell) => ({
    ...cell,
    factors: { ...(cell.factors as RequestCell), ...change },
  }));
  return { ...run, plan: { ...run.plan, cells } };
}

test('a point that cannot be is refused at once, as far as that disturbs nothing that is measured', async () => {
  writeRecord(join(dir, 'runs/phone'), { run: (run) => everywhere(run, { browser: 'outside' }) });
  const refused = (change: Partial<Point>, flags: Flags, measuring: string | null, why: RegExp) =>
    assert.rejects(
      desk.measurePoint({ record: 'before', ...POINT, ...change }, flags, measuring),
      (thrown) => {
        assert.ok(thrown instanceof UserError, String(thrown));
        assert.match(thrown.message, why);
        return true;
      },
    );
  for (const measuring of [null, 'a run']) {
    await refused({ mbits: 1e9 }, {}, measuring, /point/);
    await refused({}, { budget: 'long' }, measuring, /"long" is not a duration/);
    await refused({ record: 'phone' }, {}, measuring, /browsers that come over networks of their own/);
  }
  writeRecord(join(dir, 'runs/mixed'), {
    run: (run) => ({
      ...run,
      plan: {
        ...run.plan,
        cells: run.plan.cells.map((cell) =>
          cell.factors.format === 'protobuf'
            ? { ...cell, factors: { ...cell.factors, browser: 'outside' } }
            : cell,
        ),
      },
    }),
  });
  assert.equal((await desk.measurePoint({ record: 'mixed', ...POINT }, {}, null)).kind, 'run');
  await refused({ record: 'mixed', group: 1 }, {}, null, /browsers that come over networks of their own/);
  await refused({ n: 101 }, {}, null, /says nothing of 101 objects/);
  // Only its samples tell.
  assert.equal((await desk.measurePoint({ record: 'before', ...POINT, n: 101 }, {}, 'a run')).kind, 'run');
});

test('what its browser does not ask for there is planned with the reason, and never what others are held against', async () => {
  writeRecord(join(dir, 'runs/brotli'), { run: withBrotli });
  const { run, samples } = await readRecord(join(dir, 'runs/brotli'));
  const { study, predicted, ranked } = pointStudy(run, samples, { record: 'brotli', ...POINT }, 7);
  const isBrotli = (cell: RequestCell) => cell.compression.coding === 'br';
  const cells = study.parts.flatMap((part) => part.cells as RequestCell[]);
  assert.equal(cells.filter(isBrotli).length, 1);
  assert.ok(!ranked.some(isBrotli));
  assert.equal(predicted.size, cells.length - 1);
  const { plan } = await planLoaded(study, {}, host, new FakeDrivers({}, {}));
  const skipped = plan.cells.filter(({ skip }) => skip !== null);
  assert.deepEqual(
    skipped.map(({ factors, skip }) => [isBrotli(factors as RequestCell), skip]),
    [[true, NOT_BROTLI]],
  );
});

test('a point is measured with the targets where they were, and is told where they are gone', async () => {
  const gone = { targets: { mine: join(dir, 'away/mine') }, clients: {} };
  writeRecord(join(dir, 'runs/moved'), { run: (run) => ({ ...run, elsewhere: gone }) });
  const { state, failure } = await outcome(await desk.measurePoint({ record: 'moved', ...POINT }, {}, null));
  assert.equal(state, 'failed');
  assert.match(failure!.problem, /made with target mine, which is no longer where it was/);
});

test('a record of another machine says before its point is measured that its predictions are of that one', () => {
  writeRecord(join(dir, 'runs/foreign'));
  assert.match(desk.resumable('foreign').otherMachine!, /^foreign was measured on another machine \(/);
  assert.equal(desk.resumable('before').otherMachine, null);
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
