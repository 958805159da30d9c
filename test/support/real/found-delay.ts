// A known delay before every answer of the target, and where a client finds it. The target that waits stands
// beside one that does not, turn about in the same session: two sessions have each their own level, 10 to
// 15 % apart (docs/decisions/011-deciding.md).

import assert from 'node:assert/strict';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { CellSummary } from '../../../src/summary/summary.ts';
import type { Cheat } from '../targets/cheating-target.ts';
import type { CheatsByTarget, ClientBench, Measured as MeasuredRun } from './client-bench.ts';

const DELAY_MS = 20;
/** A study knows targets by their names; the one that waits goes by this. */
export const LATE = 'express';

type Measured = Recorded<CellSummary>;

interface OwnFormat {
  readonly browser: string;
  readonly format: string;
}

/** Of a study: each client with its format. */
export function partOfEach(clients: readonly OwnFormat[]): string {
  const parts = clients.map(
    ({ browser, format }) =>
      `  - {name: ${browser}, title: T, factors: {format: ${format}, browser: ${browser}}}`,
  );
  return ['parts:', ...parts].join('\n');
}

/** All clients in one run. */
export function measureDelay(bench: ClientBench, clients: readonly OwnFormat[]): Promise<MeasuredRun> {
  const study = `factors: {n: 200, target: [node, ${LATE}]}
${partOfEach(clients)}
protocol: {sessions: 1, budget: ${7 + 4 * clients.length}s, warmup: 8, timeout: 20s, interleave: target}
`;
  return bench.measured('delay', study, lateBeside(waiting));
}

/** The network item of that client has the delay, and nothing else. */
export function assertDelayFound({ summary }: MeasuredRun, client: string): void {
  const ofTarget = (name: string) =>
    summary.cells.find(
      ({ factors, twinOf }) => factors.browser === client && factors.target === name && twinOf === null,
    )!;
  assertFoundIn(client, ofTarget('node'), ofTarget(LATE));
}

function assertFoundIn(client: string, plain: Measured, delayed: Measured): void {
  const moreMs = (phase: keyof CellSummary['phases']) =>
    (delayed.phases[phase] ?? 0) - (plain.phases[phase] ?? 0);
  const networkMs = moreMs('network');
  assert.ok(networkMs > DELAY_MS - 1 && networkMs < DELAY_MS + 6, `${client}: ${networkMs} ms`);
  for (const phase of ['stall', 'encode', 'transfer', 'delivery', 'decode', 'residual'] as const)
    assert.ok(Math.abs(moreMs(phase)) < 5, `${client}: ${moreMs(phase)} ms more ${phase}`);
}

function waiting(then: () => void): void {
  setTimeout(then, DELAY_MS);
}

/** `wait`: before each answer of the one that is late, from the request's arrival. */
export function lateBeside(wait: (then: () => void) => void): CheatsByTarget {
  const late: Cheat = { handler: (real) => (request, response) => wait(() => real(request, response)) };
  return { byTarget: { node: () => ({}), [LATE]: () => late } };
}
