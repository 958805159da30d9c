import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { startCheating } from './cheating-target.ts';
import { timingComplete } from './checks/timing-complete.ts';
import { sayReport } from './report.ts';
import { SUITE } from './suite.ts';
import { verifyTarget } from './verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** cheats-in-tls.test.ts goes through these. */
const NEED_CERTIFICATE = ['tls-handshake', 'tls-records', 'protocol-answers', 'protocol-connections'];

test('a target that does not cheat passes every check of both modes', async () => {
  const server = await startCheating({}, clock);
  try {
    for (const mode of ['fast', 'full'] as const) {
      const report = await verifyTarget(server.url, { mode, clock, random: seededRandom(1), dataDir: null });
      assert.equal(report.passed, true, sayReport(report));
      const passed = report.checks.filter(({ status }) => status === 'passed').map(({ name }) => name);
      const others = SUITE.map(({ name }) => name).filter((name) => !NEED_CERTIFICATE.includes(name));
      assert.deepEqual(passed, ['about', ...others]);
    }
  } finally {
    await server.close();
  }
});

test('only the compressions that a run measures are timed', async () => {
  const server = await startCheating({}, clock);
  const requestsWith = async (timedCompressions?: readonly string[]) => {
    const options = {
      mode: 'fast',
      clock,
      random: seededRandom(1),
      dataDir: null,
      checks: [timingComplete],
    } as const;
    const { passed, requests } = await verifyTarget(server.url, {
      ...options,
      ...(timedCompressions && { timedCompressions }),
    });
    assert.equal(passed, true);
    return requests;
  };
  try {
    assert.ok((await requestsWith(['none'])) < (await requestsWith()));
  } finally {
    await server.close();
  }
});

test('where nobody listens, the report says so and nothing is thrown', async () => {
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
  const report = await verifyTarget('http://127.0.0.1:1', options);
  assert.equal(report.passed, false);
  assert.match(sayReport(report), /FAIL {2}about.*\n.*GET \/about: .*ECONNREFUSED/);
});

test("what is no http URL is the user's mistake", async () => {
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
  for (const url of ['nodee', 'https://127.0.0.1:1', '']) {
    await assert.rejects(verifyTarget(url, options), UserError);
  }
});
