import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench } from '../../support/real/client-bench.ts';
import { assertDelayFound } from '../../support/real/found-delay.ts';
import { withoutQt } from '../../support/real/without-qt.ts';

// Known truths in, the same out, for the clients in C++: a delay and a round trip are found where they are.

const bench = clientBench();
after(() => bench.remove());

test('over a network with a round trip of 40 ms Qt 6 takes one to connect and one to be answered; Qt 5, which cannot tell, has no cold cells', {
  skip: withoutQt,
}, async () => {
  const { summary, run } = await bench.measured(
    'far',
    `factors:
  n: 100
  format: json/QJsonDocument
  connection: [warm, cold]
  network: {name: far, down: 20mbit, up: 20mbit, rtt: 40ms}
  browser: [qt5, qt6]
protocol: {sessions: 1, exchangesPerVisit: 6, budget: 24s, warmup: 0, timeout: 20s}
`,
  );
  const cellOf = (browser: string, connection: string) =>
    summary.cells.find(({ factors }) => factors.browser === browser && factors.connection === connection)!;
  const cold = cellOf('qt6', 'cold');
  const { connect } = cold.phases;
  const voided = run.sessions.map((session) => `${session.voidedBlocks.length} blocks void`);
  const counted = `${cold.status}, ${cold.exchanges} exchanges counted ${cold.reason}, ${voided.join(', ')}`;
  assert.ok(connect !== undefined && connect > 39.5 && connect < 52, `${connect} ms to connect: ${counted}`);
  for (const cell of [cold, cellOf('qt6', 'warm'), cellOf('qt5', 'warm')]) {
    const network = cell.phases.network!;
    assert.ok(network > 39.5 && network < 52, `${cell.id}: ${network} ms of network: ${counted}`);
  }
  const dropped = run.sessions.flatMap((session) => session.dropped);
  assert.deepEqual(
    dropped.map(({ cell }) => cell),
    [cellOf('qt5', 'cold').id],
  );
  assert.match(dropped[0]!.reason, /Qt 5\..* does not tell when it connects/);
});

test(
  'a delay of 20 ms before every answer is found by both in the network item and nowhere else',
  {
    skip: withoutQt,
  },
  () => assertDelayFound(bench, ['qt5', 'qt6'], 'json/QJsonDocument'),
);
