import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { phpFor } from '../../support/real/php-program.ts';

// PHP on an Apache of its own: the contract, the bytes that PHP 5 sent in the study of 2016, and nothing left
// behind however it ends.

const bench = labBench();
after(() => bench.remove());

const FOLDER = path.join(ROOT, 'targets/php/php');

const { php, skip } = await phpFor('php');

/** As printed in the study, for 2 100 files. */
const PUBLISHED_BYTES: Readonly<Record<string, number>> = {
  json: 225_691,
  'xml-attributes': 223_624,
  xml: 278_224,
};

const STUDY = `study: php
title: T
question: Q
factors: {target: php, dataset: file, n: 2100, format: [json, xml-attributes, xml, protobuf], browser: [node, chromium]}
parts:
  - {name: usual, title: U}
  - {name: writer, title: W, factors: {format: [xml-attributes, xml], encoder: XMLWriter}}
protocol: {sessions: 1, warmup: 0, exchangesPerVisit: 1, budget: 14s}
`;

test('PHP on Apache meets every check of the contract, and leaves nothing behind', { skip }, async () => {
  const { code, out, err } = await bench.start('verify', 'php', '--fast').ended;
  assert.equal(code, 0, out + err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});

test('json_encode, SimpleXML and XMLWriter write the very bytes of the published study', {
  skip,
}, async () => {
  writeFileSync(path.join(bench.dir, 'php.yaml'), STUDY);
  const { code, err } = await bench.start('run', 'php.yaml', '--out', 'record').ended;
  assert.equal(code, 0, err);
  const { cells } = JSON.parse(
    readFileSync(path.join(bench.dir, 'record/summary.json'), 'utf8'),
  ) as Recorded<Summary>;
  const asked = cells.map(
    ({ factors: { format, encoder, browser } }) => `${format}/${encoder} in ${browser}`,
  );
  assert.equal(new Set(asked).size, 12);
  for (const { id, status, reason, failures, factors, bytes } of cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    const published = PUBLISHED_BYTES[factors.format];
    if (published !== undefined) assert.equal(bytes!.encoded, published, id);
  }
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`nothing is left of Apache where its launcher gets ${signal} with answers under way`, {
    skip,
  }, async () => {
    const { launcher, url } = await started();
    const [apache] = bench.survivors().filter((line) => line.includes('apache2'));
    const folder = /-f (\S+)\/server\/httpd\.conf/.exec(apache ?? '')?.[1];
    assert.ok(folder !== undefined && existsSync(folder), apache);
    // Eight workers that sort for longer than this test takes.
    const asked = Array.from({ length: 8 }, () =>
      fetch(`${url}/exchange?dataset=book&n=1000&format=json&compute=cm5`).catch(() => null),
    );
    await fetch(`${url}/about`);
    launcher.kill(signal);
    await once(launcher, 'exit');
    assert.deepEqual(await Promise.all(asked), Array(8).fill(null));
    assert.deepEqual(await bench.survivorsAfter(2_000), []);
    for (let waitedMs = 0; existsSync(folder) && waitedMs < 2_000; waitedMs += 20) await delay(20);
    assert.ok(!existsSync(folder), folder);
  });
}

/** Its marks in the environment are what `survivors` looks for. */
async function started(): Promise<{ readonly launcher: ChildProcess; readonly url: string }> {
  assert.ok(php !== null);
  const env = { ...php.env, TMPDIR: bench.dir, WIREFARE_LARGEST_N: '1000', WIREFARE_DATASETS: 'book' };
  const launcher = spawn(php.program, ['../start.php'], {
    cwd: FOLDER,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(launcher.stdout!.setEncoding('utf8'), 'data')) as [string];
  return { launcher, url: `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}` };
}
