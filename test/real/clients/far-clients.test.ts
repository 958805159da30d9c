import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clientBench } from '../../support/real/client-bench.ts';
import { withoutPython } from '../../support/real/without-python.ts';
import { withoutQt } from '../../support/real/without-qt.ts';

// A round trip that is known, in clients that are programs: they find it where it is. Nearly all of each
// exchange is waiting for it, so that another run may go on beside.

const bench = clientBench();
after(() => bench.remove());

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

test('over a network with a round trip of 40 ms Qt 6 takes one to connect and one to be answered; Qt 5, which cannot tell, has no cold cells', {
  skip: withoutQt,
}, async () => {
  const { summary, run } = await bench.measured(
    'far-qt',
    `factors:
  n: 100
  format: json/QJsonDocument
  connection: [warm, cold]
  network: {name: far, down: 20mbit, up: 20mbit, rtt: 40ms}
  browser: [qt5, qt6]
protocol: {sessions: 1, exchangesPerVisit: 6, budget: 27s, warmup: 0, timeout: 20s}
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
