import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import type { FakeLinkScript } from '../../../test/support/drivers/fake-link.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { type InProcess, inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { planStudy } from '../study/study-options.ts';
import { run } from './run.ts';

// Whole runs over a link without packets: what is asked of the link, and what comes of what it answers.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-cli-link-'));
let host: FakeHost;
let drivers: FakeDrivers;
let folders = 0;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  host = fakeHost(dir, QUICK_TIME);
  writeFileSync(join(dir, 'both.yaml'), BOTH);
  const linked = BOTH.replace('[none, 10mbit, lan]', '[10mbit, lan]').replace('budget: 12s', 'budget: 11s');
  writeFileSync(join(dir, 'linked.yaml'), linked);
});
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets, ...drivers.fakeLink.opened]) {
    assert.ok(fake.isClosed(), 'everything is closed');
  }
});
after(() => rmSync(scratch, { recursive: true }));

/** Its budget is hardly more than what the plan needs: a run takes all of it. */
const BOTH = `study: both
title: Over three networks
question: Which is faster?
factors:
  n: [3]
  format: [json, protobuf]
  network: [none, 10mbit, lan]
  browser: node
protocol:
  sessions: 1
  budget: 12s
  warmup: 0s
  timeout: 1s
`;

const NO_TUN = new EnvironmentError(
  'no namespaces can be made here',
  ['unshare(CLONE_NEWNET): Operation not permitted'],
  'sudo sysctl kernel.unprivileged_userns_clone=1',
);

function given(link: FakeLinkScript, more: Omit<InProcess, 'link'> = {}): FakeDrivers {
  drivers = inProcessDrivers({ ...more, link }, QUICK_TIME);
  return drivers;
}

const recordDir = () => join(host.cwd, 'runs', readdirSync(join(host.cwd, 'runs'))[0]!);
const json = (file: string): unknown => JSON.parse(readFileSync(join(recordDir(), file), 'utf8'));
const runFile = () => json('run.json') as Recorded<RunFile>;
const summary = () => json('summary.json') as Recorded<Summary>;
const samples = () =>
  readFileSync(join(recordDir(), 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);

test('one link carries every emulated network of a run; sessions on loopback know nothing of it', async () => {
  assert.equal(await run('both.yaml', {}, host, given({})), 0, host.told());
  const { opened, examined } = drivers.fakeLink;
  assert.deepEqual(examined, [['lan', '10mbit']]);
  assert.deepEqual(
    opened.map(({ networks }) => networks),
    [['lan', '10mbit']],
  );
  const { link, plan, sessions } = runFile();
  assert.deepEqual(
    link?.networks.map(({ profile }) => profile.name),
    ['lan', '10mbit'],
  );
  assert.deepEqual(plan.sessions.map(({ place }) => place).toSorted(), ['link', 'loopback']);
  assert.ok(sessions.every(({ status }) => status === 'complete'));
  assert.ok(summary().cells.every(({ status }) => status === 'measured'));
  assert.ok(opened[0]!.asked.some((what) => /^lab \d+$/.test(what)));
  assert.ok(opened[0]!.asked.some((what) => /^lan \d+ warm$/.test(what)));
});

test('a study without emulated networks never looks for a link', async () => {
  writeFileSync(join(host.cwd, 'none.yaml'), BOTH.replace('[none, 10mbit, lan]', 'none'));
  const { noLink, plan } = await planStudy('none.yaml', {}, host, given({ missing: NO_TUN }));
  assert.deepEqual([drivers.fakeLink.examined, noLink], [[], null]);
  assert.ok(plan.sessions.every(({ place }) => place === 'loopback'));
});

test('a machine without a link measures what needs none, and says what was tried and what mends it', async () => {
  assert.equal(await run('both.yaml', {}, host, given({ missing: NO_TUN })), 0, host.told());
  assert.match(host.told(), /cells on emulated networks are left out: no namespaces can be made here/);
  assert.match(host.told(), /tried: unshare\(CLONE_NEWNET\): Operation not permitted/);
  assert.match(host.told(), /to mend it: sudo sysctl/);
  assert.match(host.told(), /or: --link modelled takes a model of TCP instead of packets/);
  const skipped = summary().cells.filter(({ status }) => status === 'skipped');
  assert.deepEqual(
    skipped.map(({ id, reason }) => `${id}: ${reason}`),
    ['json', 'protobuf'].flatMap((format) =>
      ['10mbit', 'lan'].map(
        (network) => `${format} ${network}: needs the link: no namespaces can be made here`,
      ),
    ),
  );
});

test('where nothing is left without the link, the run ends with what was tried and leaves no record', async () => {
  await assert.rejects(run('linked.yaml', {}, host, given({ missing: NO_TUN })), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.message, /none of the 4 cells can be run here: no namespaces can be made here/);
    assert.deepEqual(thrown.tried, NO_TUN.tried);
    assert.ok(thrown.remedy.startsWith(`${NO_TUN.remedy}; or: --link modelled`), thrown.remedy);
    return true;
  });
  assert.throws(() => readdirSync(join(host.cwd, 'runs')));
});

test('a link out of its bounds ends the run before anything is measured', async () => {
  const outOfBounds = new EnvironmentError(
    'the link is out of its bounds: lan',
    ['lan by tun'],
    'a quieter machine',
  );
  await assert.rejects(run('both.yaml', {}, host, given({ outOfBounds })), /out of its bounds: lan/);
  assert.deepEqual([runFile().status, runFile().reason], ['failed', outOfBounds.message]);
  assert.deepEqual(runFile().sessions, []);
});

test('blocks whose packets were late are void, repeated, counted and told', async () => {
  let asked = 0;
  const audit = () => ({ latenessMsP99: asked++ % 4 === 1 ? 4 : 0.01 });
  // What is void at the very end has no time for its repeat.
  const flags = { budget: '14s' };
  assert.equal(await run('linked.yaml', flags, host, given({ audit })), 0, host.told());
  const { voidedBlocks, blocks } = runFile().sessions[0]!;
  assert.ok(voidedBlocks.length > 0 && voidedBlocks.length < blocks!);
  assert.ok(voidedBlocks.every(({ cause }) => cause === 'late'));
  const repeated = new Set(samples().map(({ block }) => block));
  const first = voidedBlocks.find(({ block }) => block < 1_000_000_000)!;
  assert.ok(repeated.has(1_000_000_000 + first.block), 'it is repeated');
  assert.ok(
    samples()
      .filter(({ block }) => block === first.block)
      .every(({ warmup }) => warmup),
  );
  assert.ok(summary().warnings.some(({ kind }) => kind === 'link-disturbed'));
  const told = `${voidedBlocks.length} of ${blocks} blocks were void: the link was late`;
  assert.ok(host.printed().replace(/\s+/g, ' ').includes(told), host.printed());
});

test('a link that dies costs its session and is set up again', async () => {
  const whileWorking = () => {
    if (drivers.fakeLink.opened.length === 1) drivers.fakeLink.opened[0]!.exit({ signal: 'SIGKILL' });
  };
  assert.equal(await run('linked.yaml', {}, host, given({}, { whileWorking })), 0, host.told());
  assert.deepEqual(
    runFile().sessions.map(({ status, reason }) => `${status} ${reason}`),
    ['failed the link was ended by SIGKILL', 'complete '],
  );
  assert.equal(drivers.fakeLink.opened.length, 2);
  assert.ok(
    summary().warnings.some(({ what }) => what.startsWith('the link ended in the middle of the run')),
  );
});

test('a link that hangs on an audit does not hold up Ctrl-C', async () => {
  const audit = () => {
    host.interrupt();
    return new Promise<never>(() => {});
  };
  assert.equal(await run('linked.yaml', {}, host, given({ audit })), 130);
  assert.equal(runFile().status, 'interrupted');
});

test('Ctrl-C while it is seen whether there can be a link leaves no cell out of the record', async () => {
  const missing = new EnvironmentError('the link cannot be set up: it was ended', [], 'none');
  host.interrupt();
  assert.equal(await run('linked.yaml', {}, host, given({ missing })), 130);
  assert.doesNotMatch(host.told(), /left out/);
  const resume = recordDir();
  host = fakeHost(host.cwd, QUICK_TIME);
  assert.equal(await run(undefined, { resume }, host, given({})), 0, host.told());
  assert.equal(runFile().link?.networks.length, 2);
});

test('a record that was begun over packets goes on over packets, one by the model by the model', async () => {
  const audit = () => {
    host.interrupt();
    return new Promise<never>(() => {});
  };
  assert.equal(await run('linked.yaml', {}, host, given({ audit })), 130);
  const resume = recordDir();
  const again = (flags: { readonly link?: string }) =>
    run(undefined, { resume, ...flags }, fakeHost(host.cwd, QUICK_TIME), given({}));
  await assert.rejects(again({ link: 'modelled' }), /the sessions in the record are over packets/);
  const before = runFile();
  const networks = before.link!.networks.map((network) => ({ ...network, engine: 'modelled' }));
  writeFileSync(join(resume, 'run.json'), JSON.stringify({ ...before, link: { ...before.link, networks } }));
  await assert.rejects(again({ link: 'tun' }), /the sessions in the record are by the model/);
  assert.equal(await again({}), 0);
});

test('a resumed run sets the link up again for the sessions that are left', async () => {
  const whileWorking = () => host.interrupt();
  assert.equal(await run('linked.yaml', {}, host, given({}, { whileWorking })), 130);
  const dir = recordDir();
  assert.equal(runFile().link?.networks.length, 2);
  for (const fake of [...drivers.agents, ...drivers.targets]) assert.ok(fake.isClosed());

  host = fakeHost(host.cwd, QUICK_TIME);
  assert.equal(await run(undefined, { resume: dir }, host, given({})), 0, host.told());
  assert.equal(drivers.fakeLink.opened.length, 1);
  assert.deepEqual(
    runFile().sessions.map(({ status }) => status),
    ['interrupted', 'complete'],
  );
});
