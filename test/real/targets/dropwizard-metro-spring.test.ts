import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { holdsToTheContract, QUICK_COMPILER, withoutMaven } from '../../support/real/java-target.ts';
import { labBench } from '../../support/real/lab-process.ts';

holdsToTheContract(['dropwizard', 'metro', 'spring']);

const bench = labBench({ env: QUICK_COMPILER });
after(() => bench.remove());

const ORDERS = [
  { id: 2 ** 60, lines: [{ sku: 'A/1', price: 9.75 }], note: 'Straße 7 – “hinten” 🚲' },
  { id: -3, lines: [], note: null, 'odd key': { z: 1e21, 7: false } },
];

const STUDY = `study: own
title: T
question: Q
factors: {format: json/JSON.parse, target: spring}
parts:
  - {name: own, title: O, factors: {dataset: {file: orders.json}, n: [2, 5], browser: node}}
  - {name: h2, title: H, factors: {n: 100, browser: chromium, protocol: h2, connection: [warm, cold]}}
protocol: {sessions: 1, warmup: 0, budget: 12s, exchangesPerVisit: 1}
`;

test('own data come from Spring as they were given, and a browser measures it over HTTP/2', {
  skip: withoutMaven,
}, async () => {
  writeFileSync(path.join(bench.dir, 'orders.json'), JSON.stringify(ORDERS));
  writeFileSync(path.join(bench.dir, 'own.yaml'), STUDY);
  const { code, err } = await bench.start('run', 'own.yaml', '--out', 'own').ended;
  assert.equal(code, 0, err);
  const text = readFileSync(path.join(bench.dir, 'own', 'summary.json'), 'utf8');
  const { cells } = JSON.parse(text) as Recorded<Summary>;
  const ended = cells
    .filter(({ twinOf }) => twinOf === null)
    .map(({ status, factors: { browser, n, protocol, connection } }) =>
      [status, browser, n, protocol, connection].join(' '),
    );
  assert.deepEqual(ended.toSorted(), [
    'measured chromium 100 h2 cold',
    'measured chromium 100 h2 warm',
    'measured node 2 http1 warm',
    'measured node 5 http1 warm',
  ]);
  for (const { id, failures, phases, factors } of cells) {
    assert.equal(failures, 0, id);
    assert.equal((phases.tls ?? 0) > 0, factors.connection === 'cold', id);
  }
});
