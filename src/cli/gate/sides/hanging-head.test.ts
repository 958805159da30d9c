// Sides that hang: a gate with `undecided: pass` lets no such head through, and tells of either in its time.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { type FakeHost, fakeHost } from '../../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../../test/support/host/in-process-drivers.ts';
import { writeTwoCheckouts } from '../../../../test/support/host/two-checkouts.ts';
import type { Cheat } from '../../../../test/support/targets/cheating-target.ts';
import type { Clock } from '../../../base/clock.ts';
import { gate } from '../gate.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-hangs-'));
let folders = 0;
let host: FakeHost;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  writeTwoCheckouts(dir);
  host = fakeHost(dir, TIME);
  writeFileSync(join(dir, 'tiny.yaml'), TINY);
});
after(() => rmSync(scratch, { recursive: true }));

const TINY = `study: tiny
title: T
question: Q
factors: {n: 3, format: [json, cbor], browser: node}
protocol: {warmup: 0s, timeout: 1s}
`;
/** Nothing of it is quicker here: who hangs takes the same for everybody. */
const TIME: Clock = { nowMs: () => performance.now(), date: () => new Date() };
const RULES = 'undecided: pass, rules: [{item: total, slower: 5%}, {item: bytes, grows: 1%}]';
const OF_TARGETS = `base: main/server, head: change/server, study: tiny.yaml, budget: 12s, ${RULES}`;
async function gated(
  text: string,
  cheat?: (start: number, target: string) => Cheat,
): Promise<{ readonly code: number; readonly told: string }> {
  writeFileSync(join(host.cwd, 'gate.yaml'), text);
  const drivers = inProcessDrivers(
    { targets: ['base', 'head'], isVerified: true, ...(cheat !== undefined && { cheat }) },
    TIME,
  );
  const code = await gate('gate.yaml', { format: 'terminal', timeout: '1s' }, host, () => drivers);
  for (const fake of [...drivers.agents, ...drivers.targets]) assert.ok(fake.isClosed(), fake.name);
  return { code, told: host.printed().replace(/\s+/g, ' ') };
}

/**
 * Each side is held to its contract by other tests. One answers so many requests of a kind in each session,
 * and leaves the others open.
 */
const hanging =
  (side: string, kind: RegExp, answers: number) =>
  (_: number, target: string): Cheat => {
    let asked = 0;
    return {
      handler: (real) => (request, response) => {
        const isOfKind = target === side && kind.test(request.url ?? '');
        if (isOfKind && ++asked > answers) return;
        real(request, response);
      },
    };
  };

const EXCHANGE = /^\/exchange/;
const TOO_LATE = /longer than the time allowed for one exchange/;

test('a head that answers no exchange passes no gate', async () => {
  const { code, told } = await gated(`gate: {${OF_TARGETS}}`, hanging('head', EXCHANGE, 0));
  assert.equal(code, 4, host.told());
  assert.match(told, /^Gate: failed\./);
  assert.match(told, TOO_LATE);
});

test('a head that hangs after some exchanges of a session, or in one format alone, is broken', async () => {
  for (const kind of [EXCHANGE, /^\/exchange.*format=cbor/]) {
    const { code, told } = await gated(`gate: {${OF_TARGETS}, headFails: broken}`, hanging('head', kind, 8));
    assert.equal(code, 99, host.told());
    assert.match(told, /Gate: broken\. .*head cannot be measured/);
    host = fakeHost(host.cwd, TIME);
  }
});

test('a head whose empty exchanges alone hang has failed too', async () => {
  const { code, told } = await gated(
    `gate: {${OF_TARGETS}, headFails: broken}`,
    hanging('head', /^\/bytes/, 2),
  );
  assert.equal(code, 99, host.told());
  assert.match(told, /the target head did not answer: .*its empty exchange|GET \/bytes/);
});

test('a base that hangs is no fault of head, and told in the time of the gate', async () => {
  // By itself it would wait 10 s for an exchange.
  writeFileSync(join(host.cwd, 'patient.yaml'), TINY.replace(', timeout: 1s', ''));
  const sides = 'base: main/server, head: change/server, study: patient.yaml, budget: 12s';
  const beganMs = TIME.nowMs();
  const { code, told } = await gated(
    `gate: {${sides}, headFails: broken, ${RULES}}`,
    hanging('base', EXCHANGE, 8),
  );
  const tookMs = TIME.nowMs() - beganMs;
  assert.equal(code, 4, host.told());
  assert.doesNotMatch(told, /head cannot be measured/);
  assert.match(told, /the target base did not answer: .*got no answer in [\d.]+ m?s/);
  assert.match(told, /to mend it: see by hand whether base answers what it is asked/);
  // Waiting is over after 13.2 s; a busy machine closes its servers and writes its reports after that.
  assert.ok(tookMs < 16_000, `${tookMs} ms`);
});

/** `/hangs` answers so many requests, `/endless` begins an answer and never ends it. */
async function withServer(answers: number, act: (origin: string) => Promise<void>): Promise<void> {
  const body = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, name: `order ${id}` })));
  let asked = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/hangs' && ++asked > answers) return;
    response.setHeader('content-type', 'application/json');
    if (url === '/endless') response.write(body.slice(0, 99));
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('a URL that hangs while it is measured eats no budget, and breaks the gate', async () => {
  await withServer(15, async (origin) => {
    const sides = `base: '${origin}/answers', head: '${origin}/hangs'`;
    const { code, told } = await gated(
      `gate: {${sides}, browser: node, budget: 12s, headFails: broken, ${RULES}}`,
    );
    assert.equal(code, 99, host.told());
    assert.match(told, TOO_LATE);
  });
});

test('a URL whose answer never ends is told so before anything is measured', async () => {
  await withServer(0, async (origin) => {
    const sides = `base: '${origin}/answers', head: '${origin}/endless'`;
    await assert.rejects(
      gated(`gate: {${sides}, browser: node, budget: 20s, ${RULES}}`),
      /endless.* was not all there within 1 s|endless.*1 s/,
    );
  });
});
