import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { kindOfSession } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { Comparison } from '../../summary/comparisons/comparison.ts';
import { run } from './run.ts';

// Slow clients in a whole run: the lab, the real target and the real agent's program in one process, and a
// slowdown that is asked for and slows nobody.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-slow-run-'));
let folders = 0;
let host: FakeHost;
let drivers: FakeDrivers;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  writeFileSync(join(dir, 'slow.yaml'), STUDY);
  host = fakeHost(dir, QUICK_TIME);
  drivers = inProcessDrivers({}, QUICK_TIME);
});
after(() => rmSync(scratch, { recursive: true }));

const STUDY = `study: slow
title: Slow clients
question: What does a cheap phone make of it?
factors: {n: 3, format: json, browser: node, target: node, cpu: [1, 4]}
compare:
  - {factor: cpu, baseline: 1}
protocol: {sessions: 1, budget: 13s, warmup: 0s, timeout: 1s}
`;

const runFile = () =>
  JSON.parse(readFileSync(join(host.cwd, 'out', 'run.json'), 'utf8')) as Recorded<RunFile>;

test('slow clients have sessions of their own, held to known work, and reports say that they are emulated', async () => {
  assert.equal(await run('slow.yaml', { out: 'out' }, host, drivers), 0, host.told());
  const { plan, sessions, warnings } = runFile();
  assert.deepEqual(plan.sessions.map(({ cpu }) => cpu).toSorted(), [4, undefined]);
  assert.equal(new Set(plan.sessions.map((session) => kindOfSession(session as never))).size, 2);
  assert.deepEqual(
    plan.cells.filter(({ twinOf }) => twinOf === null).map(({ id }) => id),
    ['json', 'json cpu=4'],
  );
  const { fakeSlowdown } = drivers;
  assert.deepEqual(fakeSlowdown.asked, [4]);
  assert.equal(fakeSlowdown.places, 0);
  const slowed = sessions.filter(({ slowdown }) => slowdown !== undefined);
  assert.equal(slowed.length, 1);
  const { asked, knownWork } = slowed[0]!.slowdown!;
  assert.equal(asked, 4);
  assert.ok(knownWork!.beforeMs > 0 && knownWork!.slowedMs > 0);
  assert.equal(plan.sessions[slowed[0]!.planned]!.cpu, 4);
  const { comparisons } = JSON.parse(readFileSync(join(host.cwd, 'out', 'summary.json'), 'utf8'));
  assert.deepEqual(
    comparisons.map(({ a, b, sessions: number }: Comparison) => [a, b, number]),
    [['json cpu=4', 'json', 1]],
  );
  // Nobody was slowed, and that does not go unseen.
  assert.ok(warnings.some(({ kind }) => kind === 'slowdown-missed'));
  const report = host.printed().replaceAll(/\s+/g, ' ');
  assert.match(report, /emulated, by a quota that all threads .* of one thread: node asked 4×, reached/);
  assert.match(report, /4× slower \(emulated\)/);
});

test('where no quota can be set the cells of slow clients are left out, with the reason', async () => {
  drivers.fakeSlowdown.missing = new EnvironmentError('no quota', ['/sys: read-only'], 'run as root');
  assert.equal(await run('slow.yaml', { out: 'out' }, host, drivers), 0, host.told());
  const skips = runFile().plan.cells.map(({ skip }) => skip);
  assert.deepEqual(new Set(skips), new Set([null, 'needs a quota of processor time: no quota']));
  assert.match(
    host.told(),
    /cells of slow clients, by a quota of processor time are left out: no quota\n.*tried: \/sys: read-only\n.*run as root/,
  );
});

test('every level that is no slowdown is told, with what one may be', async () => {
  writeFileSync(join(host.cwd, 'slow.yaml'), STUDY.replace('[1, 4]', '[1, 0, 2.5, 11, fast]'));
  await assert.rejects(run('slow.yaml', { out: 'out' }, host, drivers), (thrown: Error) => {
    for (const wrong of ['0', '2.5', '11', 'fast'])
      assert.match(thrown.message, new RegExp(`cpu\\[\\d\\].* ${wrong} is no slowdown: .* to 10`));
    return true;
  });
});
