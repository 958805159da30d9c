import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { cpuMsOf, tellBesidePlain, tellThroughput } from './bare-page.ts';

test('a throughput is told beside its bound, and one below it ends the bench with an error', () => {
  const told: string[] = [];
  const exit: { exitCode?: typeof process.exitCode } = {};
  const print = (line: string) => told.push(line);
  assert.ok(tellThroughput(0.8, print, exit));
  assert.equal(exit.exitCode, undefined);
  assert.equal(tellThroughput(0.799, print, exit), false);
  assert.equal(exit.exitCode, 1);
  // What nobody measured is not enough either.
  assert.equal(tellThroughput(Number.NaN, print, exit), false);
  assert.match(told[0]!, /0\.800 {3}\(at least 0\.8\)$/);
  assert.match(told[1]!, /0\.799 {3}\(at least 0\.8: FAILED\)$/);
});

test('both are asked over several connections at once, and bodies of another length are no comparison', async () => {
  const longestOf = new Map<string, number>();
  const server = createServer(async ({ url = '' }, response) => {
    const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    longestOf.set(url, Math.max(longestOf.get(url) ?? 0, open));
    response.end(url === '/longer' ? '[1,2]' : '[1]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = (path: string) => ({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    pids: [process.pid],
  });
  const told: string[] = [];
  const print = (line: string) => told.push(line);
  const asked = { name: 'it', n: 1, requests: 8, seed: 1, ours: at('/ours'), plain: at('/plain') };
  try {
    await tellBesidePlain(asked, print, {});
    assert.match(told[0]!, /^it, 1 Books as JSON \(3 B\), 40 rounds of 8 over 4 connections:$/);
    assert.match(told.at(-1)!, /throughput ours \/ plain/);
    assert.deepEqual([longestOf.get('/ours'), longestOf.get('/plain')], [4, 4]);
    await assert.rejects(
      tellBesidePlain({ ...asked, plain: at('/longer') }, print, {}),
      /bodies differ: \{"ours":3,"plain":5\}/,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('what a server worked is that of all its processes, whichever of them started which', () => {
  const one = (pid: number, parent: number, cpuTicks: number, collectedTicks = 0) => ({
    ...{ pid, parent, cpuTicks, collectedTicks },
    ...{ state: 'S', group: pid, session: 1 },
  });
  const processes = [one(7, 6, 5), one(6, 3, 10), one(3, 1, 1, 2), one(4, 1, 100)];
  assert.equal(cpuMsOf([3], processes), 180);
  assert.equal(cpuMsOf([3, 4], processes), 1_180);
});
