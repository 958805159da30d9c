import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { askedCapabilities } from '../../src/drive/grid/capabilities.ts';
import { remoteEnd } from '../../src/drive/grid/remote-end.ts';
import type { RunFile } from '../../src/record/record.ts';
import { ownAddresses } from '../../src/ui/server/addresses.ts';
import { AS_ROOT, bareDriver } from '../support/real/bare-driver.ts';
import { labBench } from '../support/real/lab-process.ts';
import { SeleniumGrid } from '../support/real/selenium-grid.ts';

// A real Selenium Grid of two nodes beside the lab's own browser, and a browser outside that comes over
// HTTPS.

const bench = labBench({ env: AS_ROOT });
const grid = await SeleniumGrid.start(['one', 'two']);
after(() => {
  grid.close();
  bench.remove();
});

function study(name: string, text: string): string {
  const file = `${name}.yaml`;
  writeFileSync(path.join(bench.dir, file), `study: ${name}\ntitle: T\nquestion: Q\n${text}\n`);
  return file;
}

const runOf = (name: string) =>
  JSON.parse(readFileSync(path.join(bench.dir, name, 'run.json'), 'utf8')) as RunFile;
const complete = ({ sessions }: RunFile) => sessions.filter(({ status }) => status === 'complete');

test('a session through the Grid agrees with one of the lab’s own browser, and costs little more', async () => {
  const file = study(
    'agrees',
    `factors: {n: 1000, format: json, browser: [chromium, "grid:chrome@${grid.url}"]}
protocol: {sessions: 6, budget: 2m}`,
  );
  const { code, err } = await bench.start('run', file, '--out', 'agrees').ended;
  assert.equal(code, 0, err);
  const run = runOf('agrees');
  const { cells } = JSON.parse(readFileSync(path.join(bench.dir, 'agrees', 'summary.json'), 'utf8'));
  const [own, remote] = cells.map((cell: { totalMs: { median: number } }) => cell.totalMs.median);
  const startMs = (placed: boolean) => {
    const all = complete(run).filter(({ agent }) => (agent!.placed !== undefined) === placed);
    return all.reduce((sum, each) => sum + each.startMs, 0) / all.length;
  };
  const moreMs = startMs(true) - startMs(false);
  console.log(`median ${own} ms here, ${remote} ms through the Grid; ${moreMs.toFixed(0)} ms more to start`);
  assert.ok(moreMs < 4_000, `${moreMs} ms`);
});

const [address] = ownAddresses();
const skip = address === undefined && 'this machine has no address but loopback';

test('a browser outside comes over HTTPS, isolated and with a fine clock', { skip }, async () => {
  const driver = await bareDriver();
  try {
    const end = remoteEnd({ server: driver.url, env: {} });
    const { id } = await end.newSession({
      ...askedCapabilities('chrome', AS_ROOT),
      acceptInsecureCerts: true,
    });
    const file = study(
      'outside',
      'factors: {n: 10, format: json, browser: outside}\nprotocol: {sessions: 1, budget: 12s, warmup: 0}',
    );
    const lab = bench.start('run', file, '--out', 'outside', '--host', address!);
    await lab.told('/#key=');
    await end.openUrl(id, /https:\/\/\S+#key=\w+/.exec(lab.toldSoFar())![0]);
    const ended = await lab.ended;
    assert.equal(ended.code, 0, ended.err);
    const [session] = complete(runOf('outside'));
    const { clockStepUs, crossOriginIsolated } = session!.agent!;
    console.log(`outside over HTTPS: a clock step of ${clockStepUs} µs`);
    assert.ok(crossOriginIsolated && clockStepUs <= 25, `${clockStepUs} µs`);
    await end.deleteSession(id);
  } finally {
    await driver.close();
  }
});
