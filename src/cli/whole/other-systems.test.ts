// What works without namespaces works on macOS and Windows too, and what does not is refused with the reason.
// Node says that it is there; files and paths stay this machine's.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
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

test('on Windows nothing is started that could be left behind', async () => {
  pretend('win32');
  const before = readdirSync(scratch);
  await assert.rejects(
    runCli(
      ['run', 'quick', '--browser', 'node', '--budget', '10s'],
      fakeHost(scratch, clock, process.execPath),
    ),
    (thrown: unknown) =>
      thrown instanceof EnvironmentError &&
      /Windows has no process groups/.test(thrown.message) &&
      /Subsystem for Linux/.test(thrown.remedy),
  );
  assert.deepEqual(
    readdirSync(scratch).filter((name) => name.startsWith('wirefare-')),
    [],
  );
  assert.deepEqual(
    readdirSync(scratch).filter((name) => !before.includes(name)),
    [],
  );
});
