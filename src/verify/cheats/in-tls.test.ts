// Targets that are not what they say over HTTPS and HTTP/2: each is caught, and by the check that is there
// for it.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer, Http2ServerResponse } from 'node:http2';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  type Cheat,
  FEW,
  startCheating,
  withHeaders,
} from '../../../test/support/targets/cheating-target.ts';
import type { Clock } from '../../base/clock.ts';
import { seededRandom } from '../../base/random.ts';
import { makeCertificate } from '../../drive/targets/certificate.ts';
import type { TargetListener, TargetRequest } from '../../target/send.ts';
import { type ListeningServer, listenHttps1, type TlsIdentity } from '../../target/server.ts';
import { SECURE_PROTOCOLS } from '../secure-target.ts';
import { SUITE } from '../suite.ts';
import { verifyTarget } from '../verify.ts';

const clock: Clock = { nowMs: () => performance.now(), date: () => new Date() };
const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-tls-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let tls: { readonly key: string; readonly cert: string };
let other: { readonly key: string; readonly cert: string };
before(async () => {
  tls = await identity();
  other = await identity();
});

async function identity() {
  const { keyFile, certFile } = await makeCertificate(folder, [], clock.date());
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
}

const NAMES = ['tls-handshake', 'tls-records', 'protocol-answers', 'protocol-connections'];

async function verified(cheat: Cheat, mode: 'fast' | 'full') {
  const server = await startCheating(cheat, clock, tls);
  try {
    const checks = SUITE.filter(({ name }) => NAMES.includes(name));
    const options = {
      mode,
      clock,
      random: seededRandom(1),
      dataDir: null,
      only: FEW,
      checks,
      timeoutMs: 5_000,
    } as const;
    return await verifyTarget(server.url, { ...options, secure: server.secure });
  } finally {
    await server.close();
  }
}

function caught(name: string, what: string, cheat: () => Cheat, says: RegExp): void {
  test(`${what} is caught by ${name}`, async () => {
    const report = await verified(cheat(), 'fast');
    const outcome = report.checks.find((check) => check.name === name);
    assert.match(outcome?.findings.join('\n') ?? '', says);
  });
}

// Without the embedded target's openssl.cnf, as the tests' own Node is started, there are tickets; as a
// process it passes this check as well (verify-process.test.ts).
test('tickets are caught by tls-handshake, and all else of a target that does not cheat passes in both modes', async () => {
  for (const mode of ['fast', 'full'] as const) {
    const report = await verified({}, mode);
    assert.deepEqual(
      report.checks.flatMap(({ findings }) => findings),
      SECURE_PROTOCOLS.map((name) => `${name}: TLSv1.3: a session ticket was sent after the handshake`),
    );
    assert.deepEqual(
      report.checks.map(({ name, status }) => `${name} ${status}`),
      ['about passed', 'tls-handshake failed', ...NAMES.slice(1).map((name) => `${name} passed`)],
    );
  }
});

caught(
  'tls-handshake',
  'HTTP/1.1 where HTTP/2 is said to be',
  () => ({ listenH2: listenHttps1 }),
  /h2: TLSv1.3: offered h2 and http\/1.1, it chose http\/1.1/,
);

caught(
  'tls-handshake',
  'another certificate than the one given',
  () => ({ listenHttps1: (handler, host) => listenHttps1(handler, host, other) }),
  /^https1: .*self-signed certificate/,
);

caught(
  'tls-handshake',
  'a session that is resumed over HTTP/2',
  () => ({ listenH2: resuming('h2') }),
  /h2: TLSv1.3: a session was resumed.*\nh2: TLSv1.2: a session was resumed/,
);

caught(
  'tls-handshake',
  'a session that is resumed over HTTPS',
  () => ({ listenHttps1: resuming('https1') }),
  /https1: TLSv1.3: a session was resumed.*\nhttps1: TLSv1.2: a session was resumed/,
);

caught(
  'tls-records',
  'a head in one record with the body',
  () => ({
    handler: (real) => (request, response) => {
      if (request.url?.startsWith('/bytes') !== true) return real(request, response);
      response.setHeader('content-length', 50_000);
      response.end(Buffer.alloc(50_000));
    },
  }),
  /https1: .*: \d+ bytes of the body came in the record of the head\nh2: .*: \d+ bytes/,
);

caught(
  'protocol-answers',
  'a header that is missing over HTTP/2 alone',
  () => ({
    answers: (answer, { httpVersionMajor }) =>
      httpVersionMajor === 2 ? withHeaders(answer, { 'timing-allow-origin': null }) : answer,
  }),
  /^h2: .*timing-allow-origin is missing, over HTTP\/1.1 \*/,
);

caught(
  'protocol-answers',
  'fewer objects over TLS',
  () => ({
    handler: (real) => (request, response) => {
      const isSecure = 'encrypted' in request.socket;
      if (isSecure) request.url = request.url?.replace(/([?&]n)=10\b/, '$1=9') ?? '';
      real(request, response);
    },
  }),
  /^https1: .*\n(.*\n)*h2: /,
);

caught(
  'protocol-connections',
  'an HTTP/2 connection that goes on in spite of connection=close',
  () => ({
    handler: (real) => (request, response) => {
      if (request.httpVersionMajor === 2) goesOn(request);
      real(request, response);
    },
  }),
  /^h2: .*there was no GOAWAY before the answer ended/,
);

caught(
  'protocol-connections',
  'a GOAWAY that names the last request itself',
  () => ({
    handler: (real) => (request, response) => {
      if (response instanceof Http2ServerResponse && goesOn(request)) response.stream.session?.close();
      real(request, response);
    },
  }),
  /^h2: .*GOAWAY names \d+ as the last stream, not 2147483647/,
);

caught(
  'protocol-connections',
  'an HTTPS connection that goes on in spite of connection=close',
  () => ({
    handler: (real) => (request, response) => {
      if (request.httpVersionMajor === 1) goesOn(request);
      real(request, response);
    },
  }),
  /^https1: .*Connection is keep-alive, not close/,
);

const EXCEPTIONS = {
  https1: ['session-tickets', 'head-with-body'],
  h2: ['session-tickets', 'head-with-body', 'no-goaway'],
};

/** Keeps none of the three rules, and says so in /about as far as `exceptions` does. */
function declaring(exceptions: Readonly<Record<string, readonly string[]>>): Cheat {
  return {
    listenHttps1: resuming('https1'),
    listenH2: resuming('h2'),
    answers: (answer, { url }) => {
      if (url !== '/about') return answer;
      const about = JSON.parse(answer.body.toString()) as { features: object };
      const declared = { ...about, features: { ...about.features, exceptions } };
      const body = Buffer.from(JSON.stringify(declared));
      return { ...withHeaders(answer, { 'content-length': String(body.length) }), body };
    },
    handler: (real) => (request, response) => {
      if (request.httpVersionMajor === 2) goesOn(request);
      if (request.url !== '/bytes?n=50000') return real(request, response);
      response.setHeader('content-length', 50_000);
      response.end(Buffer.alloc(50_000));
    },
  };
}

test('what a target declares as an exception it need not keep, and nothing else', async () => {
  const report = await verified(declaring(EXCEPTIONS), 'full');
  assert.deepEqual(
    report.checks.map(({ name, status, reason, findings }) => [name, status, reason, ...findings]),
    [
      ['about', 'passed', ''],
      ['tls-handshake', 'passed', ''],
      ['tls-records', 'skipped', 'the target declares the exception head-with-body'],
      ['protocol-answers', 'passed', ''],
      ['protocol-connections', 'passed', ''],
    ],
  );
  const { checks } = await verified(declaring({ h2: EXCEPTIONS.h2 }), 'fast');
  const findings = checks.flatMap((check) => check.findings);
  assert.ok(findings.length > 0);
  assert.ok(
    findings.every((finding) => finding.startsWith('https1: ')),
    findings.join('\n'),
  );
  const wrong = await verified(declaring({ h2: ['no-such-rule'] }), 'fast');
  assert.match(wrong.checks[0]!.findings.join(), /exceptions: the contract knows no no-such-rule/);
});

test('where the lab gave no certificate, nothing is said about HTTPS and HTTP/2', async () => {
  const server = await startCheating({}, clock);
  const checks = SUITE.filter(({ name }) => NAMES.includes(name));
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, checks } as const;
  try {
    const report = await verifyTarget(server.url, options);
    const statuses = report.checks.map(({ status }) => status);
    assert.deepEqual(statuses, ['passed', ...NAMES.map(() => 'skipped')]);
  } finally {
    await server.close();
  }
});

/** Takes the wish for the connection's end out of the request; says whether it was there. */
function goesOn(request: TargetRequest): boolean {
  const url = request.url ?? '';
  request.url = url.replace(/[?&]connection=close/, '');
  return request.url !== url;
}

/** Node as it comes: with tickets. */
function resuming(protocol: 'https1' | 'h2') {
  return async (
    handler: TargetListener,
    host: string,
    { key, cert }: TlsIdentity,
  ): Promise<ListeningServer> => {
    const server =
      protocol === 'h2'
        ? createSecureServer({ key, cert, ALPNProtocols: ['h2'] }, handler)
        : createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, handler);
    const sockets = new Set<{ destroy(): void }>();
    server.on('connection', (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    return { port: address.port, close };
  };
}
