// A known delay before every answer of the target, and where a client finds it.

import assert from 'node:assert/strict';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { CellSummary } from '../../../src/summary/summary.ts';
import type { Cheat } from '../targets/cheating-target.ts';
import type { ClientBench } from './client-bench.ts';

const DELAY_MS = 20;

type Measured = Recorded<CellSummary>;

/** Of two runs, with the delay and without: the network item of every client has it, and nothing else. */
export async function assertDelayFound(
  bench: ClientBench,
  clients: readonly string[],
  format: string,
): Promise<void> {
  const study = `factors: {n: 200, format: ${format}, browser: [${clients}]}
protocol: {sessions: 1, budget: ${4 + 3.5 * clients.length}s, warmup: 8, timeout: 20s}
`;
  const at = async (delayMs: number) =>
    (await bench.measured(`${clients.join('-')}-${delayMs}`, study, waiting(delayMs))).summary.cells;
  const [plain, delayed] = [await at(0), await at(DELAY_MS)];
  for (const client of clients) {
    const ofClient = (cells: readonly Measured[]) =>
      cells.find(({ factors, twinOf }) => factors.browser === client && twinOf === null)!;
    assertFoundIn(client, ofClient(plain), ofClient(delayed));
  }
}

function assertFoundIn(client: string, plain: Measured, delayed: Measured): void {
  const moreMs = (phase: keyof CellSummary['phases']) =>
    (delayed.phases[phase] ?? 0) - (plain.phases[phase] ?? 0);
  const networkMs = moreMs('network');
  assert.ok(networkMs > DELAY_MS - 1 && networkMs < DELAY_MS + 6, `${client}: ${networkMs} ms`);
  for (const phase of ['stall', 'encode', 'transfer', 'delivery', 'decode', 'residual'] as const)
    assert.ok(Math.abs(moreMs(phase)) < 5, `${client}: ${moreMs(phase)} ms more ${phase}`);
}

/** Not while it is held to its contract: each request of that would wait. */
function waiting(delayMs: number): (start: number) => Cheat {
  return (start) => ({
    handler: (real) => (request, response) => {
      if (delayMs === 0 || start === 0) real(request, response);
      else setTimeout(() => real(request, response), delayMs);
    },
  });
}
