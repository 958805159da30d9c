import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { cacheDirectory } from '../../../src/data/store/cache-directory.ts';
import { builtK6, findK6 } from '../../../src/drive/load/k6-program.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../../src/record/record.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { labBench } from '../../support/real/lab-process.ts';

// A real k6 asks the real target and a copy of it, each while a cell is measured.

const bench = labBench();
after(() => bench.remove());

const settings = { projectRoot: ROOT, cacheDir: bench.dir, env: process.env, tell: () => {} };
const skip = await findK6(settings).then(
  () => false,
  (thrown: unknown) => (thrown as Error).message,
);

const CLIENTS = 50;
const PER_SECOND = 2;
const STUDY = `study: at-once
title: T
question: Q
factors: {n: 20, format: json, target: node, browser: node, clients: {count: ${CLIENTS}, rate: ${PER_SECOND}/s}}
protocol: {sessions: 1, budget: 12s, warmup: 0, timeout: 10s}
`;

test('as many requests as were asked for reach target and copy, and nothing is left behind', {
  skip,
}, async () => {
  writeFileSync(path.join(bench.dir, 'at-once.yaml'), STUDY);
  const { code, err } = await bench.start('run', 'at-once.yaml', '--out', 'record').ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
  const text = readFileSync(path.join(bench.dir, 'record', 'run.json'), 'utf8');
  const { sessions } = JSON.parse(text) as Recorded<RunFile>;
  // A busy machine may have made one void.
  const loads = sessions.flatMap(({ status, clients }) =>
    status === 'complete' && clients !== undefined ? [clients] : [],
  );
  assert.ok(loads.length > 0, err);
  for (const { clients, generator, requests, failed, dropped, wallMs, waitMs, cpuMs, cores } of loads) {
    const due = (CLIENTS * PER_SECOND * wallMs) / 1_000;
    assert.match(generator.version, /^\d+\.\d+/);
    assert.equal(failed, 0, clients);
    assert.ok(Math.abs(requests + dropped! - due) < 0.15 * due + 5, `${clients}: ${requests} of ${due}`);
    assert.ok(waitMs!.p50 > 0 && waitMs!.p50 <= waitMs!.p99);
    assert.ok(cpuMs === null || cpuMs.generator > 0);
    const shared = cores.target?.filter((core) => cores.generator!.includes(core)) ?? [];
    assert.deepEqual(shared, []);
  }
});

test('the script for a cluster is one that k6 takes, with as many clients and requests as it is told', {
  skip,
}, async () => {
  const guardian = createGuardian(tmpdir());
  const { path: k6 } = await builtK6({ ...settings, cacheDir: cacheDirectory(process.env)! }, guardian);
  const [configMap, testRun] = parseAllDocuments(
    readFileSync(path.join(ROOT, 'deploy/k6/testrun.yaml'), 'utf8'),
  ).map((document) => document.toJS());
  const [[name, script]] = Object.entries(configMap.data) as [[string, string]];
  writeFileSync(path.join(bench.dir, name), script);
  const told = testRun.spec.runner.env as readonly { readonly name: string; readonly value: string }[];
  const env = told.flatMap(({ name, value }) => ['--env', `${name}=${value}`]);
  const { stdout, stderr } = spawnSync(k6, ['inspect', '--execution-requirements', ...env, name], {
    cwd: bench.dir,
    encoding: 'utf8',
  });
  const { scenarios, maxVUs } = JSON.parse(stdout || `{"stderr": ${JSON.stringify(stderr)}}`);
  const toldOf = (wanted: string) => told.find(({ name }) => name === wanted)!.value;
  assert.equal(maxVUs, Number(toldOf('CLIENTS')), stderr);
  assert.equal(scenarios.clients.rate, Number(toldOf('RATE')));
  assert.equal(scenarios.clients.duration, `${toldOf('DURATION')}0s`);
});
