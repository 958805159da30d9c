// A server of the test's own, which knows nothing of us, measured in Chromium over an emulated network:
// HTTP/2 with a certificate that nobody trusts, an answer that waits, and a token that may stand nowhere.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { untrustedIdentity } from '../../support/targets/untrusted-identity.ts';

const bench = labBench();
after(() => bench.remove());

const DELAY_MS = 25;
const RTT_MS = 70;
const BODY = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, name: `order ${id}` })));
const SENT = gzipSync(BODY);

test('a server that knows nothing of us is measured in Chromium over a network, with its own time', async () => {
  const asked: { path: string; token: unknown; coding: unknown }[] = [];
  const server = createSecureServer(await untrustedIdentity(), (request, response) => {
    const { authorization, 'accept-encoding': coding } = request.headers;
    asked.push({ path: request.url, token: authorization, coding });
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-encoding', 'gzip');
      response.end(SENT);
    }, DELAY_MS);
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/orders?token=hidden-1&page=2`;
    const flags = ['--insecure', '--network', 'lte', '--budget', '14s', '--out', 'record'];
    const ended = await bench.start('measure', url, '--header', 'Authorization: hidden-2', ...flags).ended;
    assert.equal(ended.code, 0, ended.err);
    const record = path.join(bench.dir, 'record');
    const read = (file: string) => readFileSync(path.join(record, file), 'utf8');
    const [cell] = (JSON.parse(read('summary.json')) as Summary).cells;
    const { factors, bytes, phases, totalMs } = cell!;
    assert.deepEqual([factors.protocol, factors.format], ['h2', 'json']);
    assert.deepEqual([bytes!.encoded, bytes!.decoded], [SENT.length, BODY.length]);
    // Bounds from below, as nothing makes a timer or a network faster.
    assert.ok(phases.server! >= DELAY_MS - 1, `server ${phases.server} ms`);
    assert.ok(phases.network! >= RTT_MS, `first byte ${phases.network} ms`);
    assert.ok(totalMs!.median >= RTT_MS + DELAY_MS - 1, `wait ${totalMs!.median} ms`);
    const samples = read('samples.ndjson').trim().split('\n');
    for (const sample of samples.map((line) => JSON.parse(line) as SampleRow))
      if (sample.cell === cell!.id) assert.equal(sample.outcome, 'completed', sample.reason);
    const run = JSON.parse(read('run.json')) as RunFile;
    assert.ok(run.sessions.every(({ checks }) => checks[0]!.contentEncoding === 'gzip'));
    assert.deepEqual([...new Set(asked.map((one) => one.path))], ['/orders?token=hidden-1&page=2']);
    assert.deepEqual([...new Set(asked.map(({ token }) => token))], ['hidden-2']);
    assert.match(ended.out, /What users wait for/);
    const written = readdirSync(record).map((file) => readFileSync(path.join(record, file), 'latin1'));
    for (const text of [...written, ended.out, ended.err]) assert.doesNotMatch(text, /hidden-\d/);
  } finally {
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
  assert.deepEqual(bench.leftovers(), []);
});
