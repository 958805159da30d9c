import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { SEEN } from '../../../test/support/drivers/fake-load.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { kindOfSession } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { run } from './run.ts';

// Other clients in a whole run: the lab, the real target and the real agent's program in one process, and
// clients that ask nobody.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-clients-'));
let folders = 0;
let host: FakeHost;
let drivers: FakeDrivers;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  writeFileSync(join(dir, 'at-once.yaml'), STUDY);
  host = fakeHost(dir, QUICK_TIME);
  drivers = inProcessDrivers({}, QUICK_TIME);
});
after(() => rmSync(scratch, { recursive: true }));

const STUDY = `study: at-once
title: Clients at once
question: How long does it take meanwhile?
factors: {n: 3, format: json, browser: node, target: node, clients: [0, {count: 10, rate: 0.5/s}]}
protocol: {sessions: 1, budget: 13s, warmup: 0s, timeout: 1s}
`;

const runFile = () =>
  JSON.parse(readFileSync(join(host.cwd, 'out', 'run.json'), 'utf8')) as Recorded<RunFile>;

test('sessions with other clients stand beside those without, and record what they saw', async () => {
  assert.equal(await run('at-once.yaml', { out: 'out' }, host, drivers), 0, host.told());
  const { plan, sessions } = runFile();
  const loads = plan.sessions.map(({ load }) => load?.split(':').slice(0, -1).join(':'));
  assert.deepEqual(loads.toSorted(), ['10@0.5/s', 'copy:10@0.5/s', undefined]);
  assert.equal(new Set(plan.sessions.map((session) => kindOfSession(session as never))).size, 3);
  const clients = sessions.map(({ planned, clients: seen }) => [loads[planned], seen?.clients]);
  assert.ok(clients.every(([asked, seen]) => asked === seen));
  const { fakeLoad } = drivers;
  assert.equal(fakeLoad.asked.length, 2);
  assert.ok(
    fakeLoad.asked.every(({ clients: count, perSecondEach }) => count === 10 && perSecondEach === 0.5),
  );
  assert.equal(fakeLoad.running.size, 0);
  const loaded = sessions.find(({ clients: seen }) => seen?.clients === '10@0.5/s')!;
  assert.deepEqual(loaded.clients!.waitMs, SEEN.waitMs);
  assert.deepEqual(loaded.clients!.cores, { target: [0], generator: [1], machine: 2 });

  // Each asks where its session's target is, or a copy that was started beside it.
  const asked = fakeLoad.asked.map(({ url }) => new URL(url.join('1')));
  const targets = drivers.targets.map(({ url }) => url);
  assert.ok(asked.every(({ origin }) => targets.includes(origin)));
  assert.ok(asked.every(({ searchParams }) => searchParams.get('serial') === '1'));
  // One a session, and the copy.
  assert.equal(drivers.targets.length, sessions.length + 1);
  assert.ok(drivers.targets.every((target) => target.isClosed()));
});

test('what a saturated generator laid does not count', async () => {
  const perSecond = { ...SEEN, dropped: 0, requests: 100, wallMs: 1_000 };
  drivers.fakeLoad.seen = { ...perSecond, cpuMs: { generator: 950, target: 100, copy: 0 } };
  await run('at-once.yaml', { out: 'out' }, host, drivers);
  const { sessions, warnings } = runFile();
  const loaded = sessions.filter(({ clients: seen }) => seen !== undefined);
  assert.ok(loaded.length >= 2);
  assert.ok(
    loaded.every(({ status, reason }) => status === 'failed' && /saturated: k6 used 95 %/.test(reason)),
  );
  assert.ok(warnings.some(({ kind }) => kind === 'generator-saturated'));
});

test('without k6 the cells with other clients are left out, with the reason', async () => {
  drivers.fakeLoad.missing = new EnvironmentError('no k6', ['k6 in PATH'], 'install k6');
  assert.equal(await run('at-once.yaml', { out: 'out' }, host, drivers), 0, host.told());
  const skips = runFile().plan.cells.map(({ skip }) => skip);
  assert.deepEqual(new Set(skips), new Set([null, 'needs k6: no k6']));
  assert.match(
    host.told(),
    /cells of other clients, by k6 are left out: no k6\n.*tried: k6 in PATH\n.*install k6/,
  );
});

test('a limit to keep is refused where nobody else asks, before anything is measured', async () => {
  const only = ['clients=0'];
  await assert.rejects(
    run('at-once.yaml', { out: 'out', keep: 'p95=200ms', only }, host, drivers),
    /^UserError: --keep: nothing is measured among other clients: name them in the study \(clients: \[0, 100@0\.5\/s\]\)$/,
  );
  assert.equal(drivers.targets.length, 0);
});
