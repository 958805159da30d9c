import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { SampleRow } from '../../src/record/record.ts';
import { labBench } from '../support/real/lab-process.ts';

// Connections over a slow network, where each takes longer than browsers wait before they open another one.

const bench = labBench();
after(() => bench.remove());

// Browsers open a second connection where the first takes longer than 250 ms, unless they are told not to; it
// would wait for the next exchange, which should be cold.
test('over a round trip of 300 ms every cold exchange waits for a connection of its own, in every client', async () => {
  const factors =
    'n: 1, format: json/JSON.parse, network: 3g, connection: [warm, cold], browser: [chromium, firefox, webkit, node]';
  const protocol = '{sessions: 1, budget: 90s, exchangesPerVisit: 1, warmup: 0, timeout: 20s}';
  const study = `study: slow\ntitle: T\nquestion: Q\nfactors: {${factors}}\nprotocol: ${protocol}\n`;
  writeFileSync(path.join(bench.dir, 'slow.yaml'), study);
  const { code, err } = await bench.start('run', 'slow.yaml', '--out', 'slow').ended;
  assert.equal(code, 0, err);
  const lines = readFileSync(path.join(bench.dir, 'slow', 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  const samples = lines.map((line) => JSON.parse(line) as SampleRow);
  for (const { cell, session, outcome, connectMs, tlsMs } of samples) {
    const where = `${cell} in session ${session}: ${connectMs} ms to connect, ${tlsMs} ms for TLS`;
    assert.equal(outcome, 'completed', where);
    if (cell.includes('cold')) assert.ok(connectMs > 290 && (tlsMs === 0 || tlsMs > 290), where);
  }
  const warm = samples.filter(({ cell }) => !cell.includes('cold'));
  assert.ok(warm.filter(({ connectMs, tlsMs }) => connectMs + tlsMs > 0).length <= 1, 'warm ones connected');
  assert.ok(samples.filter(({ cell }) => cell.includes('cold')).length >= 4 * 2 * 2);
});
