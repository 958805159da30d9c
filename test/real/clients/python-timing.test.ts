import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench } from '../../support/real/client-bench.ts';
import { withoutPython } from '../../support/real/without-python.ts';

// What the items of the client in Python add up to; client-timing.test.ts has the known truths that it finds.

const bench = clientBench();
after(() => bench.remove());

test('it sorts where the client computes, opens connections where they are cold, and its items add up', {
  skip: withoutPython,
}, async () => {
  const { summary } = await bench.measured(
    'items',
    `factors:
  n: 2000
  dataset: [book, video]
  format: xml/lxml
  compression: gzip-6
  procedure: [e2, e3, e4, e5]
  computation: cm1
  connection: [warm, cold]
  browser: python
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 20s, warmup: 8, timeout: 20s}
`,
  );
  const own = summary.cells.filter(({ status }) => status === 'measured');
  assert.equal(own.filter(({ twinOf }) => twinOf === null).length, 2 * 4 * 2);
  for (const { id, factors, phases, failures } of own) {
    assert.equal(failures, 0, id);
    assert.equal((phases['client.compute'] ?? 0) > 0, ['e3', 'e5'].includes(String(factors.procedure)), id);
    assert.equal((phases.connect ?? 0) > 0, factors.connection === 'cold', id);
  }
  const shares = own.map(({ accountedShare }) => accountedShare!);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  assert.ok(mean > 0.95 && mean < 1.05, `the items add up to ${shares.join(', ')}`);
});
