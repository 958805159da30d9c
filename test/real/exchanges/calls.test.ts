import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { QUICK_COMPILER, withoutMaven } from '../../support/real/java-target.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { preflightsOf } from '../../support/real/preflights.ts';

// Calls in real browsers: the bill is whole, a body's bytes are known, and no timed call had a browser's
// question about what may be posted (OPTIONS) before it.

const bench = labBench({ env: QUICK_COMPILER });
after(() => bench.remove());

async function measured(study: string): Promise<Recorded<Summary>> {
  writeFileSync(path.join(bench.dir, 'calls.yaml'), study);
  const record = `record-${study.length}`;
  const { code, err } = await bench.start('run', 'calls.yaml', '--out', record).ended;
  assert.equal(code, 0, err);
  return JSON.parse(readFileSync(path.join(bench.dir, record, 'summary.json'), 'utf8')) as Recorded<Summary>;
}

test('a call in three browsers and Node has its request encoded, sent and decoded in its bill', async () => {
  const summary = await measured(`study: calls
title: T
question: Q
factors:
  dataset: transit-getroute-detailed
  procedure: call
  format: [json/JSON.parse, soap/saxes]
  connection: [warm, cold]
  browser: [chromium, firefox, webkit, node]
protocol: {sessions: 1, budget: 14s, warmup: 0}
`);
  assert.equal(summary.cells.filter(({ twinOf }) => twinOf === null).length, 16);
  for (const { id, status, reason, failures, phases, bytes, totalMs, factors } of summary.cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    for (const phase of ['client.encode', 'server.decode', 'server.compute', 'encode', 'decode'] as const)
      assert.ok(phases[phase]! > 0, `${id}: ${phase}`);
    assert.ok(bytes!.request! > 500 && bytes!.request! < bytes!.encoded, id);
    assert.ok(totalMs!.median > 0);
    // WebKitGTK opens a connection for every POST.
    const connects = factors.connection === 'cold' || factors.browser === 'webkit';
    assert.equal((phases.connect ?? 0) > 0, connects, id);
  }
  const reconnected = summary.warnings.filter(({ kind }) => kind === 'reconnected').map(({ what }) => what);
  assert.match(reconnected[0]!, /^webkit opened a connection for each call of 2 cells named warm/);
  assert.equal(reconnected.length, 1, reconnected.join());
  const ofJson = summary.cells.filter(({ factors }) => factors.format === 'json');
  assert.deepEqual(new Set(ofJson.map(({ bytes }) => bytes!.request)), new Set([ofJson[0]!.bytes!.request]));
});

for (const browser of ['chromium', 'firefox', 'webkit']) {
  test(`${browser} asks what may be posted before a cell is checked, and in no timed call, warm or cold`, async () => {
    const { beforeCheck, whileTimed, samples } = await preflightsOf(browser);
    assert.ok(beforeCheck > 0);
    assert.equal(samples.length, 40);
    assert.ok(samples.every(({ outcome }) => outcome === 'completed'));
    // A stamp may be missing once in a while, and is told.
    assert.ok(samples.filter(({ timingDoubtful }) => timingDoubtful).length <= 2);
    assert.equal(whileTimed, 0);
  });
}

test('SOAP of Metro is called by a browser and by the Java client, plain and serialized', {
  skip: withoutMaven,
}, async () => {
  const summary = await measured(`study: calls-of-metro
title: T
question: Q
factors:
  dataset: book
  n: 300
  procedure: call
  format: [soap, soap-serialized]
  browser: [chromium, jax-ws]
  target: metro
protocol: {sessions: 1, budget: 12s, warmup: 0}
`);
  for (const { id, status, reason, failures, phases, bytes } of summary.cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    assert.ok(phases.encode! > 0 && phases.decode! > 0 && bytes!.request! > 100, id);
  }
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
});
