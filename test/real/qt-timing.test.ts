import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CellSummary } from '../../src/summary/summary.ts';
import type { Cheat } from '../../src/verify/cheating-target.ts';
import { clientBench } from './client-bench.ts';
import { withoutQt } from './without-qt.ts';

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
protocol: {sessions: 1, budget: 8s, warmup: 0s, timeout: 20s}
`,
  );
  const cellOf = (browser: string, connection: string) =>
    summary.cells.find(({ factors }) => factors.browser === browser && factors.connection === connection)!;
  const cold = cellOf('qt6', 'cold');
  assert.ok(cold.phases.connect! > 39.5 && cold.phases.connect! < 52, `${cold.phases.connect} ms to connect`);
  for (const cell of [cold, cellOf('qt6', 'warm'), cellOf('qt5', 'warm')]) {
    const network = cell.phases.network!;
    assert.ok(network > 39.5 && network < 52, `${cell.id}: ${network} ms of network`);
  }
  const dropped = run.sessions.flatMap((session) => session.dropped);
  assert.deepEqual(
    dropped.map(({ cell }) => cell),
    [cellOf('qt5', 'cold').id],
  );
  assert.match(dropped[0]!.reason, /Qt 5\..* does not tell when it connects/);
});

const DELAY_MS = 20;
const waiting = (delayMs: number): Cheat => ({
  handler: (real) => (request, response) => {
    if (delayMs === 0) real(request, response);
    else setTimeout(() => real(request, response), delayMs);
  },
});

for (const browser of ['qt5', 'qt6']) {
  test(`a delay of 20 ms before every answer is found by ${browser} in the network item and nowhere else`, {
    skip: withoutQt,
  }, async () => {
    const study = `factors: {n: 200, format: json/QJsonDocument, browser: ${browser}}
protocol: {sessions: 1, budget: 4s, warmup: 500ms, timeout: 20s}
`;
    const at = async (delayMs: number) => {
      const { summary } = await bench.measured(`${browser}-${delayMs}`, study, waiting(delayMs));
      return summary.cells[0]!;
    };
    const [plain, delayed] = [await at(0), await at(DELAY_MS)];
    const moreMs = (phase: keyof CellSummary['phases']) =>
      (delayed.phases[phase] ?? 0) - (plain.phases[phase] ?? 0);
    assert.ok(
      moreMs('network') > DELAY_MS - 1 && moreMs('network') < DELAY_MS + 6,
      `${moreMs('network')} ms`,
    );
    for (const phase of ['stall', 'encode', 'transfer', 'delivery', 'decode', 'residual'] as const)
      assert.ok(Math.abs(moreMs(phase)) < 5, `${moreMs(phase)} ms more ${phase}`);
  });
}
