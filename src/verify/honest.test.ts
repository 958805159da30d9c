import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cheat, FEW, startCheating } from '../../test/support/targets/cheating-target.ts';
import { UserError } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { sayReport } from './report.ts';
import { CALL_CHECKS, MESSAGE_CHECKS, SUITE } from './suite.ts';
import { verifyTarget } from './verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/**
 * They need what the lab gives a target that it starts; in cheats/, in-tls.test.ts, http3-offered.test.ts,
 * own-data.test.ts and dictionaries.test.ts go through them.
 */
const ELSEWHERE = [
  'tls-handshake',
  'tls-records',
  'protocol-answers',
  'protocol-connections',
  'http3-offered',
  'own-data',
  'dictionaries',
];

/** cheats/in-messages.test.ts and cheats/in-calls.test.ts go through the others. */
const CHECKS = SUITE.filter((check) => !MESSAGE_CHECKS.includes(check) && !CALL_CHECKS.includes(check));

test('a target that does not cheat passes every check of the full suite', async () => {
  const origin = 'http://127.0.0.1:40001';
  const server = await startCheating({}, clock, null, [], { origin, hosts: [] });
  try {
    // verify-process.test.ts goes through the fast suite with every format. Of one dataset every level is
    // asked for: what the suite expects of a level comes from the same library as the target's answer,
    // whatever the data.
    const only = { ...FEW, datasets: ['book'] };
    const options = { mode: 'full', clock, random: seededRandom(1), dataDir: null, checks: CHECKS } as const;
    const report = await verifyTarget(server.url, {
      ...{ ...options, only },
      secret: server.secret,
      openTo: origin,
    });
    assert.equal(report.passed, true, sayReport(report));
    const passed = report.checks.filter(({ status }) => status === 'passed').map(({ name }) => name);
    const others = CHECKS.map(({ name }) => name).filter((name) => !ELSEWHERE.includes(name));
    assert.deepEqual(passed, ['about', ...others]);
  } finally {
    await server.close();
  }
});

test('what a run does not measure is not asked for', async () => {
  const asked: URL[] = [];
  const handler: Cheat['handler'] = (real) => (request, response) => {
    asked.push(new URL(request.url!, 'http://target'));
    real(request, response);
  };
  const server = await startCheating({ handler }, clock);
  const only = { datasets: ['video'], formats: ['xml', 'no-such'], compressions: ['zstd'], computations: [] };
  try {
    const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, only } as const;
    const report = await verifyTarget(server.url, options);
    assert.equal(report.passed, true, sayReport(report));
    assert.ok(report.about!.features.datasets.length > 1, 'the report has all that the target lists');
  } finally {
    await server.close();
  }
  const levels = (name: string) => {
    // Refusals are asked for as well: what is invented, missing or has no level.
    const good = asked.filter(
      ({ search }) => !/wirefare-invented|level=(99|-1|abc|1\.5)|=&|n=2$/.test(search),
    );
    return [...new Set(good.flatMap(({ searchParams }) => searchParams.get(name) ?? []))].sort();
  };
  assert.deepEqual(levels('dataset'), ['video']);
  assert.deepEqual(levels('format'), ['xml']);
  assert.deepEqual(levels('compression'), ['none', 'zstd']);
  assert.deepEqual(levels('compute'), ['none']);
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
