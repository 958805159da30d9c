import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { once } from '../../../src/drive/processes/once.ts';
import { clientBench, type Measured } from '../../support/real/client-bench.ts';
import { assertDelayFound, measureDelay, partOfEach } from '../../support/real/found-delay.ts';
import { withoutPython } from '../../support/real/without-python.ts';
import { withoutQt } from '../../support/real/without-qt.ts';

// Known truths in, the same out, for the clients in Python and in C++: a round trip and a delay are found
// where they are. One run has them all, so that one link is set up and measured.

const bench = clientBench();
after(() => bench.remove());

const CLIENTS = [
  { browser: 'python', format: 'json/orjson', skip: withoutPython },
  { browser: 'qt5', format: 'json/QJsonDocument', skip: withoutQt },
  { browser: 'qt6', format: 'json/QJsonDocument', skip: withoutQt },
] as const;
const here = CLIENTS.filter(({ skip }) => skip === false);

const far = once(() =>
  bench.measured(
    'far',
    `factors:
  n: 100
  connection: [warm, cold]
  network: {name: far, down: 20mbit, up: 20mbit, rtt: 40ms}
${partOfEach(here)}
protocol: {sessions: 1, exchangesPerVisit: 6, budget: 34s, warmup: 0, timeout: 20s}
`,
  ),
);

function cellOf({ summary }: Measured, browser: string, connection: string) {
  return summary.cells.find(
    ({ factors, twinOf }) =>
      twinOf === null && factors.browser === browser && factors.connection === connection,
  )!;
}

/** How much was counted, and what was not, for who sees a bound missed. */
function counted({ run }: Measured, { status, exchanges, reason }: ReturnType<typeof cellOf>): string {
  const voided = run.sessions.map((session) => `${session.voidedBlocks.length} blocks void`);
  return `${status}, ${exchanges} exchanges counted ${reason}, ${voided.join(', ')}`;
}

test('over a network with a round trip of 40 ms a cold exchange of Python takes one to connect and one to be answered', {
  skip: withoutPython,
}, async () => {
  const measured = await far();
  const [warm, cold] = ['warm', 'cold'].map((name) => cellOf(measured, 'python', name));
  assert.equal(warm!.phases.connect ?? 0, 0);
  assert.ok(
    cold!.phases.connect! > 39.5 && cold!.phases.connect! < 50,
    `${cold!.phases.connect} ms to connect: ${counted(measured, cold!)}`,
  );
  for (const cell of [warm!, cold!]) {
    const { id, phases, accountedShare } = cell;
    const how = counted(measured, cell);
    assert.ok(
      phases.network! > 39.5 && phases.network! < 52,
      `${id}: ${phases.network} ms of network: ${how}`,
    );
    assert.ok(accountedShare! > 0.93 && accountedShare! < 1.07, `${id}: ${accountedShare}: ${how}`);
  }
});

test('there Qt 6 takes one to connect and one to be answered; Qt 5, which cannot tell, has no cold cells', {
  skip: withoutQt,
}, async () => {
  const measured = await far();
  const cold = cellOf(measured, 'qt6', 'cold');
  const { connect } = cold.phases;
  assert.ok(
    connect !== undefined && connect > 39.5 && connect < 52,
    `${connect} ms to connect: ${counted(measured, cold)}`,
  );
  for (const cell of [cold, cellOf(measured, 'qt6', 'warm'), cellOf(measured, 'qt5', 'warm')]) {
    const network = cell.phases.network!;
    assert.ok(
      network > 39.5 && network < 52,
      `${cell.id}: ${network} ms of network: ${counted(measured, cell)}`,
    );
  }
  const dropped = measured.run.sessions.flatMap((session) => session.dropped);
  assert.deepEqual(
    dropped.map(({ cell }) => cell),
    [cellOf(measured, 'qt5', 'cold').id],
  );
  assert.match(dropped[0]!.reason, /Qt 5\..* does not tell when it connects/);
});

const delayed = once(() => measureDelay(bench, here));

for (const { browser, skip } of CLIENTS) {
  test(
    `a delay of 20 ms before every answer is found by ${browser} in the network item and nowhere else`,
    {
      skip,
    },
    async () => assertDelayFound(await delayed(), browser),
  );
}
