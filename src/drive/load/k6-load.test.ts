import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { EnvironmentError } from '../../base/errors.ts';
import { createGuardian } from '../processes/guardian.ts';
import { k6LoadDriver } from './k6-load.ts';
import type { LoadAsk } from './load.ts';

// A program that speaks as k6 does. What k6 itself makes of the script,
// test/real/exchanges/many-clients.test.ts shows.

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-k6-'));
mkdirSync(path.join(dir, 'load'));
after(() => rmSync(dir, { recursive: true }));

function program(name: string, lines: string): string {
  const file = path.join(dir, name);
  writeFileSync(file, `#!${process.execPath}\n${lines}`);
  chmodSync(file, 0o755);
  return file;
}

const VERSION = `if (process.argv[2] === 'version') { console.log('k6 v1.8.1 (go1.26.8, linux/amd64)'); process.exit(0); }\n`;
const SUMMARY = {
  wirefare: 'seen',
  dropped: 0,
  metrics: {
    wait: { count: 90, avg: 5, med: 4, 'p(90)': 8, 'p(95)': 9, 'p(99)': 10, max: 11 },
    lateness: { count: 100, avg: 1, med: 1, 'p(90)': 2, 'p(95)': 2, 'p(99)': 3, max: 4 },
    failed: { count: 10, rate: 1 },
  },
};
const speaking = (name: string, summary: object) =>
  program(
    name,
    `${VERSION}const fs = require('node:fs');
fs.writeFileSync(${JSON.stringify(path.join(dir, 'script'))}, fs.readFileSync(0));
fs.writeFileSync(${JSON.stringify(path.join(dir, 'argv'))}, process.argv.join(' '));
console.log('{"wirefare":"asking"}');
console.log('{"wirefare":"failure","what":"status 503"}');
process.on('SIGTERM', () => { console.log(${JSON.stringify(JSON.stringify(summary))}); process.exit(105); });
setInterval(() => {}, 1000);
`,
  );
const SPEAKS = speaking('speaks', SUMMARY);

const driverOf = (env: Readonly<Record<string, string>>) =>
  k6LoadDriver(
    {
      projectRoot: dir,
      cacheDir: dir,
      tempDir: dir,
      env: { PATH: '/usr/bin:/bin', ...env },
      clock: { nowMs: () => performance.now(), date: () => new Date() },
      tell: () => {},
    },
    createGuardian(dir),
  );

const ASK: LoadAsk = {
  clients: 100,
  perSecondEach: 0.5,
  url: ['http://127.0.0.1:1/exchange?serial=', '&secret=5ec2e7'],
  acceptEncoding: 'gzip',
  timeoutMs: 5_000,
  cores: { target: null, generator: null, machine: 2 },
  watched: { target: [], copy: [] },
};

test('what k6 saw is handed out, and no secret stands where others could read it', async () => {
  const load = await driverOf({ WIREFARE_K6: SPEAKS, K6_VUS: '7' }).start(ASK);
  const seen = await load.stop();
  assert.equal(seen.requests, 100);
  assert.equal(seen.failed, 10);
  assert.equal(seen.failure, 'status 503');
  assert.deepEqual(seen.waitMs, { mean: 5, p50: 4, p90: 8, p95: 9, p99: 10, max: 11 });
  assert.equal(seen.latenessMs!.p99, 3);
  assert.ok(seen.wallMs >= 0);
  const script = readFileSync(path.join(dir, 'script'), 'utf8');
  assert.match(
    script,
    /"executor":"constant-arrival-rate","rate":50000,"timeUnit":"1000s","preAllocatedVUs":100/,
  );
  assert.match(script, /secret=5ec2e7/);
  const argv = readFileSync(path.join(dir, 'argv'), 'utf8');
  assert.doesNotMatch(argv, /5ec2e7/);
  await load.close();
});

test('clients without a rate ask as soon as they are answered, and nothing is due', async () => {
  const load = await driverOf({ WIREFARE_K6: SPEAKS }).start({ ...ASK, perSecondEach: null });
  const { dropped, latenessMs } = await load.stop();
  assert.deepEqual({ dropped, latenessMs }, { dropped: null, latenessMs: null });
  assert.match(readFileSync(path.join(dir, 'script'), 'utf8'), /"executor":"constant-vus","vus":100/);
});

test('what is dropped while clients settle is left out, and makes no later request late', async () => {
  // One each 20 ms, so 50 in the second in which they settle: 12 of these were dropped.
  const { lateness, ...others } = SUMMARY.metrics;
  const metrics = {
    ...others,
    lateness: { ...lateness, avg: 241, med: 241, 'p(90)': 242, 'p(95)': 242, 'p(99)': 243, max: 244 },
    settling: { count: 38, rate: 1 },
  };
  const settled = speaking('settled', { ...SUMMARY, dropped: 12, metrics });
  const seen = await (await driverOf({ WIREFARE_K6: settled }).start(ASK)).stop();
  assert.equal(seen.dropped, 0);
  assert.deepEqual(seen.latenessMs, { mean: 1, p50: 1, p90: 2, p95: 2, p99: 3, max: 4 });
  const behind = speaking('behind', { ...SUMMARY, dropped: 20, metrics });
  const { dropped, latenessMs } = await (await driverOf({ WIREFARE_K6: behind }).start(ASK)).stop();
  assert.deepEqual({ dropped, latenessMs }, { dropped: 8, latenessMs: null });
});

test('a k6 that ends before it asks is told with its last words', async () => {
  const ends = program('ends', `${VERSION}console.log('no room for clients'); process.exit(107);\n`);
  await assert.rejects(
    driverOf({ WIREFARE_K6: ends }).start(ASK),
    /exited with code 107: no room for clients/,
  );
});

test('what k6 says of a URL is told without its secret', async () => {
  const quotes = program(
    'quotes',
    `${VERSION}console.log('Get "http://127.0.0.1:1/exchange?serial=1&secret=5ec2e7": refused'); process.exit(1);\n`,
  );
  await assert.rejects(driverOf({ WIREFARE_K6: quotes }).start(ASK), ({ message }: Error) => {
    assert.match(message, /serial=1": refused/);
    assert.doesNotMatch(message, /5ec2e7/);
    return true;
  });
});

test('a k6 that is too old, or none, is told with what mends it', async () => {
  const old = program('old', `console.log('k6 v0.54.0 (go1.23.0, linux/amd64)');\n`);
  await assert.rejects(driverOf({ WIREFARE_K6: old }).find(), /is k6 0\.54\.0, which is too old/);
  const other = program('other', `console.log('something else');\n`);
  await assert.rejects(driverOf({ WIREFARE_K6: other }).find(), /does not say that it is k6/);
  const { tried, remedy } = await driverOf({ WIREFARE_K6: '', WIREFARE_GO: '/nowhere/go', PATH: dir })
    .find()
    .then(
      () => assert.fail('found'),
      (thrown: unknown) => thrown as EnvironmentError,
    );
  assert.deepEqual(tried.slice(0, 1), ['k6 in PATH']);
  assert.match(remedy, /WIREFARE_K6.*or set WIREFARE_GO/s);
});
