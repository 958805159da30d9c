import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { findBuilder } from '../../../src/drive/targets/target-build.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { SampleRow } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { GO_TESTS } from '../../support/real/own-tests.ts';

// The target in Go, built on its first use: WebTransport of a real Chromium beside what every target has, and
// the Node client over every endpoint.

const bench = labBench();
after(() => bench.remove());

const go = await findBuilder('go', process.env).then(
  ({ program }) => program,
  () => null,
);
const skip = go === null && 'the target in Go takes Go 1.26 or newer, and there is none: https://go.dev/dl/';

// First: the runs need not hold it to its contract again.
test('the target in Go meets every check of the contract', { skip }, async () => {
  const { code, out, err } = await bench.start('verify', 'go', '--fast').ended;
  assert.equal(code, 0, out + err);
});

function summaryIn(record: string): Recorded<Summary> {
  const text = readFileSync(path.join(bench.dir, record, 'summary.json'), 'utf8');
  return JSON.parse(text) as Recorded<Summary>;
}

const STUDY = `study: go-target
title: T
question: Q
factors: {n: 50, size: 100, target: go, browser: chromium, protocol: [https1, h3]}
parts:
  - {name: up, title: U, factors: {direction: client-to-server, transport: [xhr, websocket, webtransport]}}
  - {name: down, title: D, factors: {direction: server-to-client, transport: [sse, websocket, webtransport]}}
  - {name: both, title: B, factors: {direction: both-ways, transport: [sse+xhr, websocket, webtransport]}}
  - {name: asked, title: A, factors: {direction: server-to-client, transport: webtransport, mode: ping-pong, dataset: random, format: binary}}
  - {name: plain, title: P, factors: {direction: server-to-client, transport: [sse, stream, long-polling, websocket], protocol: http1, browser: node}}
  - {name: h2, title: H, factors: {direction: both-ways, transport: sse+fetch, protocol: h2, browser: node}}
protocol: {sessions: 1, budget: 9s, warmup: 0, timeout: 10s}
`;

test('the target in Go carries messages by WebTransport and by everything else, and counts their bytes', {
  skip,
}, async () => {
  writeFileSync(path.join(bench.dir, 'go-target.yaml'), STUDY);
  const { code, err } = await bench.start('run', 'go-target.yaml', '--out', 'record').ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
  const summary = summaryIn('record');
  for (const { id, status, reason, failures, messages } of summary.cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    assert.ok(messages!.perMessageMs.median > 0 && messages!.serverCpuUs! > 0, id);
  }
  const byWebTransport = summary.cells.filter(({ factors }) => factors.transport === 'webtransport');
  assert.deepEqual(new Set(byWebTransport.map(({ factors }) => factors.protocol)), new Set(['h3']));
  assert.deepEqual(new Set(byWebTransport.map(({ part }) => part)), new Set(['up', 'down', 'both', 'asked']));
  for (const { id, messages } of byWebTransport) {
    // Four bytes of length, and what QUIC puts around fifty messages and their acknowledgements: more of them
    // on a busy machine, 208 bytes once.
    const { overhead } = messages!.wire!;
    assert.ok(overhead > 4 && overhead < 300, `${id}: ${overhead} bytes a message`);
  }
});

// Calls by Chromium alone: with cold calls beside them Firefox turned to HTTP/2 now and then, for good.
const HTTP3 = `study: http3
title: T
question: Q
factors: {n: 30, target: go, format: json, browser: [chromium, firefox], protocol: [h2, h3], connection: [warm, cold]}
parts:
  - {name: all, title: A}
  - name: own
    title: O
    factors: {dataset: {file: orders.json}, format: [json, msgpack, cbor], browser: chromium, protocol: h3, connection: warm}
  - {name: calls, title: C, factors: {procedure: call, protocol: h3, browser: chromium}}
protocol: {sessions: 1, budget: 14s, warmup: 0, exchangesPerVisit: 1, timeout: 10s}
`;

test('Chromium and Firefox ask and call the target in Go by HTTP/3, and by HTTP/2 in the same session, over open and over new connections', {
  skip,
}, async () => {
  writeFileSync(path.join(bench.dir, 'http3.yaml'), HTTP3);
  const orders = Array.from({ length: 12 }, (_, id) => ({ id, lines: [{ sku: `ü${id}` }], at: null }));
  writeFileSync(path.join(bench.dir, 'orders.json'), JSON.stringify(orders));
  const { code, err } = await bench.start('run', 'http3.yaml', '--out', 'http3').ended;
  assert.equal(code, 0, err);
  const samples = readFileSync(path.join(bench.dir, 'http3', 'samples.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
  const ofOwnData = samples.filter(({ cell }) => cell.includes('orders'));
  assert.ok(new Set(ofOwnData.map(({ cell }) => cell)).size >= 3, 'people’s own data, in three formats');
  assert.deepEqual([...new Set(ofOwnData.map(({ outcome }) => outcome))], ['completed']);
  const cells = summaryIn('http3').cells.filter(({ twinOf }) => twinOf === null);
  const asked = cells.filter(({ part, factors }) => part === 'all' && factors.protocol === 'h3');
  assert.equal(asked.length, 4);
  for (const { id, factors } of asked) {
    const own = samples.filter((each) => each.cell === id && each.settling !== true);
    assert.ok(own.length > 0, `${id}: no sample`);
    assert.ok(
      own.some(({ outcome }) => outcome === 'completed'),
      `${id}: none went over HTTP/3`,
    );
    for (const { outcome, reason, connectMs = 0, tlsMs = 0 } of own) {
      // Firefox turns to HTTP/2 now and then, whatever its preferences say, and then for good: told as
      // failed.
      if (factors.browser === 'firefox' && reason === 'it went over h2, not h3') {
        assert.equal(outcome, 'failed', id);
        continue;
      }
      assert.equal(outcome, 'completed', `${id}: ${reason}`);
      assert.equal(
        connectMs + tlsMs > 0,
        factors.connection === 'cold',
        `${id}: ${connectMs} and ${tlsMs} ms`,
      );
    }
  }
  const calls = cells.filter(({ part }) => part === 'calls');
  const called = calls.map(({ factors }) => `${factors.browser} ${factors.protocol} ${factors.connection}`);
  assert.deepEqual(called.toSorted(), ['chromium h3 cold', 'chromium h3 warm']);
  for (const { id, status, reason, failures, phases, factors } of calls) {
    assert.deepEqual({ status, reason }, { status: 'measured', reason: '' }, id);
    // A GOAWAY that comes too late ends a post, which no browser repeats.
    assert.ok(failures === 0 || factors.connection === 'cold', `${id}: ${failures} failed`);
    for (const phase of ['client.encode', 'server.decode', 'encode', 'decode'] as const)
      assert.ok(phases[phase]! > 0, `${id}: ${phase}`);
  }
});

test('the target in Go is formatted and vetted, and passes its own tests', { skip }, () => {
  const cwd = path.join(ROOT, 'targets/go');
  const formatted = spawnSync(path.join(path.dirname(go!), 'gofmt'), ['-l', '.'], { cwd, encoding: 'utf8' });
  assert.deepEqual([formatted.status, formatted.stdout], [0, ''], formatted.stderr);
  for (const args of GO_TESTS) {
    const { status, stdout, stderr } = spawnSync(go!, args, { cwd, encoding: 'utf8' });
    assert.equal(status, 0, `go ${args.join(' ')}: ${stdout}${stderr}`);
  }
});
