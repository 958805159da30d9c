import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench } from '../../support/real/client-bench.ts';
import { assertDelayFound } from '../../support/real/found-delay.ts';
import { withoutPython } from '../../support/real/without-python.ts';

// Known truths in, the same out, for the client in Python: what its items add up to, a round trip, a delay.

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

test('over a network with a round trip of 40 ms a cold exchange takes one to connect and one to be answered', {
  skip: withoutPython,
}, async () => {
  const study = `factors:
  n: 100
  format: json/orjson
  connection: [warm, cold]
  network: {name: far, down: 20mbit, up: 20mbit, rtt: 40ms}
  browser: python
protocol: {sessions: 1, exchangesPerVisit: 6, budget: 17s, warmup: 0, timeout: 20s}
`;
  const { cells } = (await bench.measured('far', study)).summary;
  const [warm, cold] = ['warm', 'cold'].map(
    (name) => cells.find(({ factors }) => factors.connection === name)!,
  );
  assert.equal(warm!.phases.connect ?? 0, 0);
  assert.ok(
    cold!.phases.connect! > 39.5 && cold!.phases.connect! < 50,
    `${cold!.phases.connect} ms to connect`,
  );
  for (const { id, phases, accountedShare } of [warm!, cold!]) {
    assert.ok(phases.network! > 39.5 && phases.network! < 52, `${id}: ${phases.network} ms of network`);
    assert.ok(accountedShare! > 0.93 && accountedShare! < 1.07, `${id}: ${accountedShare}`);
  }
});

test(
  'a delay of 20 ms before every answer is found in the network item and nowhere else',
  {
    skip: withoutPython,
  },
  () => assertDelayFound(bench, ['python'], 'json/orjson'),
);
