import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { RunFile } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { AS_ROOT } from '../../support/real/bare-driver.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { NodeNetworks } from '../../support/real/node-networks.ts';
import { SeleniumGrid } from '../../support/real/selenium-grid.ts';

// Four nodes of a real Selenium Grid, each in a namespace of its own behind a link of 20 Mbit/s, so that what
// is measured there mostly waits: the figures are the link's, and four at once take a quarter of the time.

const RATE_MBIT = 20;
const NODES = ['one', 'two', 'three', 'four'];

const networks = new NodeNetworks(NODES.length, `${RATE_MBIT}mbit`);
after(() => networks.close());
const grid = await SeleniumGrid.start(NODES, { networks });
const bench = labBench({ env: AS_ROOT });
after(() => {
  grid.close();
  bench.remove();
});

writeFileSync(
  path.join(bench.dir, 'waiting.yaml'),
  `study: waiting
title: T
question: Q
factors: {n: [100, 200], format: json, protocol: h2, browser: "grid:chrome@${grid.url}"}
protocol: {sessions: 4, budget: 4m}
`,
);

async function measured(name: string, parallel: number) {
  const startMs = performance.now();
  const flags = ['--parallel', String(parallel), '--host', networks.host, '--out', name];
  const { code, err } = await bench.start('run', 'waiting.yaml', ...flags).ended;
  assert.equal(code, 0, err);
  const wallMs = performance.now() - startMs;
  const read = (file: string) => JSON.parse(readFileSync(path.join(bench.dir, name, file), 'utf8'));
  const { sessions } = read('run.json') as RunFile;
  // Starts that take longer than was foreseen leave no time for the last of four in a row.
  const complete = sessions.filter(({ status }) => status === 'complete');
  assert.ok(complete.length >= 3, `${complete.length} sessions`);
  return { perSessionMs: wallMs / complete.length, complete, summary: read('summary.json') as Summary };
}

test('nodes behind links measure those, and four at once take at most 30 % of the time of four in a row', async () => {
  const inARow = await measured('in-a-row', 1);
  const atOnce = await measured('at-once', 4);
  const nodes = atOnce.complete.map(({ agent }) => agent!.placed!.node);
  assert.equal(new Set(nodes).size, NODES.length, nodes.join());
  for (const { cells } of [inARow.summary, atOnce.summary])
    for (const { id, totalMs, bytes, failures } of cells) {
      assert.equal(failures, 0, id);
      const leastMs = (bytes!.encoded * 8) / (RATE_MBIT * 1_000);
      // The bucket of 16 kB goes at once.
      const burstMs = (16_384 * 8) / (RATE_MBIT * 1_000);
      assert.ok(
        totalMs!.median > leastMs - burstMs && totalMs!.median < 1.5 * leastMs,
        `${id}: ${totalMs!.median} ms, the link alone takes ${leastMs} ms`,
      );
    }
  const share = atOnce.perSessionMs / inARow.perSessionMs;
  const inARowS = (4 * inARow.perSessionMs) / 1_000;
  console.log(
    `four at once took ${(100 * share).toFixed(0)} % of the ${inARowS.toFixed(0)} s of four in a row`,
  );
  assert.ok(share <= 0.3, `${share}`);
});
