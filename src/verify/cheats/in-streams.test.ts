// Targets with a server in front that compresses while it sends: one that does it well passes, and each that
// does it wrongly, or does not say so, is caught by the check that is there for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type Cheat,
  capturing,
  FEW,
  send,
  startCheating,
  withHeaders,
} from '../../../test/support/targets/cheating-target.ts';
import { framed, gzipped, streaming } from '../../../test/support/targets/streaming-target.ts';
import { seededRandom } from '../../base/random.ts';
import type { TargetListener, TargetRequest } from '../../target/send.ts';
import { sayReport } from '../report.ts';
import { CALL_CHECKS, MESSAGE_CHECKS, SUITE } from '../suite.ts';
import { verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** Of every kind once; what a server in front changes is the same in all. */
const USED = { ...FEW, compressions: ['gzip'], datasets: ['book'], computations: ['cm1'] };

async function verified(cheat: Cheat, checks: typeof SUITE) {
  const server = await startCheating(cheat, clock);
  try {
    const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, only: USED } as const;
    return await verifyTarget(server.url, { ...options, timeoutMs: 2_000, checks });
  } finally {
    await server.close();
  }
}

function caught(name: string, what: string, cheat: Cheat, says: RegExp): void {
  test(`${what} is caught by ${name}`, async () => {
    const { checks } = await verified(
      cheat,
      SUITE.filter((check) => check.name === name),
    );
    const outcome = checks.find((check) => check.name === name);
    assert.ok(outcome, `no check named ${name} was run: ${JSON.stringify(checks)}`);
    assert.match(outcome.findings.join('\n'), says);
  });
}

test('a target whose server in front compresses while it sends passes every check', async () => {
  const checks = SUITE.filter((check) => !MESSAGE_CHECKS.includes(check) && !CALL_CHECKS.includes(check));
  const report = await verified(streaming(), checks);
  assert.equal(report.passed, true, sayReport(report));
  assert.deepEqual(report.about!.features.streamed, ['gzip']);
  const passed = report.checks.filter(({ status }) => status === 'passed').map(({ name }) => name);
  for (const name of ['opaque', 'fresh-work', 'timing-complete', 'server-timing'])
    assert.ok(passed.includes(name), `${name} was passed over: ${passed}`);
  const length = report.checks.find(({ name }) => name === 'content-length');
  assert.equal(length?.status, 'warned');
  assert.match(length.findings.join('\n'), /in chunks without a length/);
});

test('the same without saying so is caught by content-length', async () => {
  const { checks } = await verified(streaming({ streamed: null }), SUITE);
  const failed = checks.filter(({ status }) => status === 'failed');
  assert.deepEqual(
    failed.map(({ name }) => name),
    ['content-length'],
  );
  assert.match(failed[0]!.findings[0]!, /gzip-6: the body is sent in chunks/);
});

caught(
  'content-length',
  'a chunked body that ends early',
  streaming({ sends: framed((body) => chunk(body).subarray(0, -20)) }),
  /gzip-6: the chunk at byte \d+ has \d+ bytes, and \d+ follow/,
);

caught(
  'content-length',
  'a chunked body without a last chunk',
  streaming({ sends: framed((body) => chunk(body)) }),
  /gzip-6: no chunk begins at byte \d+ of the body/,
);

caught(
  'content-length',
  'bytes behind the last chunk',
  streaming({ sends: framed((body) => Buffer.concat([chunk(body), chunk(Buffer.alloc(0)), body])) }),
  /gzip-6: \d+ bytes follow the last chunk/,
);

caught(
  'content-length',
  'a gzip body cut off between two chunks',
  streaming({ sends: framed((body) => Buffer.concat([chunk(body.subarray(0, -9)), LAST])) }),
  /gzip-6: what the chunks hold cannot be decompressed/,
);

caught(
  'content-length',
  'a chunked answer of a coding that is not listed',
  { handler: (real) => inChunks((request) => request.url!.startsWith('/bytes'), streaming().handler!(real)) },
  /bytes\?n=1000: the body is sent in chunks/,
);

caught(
  'content-encoding',
  'a server in front that passes the body on as it is',
  streaming({ sends: (response, plain) => send(response, plain) }),
  /Content-Encoding is missing/,
);

caught(
  'headers',
  'a server in front that drops a header',
  streaming({
    sends: (response, plain, level) =>
      gzipped(response, withHeaders(plain, { 'timing-allow-origin': null }), level),
  }),
  /gzip-6: timing-allow-origin is missing/,
);

caught(
  'opaque',
  'an opaque body of another level than the server in front has',
  streaming({
    passes: (answer) => {
      const body = gzipSync(Buffer.alloc(1));
      return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
    },
  }),
  /opaque: \d+ bytes that are not the \d+ of the usual answer/,
);

caught(
  'opaque',
  'a server in front at another level than opaque answers tell',
  streaming({ level: 1 }),
  /opaque: \d+ bytes that are not the \d+ of the usual answer/,
);

// Server-timing judges what the others have asked for.
test('a time of compressing that nobody can have measured is caught by server-timing', async () => {
  const said = 'compute;dur=0.0000, encode;dur=0.0100, compress;dur=1.0000';
  const cheat = streaming({
    sends: (response, plain, level) =>
      gzipped(response, withHeaders(plain, { 'server-timing': said }), level),
  });
  const names = ['opaque', 'server-timing'];
  const { checks } = await verified(
    cheat,
    SUITE.filter(({ name }) => names.includes(name)),
  );
  const findings = checks.find(({ name }) => name === 'server-timing')!.findings.join('\n');
  assert.match(findings, /gzip-6: compress is 1, and features\.streamed says/);
  assert.equal(checks.find(({ name }) => name === 'opaque')!.status, 'passed');
});

caught(
  'fresh-work',
  'a server in front that keeps what it has compressed',
  streaming({ sends: keeping() }),
  /gzip-6: answer of a request made again \S+ ms, of new ones \S+ ms: something was kept/,
);

for (const streamed of [['none'], ['lzma']])
  caught(
    'about',
    `a list of streamed codings that holds ${streamed}`,
    streaming({ streamed }),
    new RegExp(`features.streamed: ${streamed} is no coding`),
  );

const LAST = chunk(Buffer.alloc(0));

/** Without what follows: an empty one ends the body. */
function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** These answers without a length. */
function inChunks(which: (request: TargetRequest) => boolean, real: TargetListener): TargetListener {
  return (request, response) => {
    if (!which(request)) return real(request, response);
    const unsized = { 'content-length': null, 'transfer-encoding': 'chunked' };
    real(
      request,
      capturing(response, (answer) => send(response, withHeaders(answer, unsized))),
    );
  };
}

function keeping(): typeof gzipped {
  const kept = new Map<string, Buffer>();
  return (response, plain, level) => {
    const key = plain.body.toString('latin1');
    const body = kept.get(key) ?? gzipSync(plain.body, { level });
    kept.set(key, body);
    const encoded = { 'content-encoding': 'gzip', 'content-length': String(body.length) };
    send(response, withHeaders({ ...plain, body }, encoded));
  };
}
