import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { createGuardian } from '../drive/processes/guardian.ts';
import { makeCertificate } from '../drive/targets/certificate.ts';
import { targetDriver } from '../drive/targets/target.ts';
import type { Check } from './check.ts';
import { sayReport } from './report.ts';
import { rememberVerified } from './verified-before.ts';
import { verifyTargetProcess } from './verify-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const clock = { nowMs: () => performance.now(), date: () => new Date() };
let scratch = '';
before(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'wirefare-verify-'));
});
after(() => rm(scratch, { recursive: true, force: true }));

function driverOf(folder: string) {
  return targetDriver({
    folder,
    nodePath: process.execPath,
    dataDir: path.join(scratch, 'data'),
    host: '127.0.0.1',
    port: 0,
    env: { PATH: process.env.PATH },
    readyWithinMs: 15_000,
    guardian: createGuardian(scratch),
  });
}

test('the embedded target meets the whole contract as a process', async () => {
  const told: string[] = [];
  const driver = driverOf(path.join(ROOT, 'targets/node'));
  const options = {
    mode: 'fast',
    clock,
    random: seededRandom(1),
    dataDir: path.join(scratch, 'data'),
    onCheck: ({ name }: { name: string }) => told.push(name),
  } as const;
  const tls = await makeCertificate(scratch, [], clock.date());
  const report = await verifyTargetProcess(driver, options, tls);
  assert.deepEqual(report.about?.features.protocols, ['http1', 'https1', 'h2']);
  assert.deepEqual(
    report.checks.filter(({ status }) => status === 'skipped').map(({ name }) => name),
    // Node has no HTTP/3.
    ['http3-offered'],
  );
  assert.equal(report.passed, true, sayReport(report));
  assert.deepEqual(
    told,
    report.checks.map(({ name }) => name),
  );
  assert.deepEqual(told.slice(-2), ['ends-on-sigterm', 'ends-with-stdin']);
  assert.match(sayReport(report), /node 0\.1\.0 at \S+ meets the target contract/);
  rememberVerified(process.env, 'node', report.checks.length);
});

test('a target that ends neither on SIGTERM nor with its stdin is caught, and is gone afterwards', async () => {
  const folder = path.join(scratch, 'stubborn');
  await mkdir(folder);
  const file = { name: 'stubborn', title: 'x', language: 'x', version: '1', start: ['node', 'main.mjs'] };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify(file));
  const program = `
    process.once = () => process.on('SIGTERM', () => {});
    process.stdin.once = () => process.stdin;
    await import(${JSON.stringify(path.join(ROOT, 'src/target/main.ts'))});`;
  await writeFile(path.join(folder, 'main.mjs'), program);
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, checks: [] } as const;
  const report = await verifyTargetProcess(driverOf(folder), options);
  assert.equal(report.passed, false);
  assert.deepEqual(
    report.checks.map(({ name, status }) => [name, status]),
    [
      ['about', 'passed'],
      ['ends-on-sigterm', 'failed'],
      ['ends-with-stdin', 'failed'],
    ],
  );
  assert.match(sayReport(report), /does not meet the target contract: ends-on-sigterm, ends-with-stdin/);
});

test('a target that a request ends is told as that, with its last words', async () => {
  const folder = path.join(scratch, 'frail');
  await mkdir(folder);
  const file = { name: 'frail', title: 'x', language: 'x', version: '1', start: ['node', 'main.mjs'] };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify(file));
  const program = `
    import { createServer } from 'node:http';
    const features = { datasets: [], maxN: 1, formats: {}, compressions: { none: [] }, computations: ['none'] };
    const about = JSON.stringify({ contract: 1, name: 'frail', version: '1', versions: {}, features });
    const server = createServer((request, answer) => {
      if (request.url === '/about') return answer.setHeader('Content-Type', 'application/json').end(about);
      console.error('no database');
      process.exit(7);
    });
    server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: server.address().port })));`;
  await writeFile(path.join(folder, 'main.mjs'), program);
  const asks: Check = {
    name: 'asks',
    must: 'it answers',
    run: async ({ client }) => {
      await client.get('/bytes?n=1');
      return { findings: [] };
    },
  };
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, checks: [asks] } as const;
  const report = await verifyTargetProcess(driverOf(folder), options);
  assert.equal(report.passed, false);
  const last = report.checks.at(-1)!;
  assert.equal(last.name, 'stays-up');
  assert.deepEqual(last.findings, ['it exited with code 7: no database']);
});
