// Two ways of sending under other clients, with known medians, for tests of what is said of them.

import { wordOf } from '../../../src/factors/cell.ts';
import type { ClientsFacts, RunFile } from '../../../src/record/record.ts';
import type { Keep } from '../../../src/study/keep.ts';
import { type ClientsSummary, clientsSummary } from '../../../src/summary/clients/clients-summary.ts';
import type { Comparison } from '../../../src/summary/comparisons/comparison.ts';
import type { CellSummary } from '../../../src/summary/summary.ts';
import { requestCell } from '../cells/made-cells.ts';

/** Median ms by way and level; p95 is twice that. */
export const MEDIANS_MS = {
  json: { '0': 2, '100@1/s': 3, 'copy:100@1/s': 2.5, '400@1/s': 30, 'copy:400@1/s': 6 },
  protobuf: { '0': 3, '100@1/s': 3.5, 'copy:100@1/s': 3.2, '400@1/s': 9, 'copy:400@1/s': 5 },
} as const;

/** CPU of the copy, ms, for each of its requests. */
export const CPU_MS_EACH = { json: 2, protobuf: 0.5 } as const;

const REQUESTS = 1_000;

/** `otherCores`: of a second session of each load, that is like the first but for them. */
export function syntheticClients(
  keep: Keep | null = null,
  otherCores?: ClientsFacts['cores'],
): ClientsSummary {
  const cells = Object.entries(MEDIANS_MS).flatMap(([format, levels]) =>
    Object.entries(levels).map(([clients, median]) => cellOf(format, clients, median)),
  );
  const sessions = cells.flatMap((cell, planned) => {
    const clients = String(wordOf(cell.factors, 'clients'));
    const facts = { status: 'complete', planned };
    if (clients === '0') return [facts];
    const seen = factsOf(cell.factors.format, clients);
    const again = otherCores === undefined ? [] : [{ ...facts, clients: { ...seen, cores: otherCores } }];
    return [{ ...facts, clients: seen }, ...again];
  });
  const plan = { sessions: cells.map(({ id }) => ({ panels: [{ cells: [id] }] })) };
  const comparisons = Object.keys(MEDIANS_MS.json).map((clients) => comparisonAt(clients));
  // Within a tenth of it, either way.
  const p95Of = new Map(
    cells.map(({ id, totalMs }) => [id, [totalMs!.p95 / 1.1, totalMs!.p95 * 1.1] as const]),
  );
  return clientsSummary({ plan, sessions } as unknown as RunFile, { cells, comparisons }, keep, p95Of)!;
}

function cellOf(format: string, clients: string, median: number): CellSummary {
  const id = clients === '0' ? format : `${format} clients=${clients}`;
  const totalMs = { median, mean: median, p95: 2 * median };
  const codec = format === 'json' ? 'response.json' : 'protobufjs';
  const words = {
    dataset: 'book',
    n: 100,
    format,
    codec,
    encoder: codec,
    browser: 'node',
    target: 'go',
    clients,
  };
  return { id, part: 'p', factors: requestCell(words), twinOf: null, totalMs } as unknown as CellSummary;
}

/** Told, whichever is the faster. */
function comparisonAt(clients: string): Comparison {
  const of = (format: keyof typeof MEDIANS_MS) => MEDIANS_MS[format][clients as '0'];
  const id = (format: string) => (clients === '0' ? format : `${format} clients=${clients}`);
  const verdict = of('json') < of('protobuf') ? 'faster' : 'slower';
  return {
    a: id('json'),
    b: id('protobuf'),
    verdict,
    ratio: 1,
    interval: [1, 1],
    differenceMs: null,
  } as never;
}

function factsOf(format: string, clients: string): ClientsFacts {
  const isCopy = clients.startsWith('copy:');
  const cpuMs = REQUESTS * CPU_MS_EACH[format as 'json'];
  const percentiles = { mean: 5, p50: 4, p90: 8, p95: 9, p99: 10, max: 11 };
  return {
    clients,
    generator: { version: '1.8.1', command: ['k6'] },
    cores: { target: [0], generator: [1], machine: 2 },
    requests: REQUESTS,
    failed: 0,
    failure: '',
    dropped: 0,
    waitMs: percentiles,
    latenessMs: percentiles,
    wallMs: 10_000,
    cpuMs: { generator: 900, target: isCopy ? 50 : cpuMs, copy: isCopy ? cpuMs : 0 },
  };
}
