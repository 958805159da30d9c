import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { type RecordChange, writeRecord } from '../../../test/support/records/written-record.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { EXIT_FAILED } from '../../base/exit-codes.ts';
import { Jobs } from '../../ui/jobs/jobs.ts';
import type { RunResult } from '../../ui/jobs/run-result.ts';
import { isOpen, type JobSnapshot } from '../../ui/jobs/snapshot.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { watched } from './watched-run.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-watched-'));
after(() => rmSync(dir, { recursive: true }));
const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** What the page is told of a run that leaves this record. */
async function afterRun(name: string, change: RecordChange = {}): Promise<JobSnapshot> {
  const record = join(dir, name);
  writeRecord(record, change);
  const { run, summary } = await readRecord(record);
  const jobs = new Jobs(clock);
  const place = { host: fakeHost(dir, clock), dir: null, recordsIn: dir, doing: 'reading it' };
  const { id } = jobs.start({
    kind: 'run',
    title: 'study a',
    work: (job) =>
      watched(job, place, async (_, { watcher }) => {
        watcher!.ended(run, summary, record);
        return EXIT_FAILED;
      }),
  });
  return new Promise((resolve) => {
    jobs.follow(() => {
      const snapshot = jobs.snapshot(id);
      if (!isOpen(snapshot)) resolve(snapshot);
    });
  });
}

test('a run that failed is told as that, with what was measured until then', async () => {
  const reason = 'chromium went away';
  const { state, failure, result } = await afterRun('failed', {
    run: (run) => ({ ...run, status: 'failed', reason }),
  });
  const says = `The run failed: 4 of 4 sessions complete; ${reason}`;
  assert.deepEqual([state, failure], ['failed', { problem: says }]);
  const { ending, answers } = result as RunResult;
  assert.equal(ending, says);
  assert.ok(answers.length > 0);
});

test('a run that broke off has why, and beside it what was measured until then', async () => {
  const record = join(dir, 'broken');
  writeRecord(record);
  const { run, summary } = await readRecord(record);
  const jobs = new Jobs(clock);
  const place = { host: fakeHost(dir, clock), dir: null, recordsIn: dir, doing: 'reading it' };
  const after = async (thrown: Error, stops: boolean) => {
    const { id } = jobs.start({
      kind: 'run',
      title: 'study a',
      work: (job) =>
        watched(job, place, async (_, { watcher }) => {
          if (stops) jobs.stop(id);
          watcher!.ended({ ...run, status: 'interrupted', reason: 'the run died' }, summary, record);
          throw thrown;
        }),
    });
    while (isOpen(jobs.snapshot(id))) await new Promise((resolve) => setImmediate(resolve));
    return jobs.snapshot(id);
  };
  const full = await after(new EnvironmentError('no room', ['ENOSPC'], 'make room'), false);
  assert.deepEqual(
    [full.state, full.failure],
    ['failed', { problem: 'no room', tried: ['ENOSPC'], remedy: 'make room' }],
  );
  assert.ok((full.result as RunResult).answers.length > 0);
  const stopped = await after(new Error('the browser is gone'), true);
  assert.deepEqual(
    [stopped.state, stopped.failure, stopped.notes],
    ['stopped', null, ['the browser is gone']],
  );
  assert.notEqual(stopped.result, null);
});

test('what came of a run is told in the words of the page', async () => {
  const reason = 'no time for more (--budget)';
  const { failure, result } = await afterRun('short', {
    options: { sessions: 2 },
    run: (run) => ({ ...run, status: 'failed', reason }),
  });
  const says = 'The run failed: 2 of 2 sessions complete; no time for more';
  assert.deepEqual([failure, (result as RunResult).ending], [{ problem: says }, says]);
  const { how: _, ...told } = result as RunResult;
  assert.ok(
    told.warnings.some(({ what }) => /sessions? /.test(what)),
    JSON.stringify(told.warnings),
  );
  assert.doesNotMatch(JSON.stringify(told), /(?<!\w)--\w/);
});

test('a run that completed, or was stopped from without, has not failed', async () => {
  const complete = await afterRun('complete');
  assert.deepEqual([complete.state, (complete.result as RunResult).ending], ['done', null]);
  const interrupted = await afterRun('interrupted', {
    run: (run) => ({ ...run, status: 'interrupted', reason: 'Ctrl-C' }),
  });
  assert.equal(interrupted.state, 'done');
  assert.match((interrupted.result as RunResult).ending!, /^The run was interrupted: .*; Ctrl-C$/);
});

test('a run may ask whether a browser that is to measure watches it', async () => {
  const jobs = new Jobs(clock);
  const [watching, another] = ['Firefox', 'Chrome'].map((userAgent) => ({ address: '127.0.0.1', userAgent }));
  jobs.watching.came(watching!);
  const place = { host: fakeHost(dir, clock), dir: null, recordsIn: dir, doing: 'reading it' };
  const told: boolean[] = [];
  const { id } = jobs.start({
    kind: 'run',
    title: 'study a',
    work: (job) =>
      watched(job, place, async (_, { watcher }) => {
        for (const browser of [watching!, another!]) told.push(watcher!.isWatching!(browser));
        return EXIT_FAILED;
      }),
  });
  await new Promise<void>((resolve) => jobs.follow(() => void (isOpen(jobs.snapshot(id)) || resolve())));
  assert.deepEqual(told, [true, false]);
});
