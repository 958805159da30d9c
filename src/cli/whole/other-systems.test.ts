// What works without namespaces works on macOS and Windows too, and what does not is refused with the reason.
// Node says that it is there; files and paths stay this machine's.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { fakeProgram } from '../../../test/support/ci/fake-program.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { realDrivers } from '../../drive/catalogue.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
import { bundlePage } from '../../run/agents/bundle-page.ts';
import { networksNamed } from '../advise/flags.ts';
import { runCli } from '../program.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-systems-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const own = Object.getOwnPropertyDescriptor(process, 'platform')!;
const pretend = (platform: string) => Object.defineProperty(process, 'platform', { ...own, value: platform });
afterEach(() => Object.defineProperty(process, 'platform', own));

const ORDERS = Array.from({ length: 20 }, (_, id) => ({ id, status: 'open', total: id / 4 }));
writeFileSync(join(scratch, 'orders.json'), JSON.stringify(ORDERS));
for (const name of ['before', 'after']) {
  const { run, rows, probes } = syntheticRecord({ sessions: 3, blocks: 3 });
  const dir = mkdtempSync(join(scratch, `${name}-`));
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(join(dir, 'run.json'), recordedJson(run, 0));
  const samples = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row));
  writeFileSync(join(dir, 'samples.ndjson'), lines(samples));
  writeFileSync(join(dir, 'probes.ndjson'), lines(probes));
}
const [first, second] = ['before', 'after'].map(
  (name) => readdirSync(scratch).find((dir) => dir.startsWith(name))!,
);

async function printed(...args: string[]): Promise<string> {
  const host = fakeHost(scratch, clock);
  assert.equal(await runCli(args, host), 0, host.told());
  return host.printed();
}

const EVERYWHERE = [
  ['sizes', 'orders.json'],
  ['schema', 'orders.json'],
  ['schema', '--json-of', 'sizes'],
  ['plan', 'quick', '--only', 'network=none'],
  ['list', 'targets'],
  ['networks'],
  ['report', first!],
  ['report', first!, '--format', 'md'],
  ['report', first!, '--format', 'parquet', '--out', 'samples.parquet'],
  ['compare', first!, second!],
  ['predict', first!],
  ['completion', 'bash'],
];

test('on macOS and Windows these verbs print what they print on Linux', async () => {
  for (const args of EVERYWHERE) {
    const here = await printed(...args);
    assert.notEqual(here, '');
    for (const platform of ['darwin', 'win32']) {
      pretend(platform);
      assert.equal(await printed(...args), here, `${args.join(' ')} on ${platform}`);
      Object.defineProperty(process, 'platform', own);
    }
  }
});

test('emulated networks are refused elsewhere, with what there is instead, and nothing is built for them', async () => {
  pretend('darwin');
  const host = fakeHost(scratch, clock);
  assert.equal(await runCli(['networks', 'check', '3g'], host), 4);
  // `networks` has no --link.
  assert.match(host.printed().replaceAll(/\s+/g, ' '), /macOS has no network namespaces.*run it on Linux/);
  assert.doesNotMatch(host.printed(), /--link/);
});

/** What a system has in PATH, played by scripts: of Windows `taskkill`, which notes whom it ends. */
const PROGRAMS = join(scratch, 'programs');
const ENDED = join(scratch, 'ended.txt');
const MODEL = join(PROGRAMS, 'model');
mkdirSync(PROGRAMS);
fakeProgram(
  PROGRAMS,
  'taskkill',
  `echo "$*" >>${ENDED}
end() { for child in $(cat /proc/$1/task/*/children 2>/dev/null); do end "$child"; done; kill -KILL "$1" 2>/dev/null; }
end "$2"`,
);
fakeProgram(
  PROGRAMS,
  'model',
  `read -r setup
echo '{"ready":true,"version":"0","pid":1,"engine":"modelled"}'
cat >/dev/null`,
);

const surroundings = () => {
  const host = fakeHost(scratch, clock, process.execPath);
  const env = { ...host.env, PATH: `${PROGRAMS}:${process.env.PATH}`, WIREFARE_LINK: MODEL };
  return { ...host, env };
};

test('on Windows a gate on bytes measures, and ends each of its processes with all that it started', async () => {
  // Its process has the platform of this machine, and makes later pages too.
  await bundlePage();
  pretend('win32');
  const rules = '[{item: bytes, grows: 0%}, {item: headers, grows: 0%}]';
  writeFileSync(
    join(scratch, 'gate.yaml'),
    `gate: {base: node, head: node, dataset: book, n: 3, rules: ${rules}}`,
  );
  const host = surroundings();
  assert.equal(await runCli(['gate', 'gate.yaml'], host), 0, host.told());
  assert.match(host.printed(), /^Gate: kept\./);
  const ended = readFileSync(ENDED, 'utf8').trim().split('\n');
  assert.ok(ended.every((words) => /^\/PID \d+ \/T \/F$/.test(words)));
  for (const words of ended) assert.throws(() => process.kill(Number(words.split(' ')[1]), 0), words);
});

test('a modelled link needs no namespaces, and starts on every system', async () => {
  for (const platform of ['darwin', 'win32', 'linux']) {
    pretend(platform);
    const { nodePath, env, tempDir, isRoot } = surroundings();
    const drivers = realDrivers({
      ...{ nodePath, env, tempDir, isRoot, clock, tell: () => {} },
      projectRoot: PROJECT_ROOT,
      dataDir: join(scratch, 'cache'),
    });
    await drivers.link('modelled').examine(networksNamed('4g', []));
    if (platform === 'linux') continue;
    await assert.rejects(drivers.link('auto').examine(networksNamed('4g', [])), /has no network namespaces/);
  }
});
