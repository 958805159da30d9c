// Runs where a browser, a target or the link is missing or does not work: what can be measured is.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { type InProcess, inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_OWN_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { kindOfSession } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { run } from '../run/run.ts';
import { planForPrograms } from '../study/programs-here.ts';
import { planStudy } from '../study/study-options.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-missing-'));
let host: FakeHost;
let folders = 0;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  host = fakeHost(dir, QUICK_OWN_TIME);
  writeFileSync(join(dir, 'tiny.yaml'), TINY);
});
after(() => rmSync(scratch, { recursive: true }));

const TINY = `study: tiny
title: Two formats
question: Which is faster?
factors:
  n: [3]
  format: [json, protobuf]
  browser: node
protocol:
  sessions: 2
  budget: 7s
  warmup: 0s
  timeout: 1s
`;

const surroundings = (given: InProcess): FakeDrivers => inProcessDrivers(given, QUICK_OWN_TIME);
const recordDir = () => join(host.cwd, 'runs', readdirSync(join(host.cwd, 'runs'))[0]!);
const json = (file: string): unknown => JSON.parse(readFileSync(join(recordDir(), file), 'utf8'));
const runFile = () => json('run.json') as Recorded<RunFile>;
const summary = () => json('summary.json') as Recorded<Summary>;

const lacking = (name: string) => new EnvironmentError(`no ${name}`, [`/bin/${name}`], `install ${name}`);

/** Of all programs only `node` is there, as a client and as a target. */
function onlyNode(): FakeDrivers {
  const fakes = surroundings({});
  const node = { agent: fakes.agent('node'), target: fakes.target('node') };
  const find = (name: string) => () => Promise.reject(lacking(name));
  return Object.assign(fakes, {
    agent: (name: string) => (name === 'node' ? node.agent : { ...node.agent, find: find(name) }),
    target: (name: string) => (name === 'node' ? node.target : { ...node.target, find: find(name) }),
  });
}

const BROWSER = 'browser: node\n';
const TARGETS = 'browser: node\n  target: [node, go]\n';

test('a target that is missing is left out with the reason in record and report; the other is measured', async () => {
  writeFileSync(
    join(host.cwd, 'two.yaml'),
    TINY.replace(BROWSER, TARGETS).replace('sessions: 2', 'sessions: 1'),
  );
  assert.equal(await run('two.yaml', { budget: '9s' }, host, onlyNode()), 0, host.told());
  const reasons = new Set(runFile().plan.cells.map(({ factors, skip }) => `${factors.target} ${skip}`));
  assert.deepEqual(reasons, new Set(['node null', 'go needs the target go: no go']));
  assert.ok(
    summary().cells.every(({ factors, status }) => (factors.target === 'node') === (status === 'measured')),
  );
  assert.match(
    host.told(),
    /note: cells of target go are left out: no go\nnote: {3}tried: \/bin\/go\nnote: {3}to mend it: install go\n/,
  );
  // Of many warnings of a busy machine the terminal has the first alone.
  assert.match(host.printed(), /^Left out: 2 of 4 cells \(needs the target go: no go\)$/m);
  const told = summary().warnings.map(({ what }) => what);
  assert.match(told.join('\n'), /2 cells were skipped: needs the target go: no go/);
});

/** What a run of the study would measure here, and with what: the study is planned as for an hour. */
async function plannedWith(factors: string, drivers: FakeDrivers) {
  writeFileSync(join(host.cwd, 'tiny.yaml'), TINY.replace(BROWSER, factors).replace('7s', '1h'));
  const { study, plan } = await planStudy('tiny.yaml', {}, host, drivers);
  const kept = await planForPrograms(study, plan, host, drivers, () => {});
  const reasons = kept.cells.flatMap(({ skip }) => skip ?? []);
  return { kinds: new Set(kept.sessions.map(kindOfSession)), reasons: new Set(reasons) };
}

test('all that is missing is told at once, each as a reason, and nothing is built to find out', async () => {
  const drivers = onlyNode();
  const { kinds, reasons } = await plannedWith(
    'browser: [node, firefox]\n  target: [node, go, tomcat]\n',
    drivers,
  );
  assert.deepEqual(kinds, new Set(['node node loopback']));
  assert.deepEqual(
    reasons,
    new Set([
      'needs the browser firefox: no firefox',
      'needs the target go: no go',
      'needs the target tomcat: no tomcat',
    ]),
  );
  assert.match(
    host.told().replaceAll('\n', ' '),
    /firefox are left out.*go are left out.*tomcat are left out/,
  );
});

test('programs that lack the same are told in one paragraph', async () => {
  const drivers = onlyNode();
  const node = drivers.target('node');
  const same = () => Promise.reject(new EnvironmentError('no mvn', ['/bin/mvn'], 'apt-get install maven'));
  const target = (name: string) => (name === 'node' ? node : { ...node, find: same });
  await plannedWith(
    'browser: node\n  target: [node, tomcat, glassfish]\n',
    Object.assign(drivers, { target }),
  );
  assert.equal(host.told().match(/left out/g)?.length, 1);
  assert.match(
    host.told(),
    /cells of targets (tomcat and glassfish|glassfish and tomcat) are left out: no mvn/,
  );
});

test('a target that cannot be built, and a client, are left out with the first line of why', async () => {
  // It is built when it is first started: to be held to the contract.
  const drivers = surroundings({ verifies: true });
  const [client, server] = [drivers.agent('node'), drivers.target('node')];
  const fails = () =>
    Promise.reject(new EnvironmentError('cannot be built: [ERROR] here\nand there', [], 'mend it'));
  const failing = Object.assign(drivers, {
    agent: (name: string) => (name === 'node' ? client : { ...client, prepare: fails }),
    target: (name: string) => (name === 'node' ? server : { ...server, start: fails }),
  });
  const { kinds, reasons } = await plannedWith('browser: [node, chromium]\n  target: [node, go]\n', failing);
  assert.deepEqual(kinds, new Set(['node node loopback']));
  assert.deepEqual(
    reasons,
    new Set(
      ['chromium', 'go'].map(
        (name) =>
          `needs the ${name === 'go' ? 'target' : 'browser'} ${name}: cannot be built: [ERROR] here …`,
      ),
    ),
  );
});

test('where nothing is left everything that is missing is told at once', async () => {
  const factors = 'browser: firefox\n  target: [go, tomcat]\n';
  await assert.rejects(plannedWith(factors, onlyNode()), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    const missing = thrown.message.split('; ').sort();
    assert.deepEqual(missing, [
      'browser firefox: no firefox',
      'target go: no go',
      'target tomcat: no tomcat',
    ]);
    assert.match(
      thrown.remedy,
      /^install firefox; .*; or ask the server that comes with Wirefare: --target node$/,
    );
    return true;
  });
});

test('a missing browser is told before anything is started or written', async () => {
  const missing = new EnvironmentError('there is no node', ['/usr/bin/node'], 'apt install nodejs');
  const drivers = surroundings({ missing });
  await assert.rejects(run('tiny.yaml', {}, host, drivers), missing);
  assert.equal(drivers.targets.length, 0);
  assert.equal(existsSync(join(host.cwd, 'runs')), false);
});

test('a study of which nothing can be run here says so and leaves no record', async () => {
  writeFileSync(join(host.cwd, 'tiny.yaml'), TINY.replace('browser: node', 'browser: node\n  network: 3g'));
  const missing = new EnvironmentError('no namespaces', [], 'allow them');
  const drivers = surroundings({ link: { missing }, missing: new EnvironmentError('no node', [], 'get it') });
  await assert.rejects(
    run('tiny.yaml', {}, host, drivers),
    /none of the 2 cells can be run here: no namespaces; no node$/,
  );
  assert.equal(existsSync(join(host.cwd, 'runs')), false);
});
