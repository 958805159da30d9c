// A record that ends with advice: Books of one size as somebody's own payload, on loopback, and a network
// only predicted.

import { NETWORKS } from '../../../src/network/profiles.ts';
import type { AdviceFacts, Way } from '../../../src/record/advice-facts.ts';
import type { ReportInput } from '../../../src/report/report.ts';
import { summarise } from '../../../src/summary/summarise.ts';
import { type SyntheticOptions, syntheticRecord } from '../records/synthetic.ts';

const N = 1_000;
const TODAY = { format: ['json'], compression: ['none'] };

/** `today`: the cells that stand for it. */
export function advisedInput(options: SyntheticOptions = {}, today = TODAY): ReportInput {
  const { run, rows, probes } = syntheticRecord({ kind: 'quick', sessions: 6, ...options });
  const cells = run.plan.cells.filter(({ factors }) => factors.n === N);
  const ids = new Set(cells.map(({ id }) => id));
  const sessions = run.plan.sessions.map((session) => ({
    ...session,
    panels: session.panels.filter((panel) => panel.cells.some((id) => ids.has(id))),
  }));
  const [part] = run.study.parts;
  const study = {
    ...run.study,
    title: 'How to send orders.json',
    parts: [{ ...part!, cells: part!.cells.filter(({ n }) => n === N) }],
    comparisons: [{ against: today }],
    networks: NETWORKS.filter(({ name }) => ['none', '2g'].includes(name)),
  };
  const advised = { ...run, study, plan: { ...run.plan, cells, sessions }, advice: facts(today) };
  return { run: advised, samples: rows, summary: summarise(advised, rows, probes) };
}

const way = (format: string, codec: string, compression: string, bytes: number): Way => ({
  format,
  encoder: `${format}-encoder`,
  codec,
  compression,
  bytes,
  encodeMs: 1.5,
  compressMs: compression === 'none' ? 0 : 9,
  decompressMs: compression === 'none' ? 0 : 1.2,
  decodeMs: 2.5,
  decodedIn: format === 'xml' ? 'chromium' : 'node',
  losesKeyOrder: format === 'protobuf',
});

function facts(today: AdviceFacts['today']['filter']): AdviceFacts {
  const ways = [
    way('json', 'response.json', 'none', 440_000),
    way('json', 'response.json', 'gzip-6', 200_000),
    way('xml', 'domparser', 'none', 500_000),
    way('protobuf', 'protobufjs', 'none', 350_000),
    way('protobuf', 'protobufjs', 'gzip-6', 190_000),
  ];
  const library = { name: 'protobufjs', version: '8.8.1', minifiedBytes: 70_000, gzipBytes: 24_300 };
  const predictions = ways.map(({ bytes }, index) => ({ way: index, totalMs: bytes / 200 }));
  predictions.sort((a, b) => a.totalMs - b.totalMs);
  return {
    payload: {
      name: 'orders',
      source: 'orders.json',
      shape: 'list',
      count: N,
      sourceBytes: 450_000,
      notes: [],
    },
    today: { filter: today, from: 'source', captured: null },
    ways,
    refused: [{ format: 'csv', encoder: 'wirefare-csv', reason: 'CSV cannot carry [3].tags: an array' }],
    needs: [
      { format: 'json', codec: 'response.json', schema: false, eval: false, library: null },
      { format: 'xml', codec: 'domparser', schema: true, eval: false, library: null },
      { format: 'protobuf', codec: 'protobufjs', schema: true, eval: true, library },
    ],
    networks: [
      { network: 'none', predictedOnly: null, predictions },
      {
        network: '2g',
        predictedOnly: 'the time given (--budget) was too short to measure there',
        predictions,
      },
    ],
  };
}
