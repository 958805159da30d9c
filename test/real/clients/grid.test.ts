import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunFile } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { ownAddresses } from '../../../src/ui/server/addresses.ts';
import { AS_ROOT, bareDriver } from '../../support/real/bare-driver.ts';
import { labBench } from '../../support/real/lab-process.ts';

// A session that a W3C WebDriver remote end starts: a real ChromeDriver without a Grid. A Grid is in
// test/prove/grid/grid.test.ts.

const bench = labBench({ env: AS_ROOT });
const driver = await bareDriver();
after(async () => {
  await driver.close();
  bench.remove();
});

writeFileSync(
  path.join(bench.dir, 'elsewhere.yaml'),
  `study: elsewhere
title: T
question: Q
factors: {n: 10, format: json, protocol: [https1, h2], browser: "grid:chrome@${driver.url}"}
protocol: {sessions: 1, budget: 10s, warmup: 0}
`,
);

const read = (file: string) => JSON.parse(readFileSync(path.join(bench.dir, 'record', file), 'utf8'));

// Off loopback, as from another machine: there the clock is fine over HTTPS alone.
const [address] = ownAddresses();
const host = address === undefined ? [] : ['--host', address];

test('a driver’s browser comes over the network with a fine clock, measures over TLS, and is given back', async () => {
  const { code, err } = await bench.start('run', 'elsewhere.yaml', '--out', 'record', ...host).ended;
  assert.equal(code, 0, err);
  const { cells } = read('summary.json') as Summary;
  assert.ok(cells.length >= 2);
  for (const { id, status, failures } of cells) assert.deepEqual([status, failures], ['measured', 0], id);
  const [session] = (read('run.json') as RunFile).sessions;
  const { clockStepUs, crossOriginIsolated, placed } = session!.agent!;
  assert.ok(crossOriginIsolated && clockStepUs <= 25, `${clockStepUs} µs`);
  assert.deepEqual([placed!.server, placed!.node], [driver.url, driver.url]);
  assert.equal(placed!.capabilities.browserName, 'chrome');
  assert.equal(await driver.hasBrowserAfter(5_000), false);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});

test('a lab that is killed outright leaves the driver without a browser', async () => {
  const lab = bench.start('run', 'elsewhere.yaml');
  while (!(await driver.hasBrowserAfter(0))) await delay(20);
  lab.kill('SIGKILL');
  assert.equal(await driver.hasBrowserAfter(10_000), false);
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
});
