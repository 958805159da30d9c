import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import type { FakeLinkScript } from '../../../test/support/drivers/fake-link.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { HELD_FROM } from '../../record/held.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { run } from './run.ts';

// Whole runs with a part that predictions are held beside, over a link without packets.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-cli-held-'));
let host: FakeHost;
let drivers: FakeDrivers;
let folders = 0;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  host = fakeHost(dir, QUICK_TIME);
  writeFileSync(join(dir, 'held.yaml'), STUDY);
});
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets, ...drivers.fakeLink.opened]) {
    assert.ok(fake.isClosed(), 'everything is closed');
  }
});
after(() => rmSync(scratch, { recursive: true }));

const STUDY = `study: held
title: On loopback, and beside it
question: Which is faster?
factors: {browser: node}
parts:
  - {name: local, title: On loopback, factors: {n: 3, format: [json, protobuf]}}
  - {name: far, title: Over a network, held: 4s, factors: {n: 3, format: json, network: 10mbit}}
protocol: {sessions: 1, budget: 5s, warmup: 0s, timeout: 1s}
`;
const FAR = 'json 10mbit';

function given(link: FakeLinkScript): FakeDrivers {
  drivers = inProcessDrivers({ link }, QUICK_TIME);
  return drivers;
}

const recordDir = () => join(host.cwd, 'runs', readdirSync(join(host.cwd, 'runs'))[0]!);
const json = (file: string): unknown => JSON.parse(readFileSync(join(recordDir(), file), 'utf8'));
const runFile = () => json('run.json') as Recorded<RunFile>;
const summary = () => json('summary.json') as Recorded<Summary>;
const heldOf = (file: Recorded<RunFile>) => file.held!;

test('what predictions are held beside is measured last, and nothing else of the run knows of it', async () => {
  assert.equal(await run('held.yaml', {}, host, given({})), 0, host.told());
  const file = runFile();
  assert.deepEqual(
    [...file.plan.cells, ...file.plan.sessions.flatMap(({ panels }) => panels)].filter((each) =>
      JSON.stringify(each).includes('10mbit'),
    ),
    [],
  );
  assert.equal(file.link, null);
  assert.equal(file.status, 'complete');
  const { plan, sessions, link, reason } = heldOf(file);
  assert.deepEqual([plan.cells.map(({ id }) => id), reason], [[FAR], '']);
  assert.deepEqual(
    link!.networks.map(({ profile }) => profile.name),
    ['10mbit'],
  );
  assert.ok(sessions.length > 0 && sessions.every(({ status }) => status === 'complete'));
  assert.ok(sessions.every(({ session }) => session >= HELD_FROM));
  const rows = readFileSync(join(recordDir(), 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
  const firstHeld = rows.findIndex(({ session }) => session >= HELD_FROM);
  assert.ok(firstHeld > 0 && rows.slice(firstHeld).every(({ session }) => session >= HELD_FROM));

  const { cells, comparisons, held, link: told } = summary();
  assert.ok(cells.every(({ id }) => id !== FAR));
  assert.ok(comparisons.every(({ a, b }) => a !== FAR && b !== FAR));
  assert.deepEqual(
    held!.map(({ id, status }) => [id, status]),
    [[FAR, 'measured']],
  );
  assert.deepEqual(
    told!.networks.map(({ name }) => name),
    ['10mbit'],
  );
  assert.match(host.told(), /sessions? more: 1 cell to hold predictions beside/);
});

test('a machine without a link spends no time on it, and says so in one line', async () => {
  const missing = new EnvironmentError('no namespaces can be made here', ['unshare: no'], 'be root');
  assert.equal(await run('held.yaml', {}, host, given({ missing })), 0, host.told());
  const notes = host
    .told()
    .split('\n')
    .filter((line) => line.startsWith('note: '));
  assert.deepEqual(
    notes.filter((note) => !/provisional|buy about/.test(note)),
    ['note: nothing is measured beside the predictions over 10mbit: no namespaces can be made here'],
  );
  const { status, held } = runFile();
  assert.equal(status, 'complete');
  assert.deepEqual([held!.sessions, held!.plan.sessions], [[], []]);
  const { cells, warnings, predicted } = summary();
  assert.deepEqual([cells.length, predicted], [3, undefined]);
  assert.ok(warnings.every(({ what }) => !what.includes('namespaces')));
  assert.match(
    host.printed().replace(/\s+/g, ' '),
    /Predicted alone, without a measurement beside it: 1 cell over 10mbit \(needs the link: no namespaces/,
  );
});

test('a link out of its bounds takes nothing from what was measured without it', async () => {
  const refused = new EnvironmentError('the link is out of its bounds', ['tun'], 'end other work');
  assert.equal(await run('held.yaml', {}, host, given({ outOfBounds: refused })), 0, host.told());
  const file = runFile();
  assert.deepEqual([file.status, heldOf(file).reason], ['complete', 'the link is out of its bounds']);
  const { cells, held } = summary();
  assert.ok(cells.every(({ status }) => status === 'measured'));
  assert.deepEqual(
    held!.map(({ status, reason }) => [status, reason]),
    [['failed', 'the link is out of its bounds']],
  );
});

test('a run that is interrupted there is gone on with there, and measures nothing else again', async () => {
  const whileHeld = () => {
    host.interrupt();
    return {};
  };
  assert.equal(await run('held.yaml', {}, host, given({ audit: whileHeld })), 130, host.told());
  const before = runFile();
  assert.equal(before.status, 'interrupted');
  assert.deepEqual(
    before.sessions.map(({ status }) => status),
    ['complete'],
  );
  assert.ok(heldOf(before).sessions.every(({ status }) => status !== 'complete'));

  const dir = recordDir();
  host = fakeHost(host.cwd, QUICK_TIME);
  assert.equal(await run(undefined, { resume: dir }, host, given({})), 0, host.told());
  const after = runFile();
  assert.equal(after.status, 'complete');
  assert.deepEqual(after.sessions, before.sessions);
  const numbers = heldOf(after).sessions.map(({ session, status }) => [session, status]);
  assert.deepEqual(numbers.at(-1), [HELD_FROM + numbers.length - 1, 'complete']);
  assert.deepEqual(
    summary().held!.map(({ status }) => status),
    ['measured'],
  );
});
