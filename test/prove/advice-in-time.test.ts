// Advice on 100 kB over 4g within a minute, as a user asks for it: kept within ten per cent, with an answer
// that is not provisional.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { readOutput } from '../support/outputs/read-output.ts';
import { labBench } from '../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

const BUDGET_S = 60;
const ORDERS = Array.from({ length: 650 }, (_, i) => ({
  id: 100_000 + i,
  status: ['open', 'paid', 'shipped'][i % 3],
  customer: { name: `customer number ${i % 50}`, vip: i % 7 === 0 },
  lines: Array.from({ length: 1 + (i % 3) }, (_, j) => ({ sku: `SKU-${(i * 7 + j) % 90}`, price: i / 4 })),
}));

test('a minute of advice on 100 kB over 4g decides, and is a minute', async (t) => {
  const text = JSON.stringify(ORDERS);
  assert.ok(text.length > 90_000 && text.length < 110_000, String(text.length));
  writeFileSync(path.join(bench.dir, 'orders.json'), text);
  // What is built and started for the first time is not advice.
  await bench.start('advise', 'orders.json', '--network', '4g', '--budget', '40s', '--json').ended;
  const startMs = performance.now();
  const args = ['--today', 'json', '--network', '4g', '--budget', `${BUDGET_S}s`, '--json', '--seed', '7'];
  const { code, out, err } = await bench.start('advise', 'orders.json', ...args).ended;
  const tookS = (performance.now() - startMs) / 1_000;
  assert.equal(code, 0, err);
  const { advice, summary } = readOutput('advise', out) as {
    advice: {
      kind: string;
      ratio: number | null;
      interval: readonly number[] | null;
      provisional?: boolean;
    }[];
    summary: { sessions: { complete: number } };
  };
  const [told] = advice;
  t.diagnostic(
    `${tookS.toFixed(1)} s, ${summary.sessions.complete} sessions, today/advised ${told!.ratio} [${told!.interval}]`,
  );
  assert.equal(told!.kind, 'measured');
  assert.ok(summary.sessions.complete >= 4, `${summary.sessions.complete} sessions decide nothing`);
  assert.ok(tookS > 0.5 * BUDGET_S && tookS < 1.1 * BUDGET_S, `${tookS} s`);
});
