// Targets that answer somebody they should not.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Cheat, startCheating, withHeaders } from '../../../test/support/targets/cheating-target.ts';
import { seededRandom } from '../../base/random.ts';
import { makeCertificate } from '../../drive/targets/certificate.ts';
import type { TargetListener } from '../../target/send.ts';
import { secret } from '../checks/exchanges/secret.ts';
import type { CheckOutcome } from '../report.ts';
import { type VerifyOptions, verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const READERS = { origin: 'http://127.0.0.1:40001', hosts: [] };

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-secret-'));
after(() => rmSync(folder, { recursive: true }));

let tls: { readonly key: string; readonly cert: string };
before(async () => {
  const { keyFile, certFile } = await makeCertificate(folder, [], clock.date());
  tls = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
});

async function outcomeOf(cheat: Cheat, options: Partial<VerifyOptions> = {}): Promise<CheckOutcome> {
  const server = await startCheating(cheat, clock, tls, [], READERS);
  try {
    const report = await verifyTarget(server.url, {
      ...{ mode: 'fast', clock, random: seededRandom(1), dataDir: null, timeoutMs: 5_000 },
      ...{ secret: server.secret, secure: server.secure, checks: [secret], ...options },
    });
    const outcome = report.checks.find(({ name }) => name === 'secret');
    assert.ok(outcome, JSON.stringify(report));
    return outcome;
  } finally {
    await server.close();
  }
}

function caught(what: string, cheat: Cheat, says: RegExp): void {
  test(`${what} is caught`, async () => {
    assert.match((await outcomeOf(cheat)).findings.join('\n'), says);
  });
}

const SECRET = '0123456789abcdef0123456789abcdef';

/** Lets such requests in as if they had the secret. */
function lettingIn(isLetIn: (url: string) => boolean): Cheat {
  return { handler: (real) => (request, response) => real(knowing(request, isLetIn), response) };
}

function knowing<R extends Parameters<TargetListener>[0]>(request: R, isLetIn: (url: string) => boolean): R {
  const url = (request.url ?? '').replace(/[?&]secret=[^&]*/g, '');
  if (isLetIn(request.url ?? '')) request.url = `${url}${url.includes('?') ? '&' : '?'}secret=${SECRET}`;
  return request;
}

test('the embedded target keeps its secret, over every protocol', async () => {
  const { status, findings } = await outcomeOf({});
  assert.deepEqual([status, findings], ['passed', []]);
});

test('a target that does not ask for the secret it was given is told where it stands how to', async () => {
  const { findings } = await outcomeOf({}, { secret: null });
  assert.match(findings[0]!, /WIREFARE_SECRET.*"Who may ask" in targets\/CONTRACT\.md.*template\/server\.py/);
});

test('a target that the lab did not start was given none', async () => {
  const server = await startCheating({}, clock);
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, checks: [secret] } as const;
  const report = await verifyTarget(server.url, options).finally(() => server.close());
  assert.equal(report.checks.at(-1)!.status, 'skipped');
});

caught(
  'one endpoint that asks for no secret',
  lettingIn((url) => url.startsWith('/bytes')),
  /http1: GET \/bytes\?n=10, without the secret: answered 200, not 403/,
);

caught(
  'a message endpoint that asks for none',
  lettingIn((url) => url.startsWith('/stream')),
  /h2: GET \/stream\?messages=1, without the secret: answered 200, not 403/,
);

caught(
  'a secret that is compared in part',
  lettingIn((url) => url.includes(`secret=${SECRET.slice(0, 20)}`)),
  /\/exchange\?.*, with a wrong secret: answered 200, not 403/,
);

caught(
  'a secret of which the last counts, and the first is handed on',
  lettingIn((url) => url.endsWith(SECRET)),
  /with two secrets: answered 200, not 403/,
);

caught(
  'a WebSocket that anybody may open',
  {
    upgrades: (real) => ({
      ...real,
      upgrade: (request, socket, head) =>
        real.upgrade(
          knowing(request, () => true),
          socket,
          head,
        ),
    }),
  },
  /http1: WebSocket, without the secret: it was opened/,
);

caught(
  'a refusal that pages may read',
  {
    answers: (answer) =>
      answer.status === 403 ? withHeaders(answer, { 'access-control-allow-origin': '*' }) : answer,
  },
  /a page may read it: access-control-allow-origin is \*/,
);

caught(
  'a target that answers by any name',
  {
    handler: (real) => (request, response) => {
      if (request.headers.host !== undefined) request.headers.host = '127.0.0.1';
      real(request, response);
    },
  },
  /\/about, Host wirefare-rebound\.example: answered 200, not 421/,
);

caught(
  'a target that does not know a name of loopback',
  {
    parts: (parts) => ({
      ...parts,
      gate: { ...parts.gate, guard: { secret: SECRET, hosts: new Set(['127.0.0.1']) } },
    }),
  },
  /\/about, Host localhost: answered 421, not 200/,
);

caught(
  'a target that does not tell anybody what it can',
  {
    handler: (real) => (request, response) => {
      if (request.url === '/about') request.url = '/bytes?n=0';
      real(request, response);
    },
  },
  /\/about, without the secret: answered 403, not 200/,
);
