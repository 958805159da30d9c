// A made-up run of messages: what a message takes comes from a formula, verdicts from the medians.

import { seededRandom } from '../../../src/base/random.ts';
import { type SequenceCell, wordOf } from '../../../src/factors/cell.ts';
import type { Direction } from '../../../src/factors/direction.ts';
import { recordedCell } from '../../../src/factors/recorded-cell.ts';
import type { MessageTransport } from '../../../src/factors/transport.ts';
import { NO_TIMES } from '../../../src/items/columns.ts';
import type { SampleRow } from '../../../src/record/record.ts';
import { makeSampleTable } from '../../../src/record/sample-table.ts';
import type { ReportInput } from '../../../src/report/report.ts';
import type { MessageSummary } from '../../../src/summary/bill/message-summary.ts';
import type { Comparison } from '../../../src/summary/comparisons/comparison.ts';
import type { CellSummary, Summary } from '../../../src/summary/summary.ts';
import { sequenceCell, type Words } from '../cells/made-cells.ts';
import { compare, madeUp } from './made-up.ts';

export interface MadeUpMessages {
  readonly ways?: readonly Words[];
  readonly directions?: readonly Direction[];
  readonly modes?: readonly string[];
  readonly sizes?: readonly string[];
  readonly networks?: readonly string[];
  readonly n?: number;
  readonly noise?: number;
  /** Of every part; default one part, `main`. */
  readonly part?: string;
  readonly sequences?: number;
}

const MESSAGE_US: Partial<Record<MessageTransport, number>> = {
  xhr: 280,
  fetch: 310,
  beacon: 190,
  sse: 11.4,
  stream: 13.2,
  'long-polling': 240,
  websocket: 11.2,
  webtransport: 21,
  'sse+xhr': 320,
  'sse+fetch': 350,
};
const OVERHEAD: Partial<Record<MessageTransport, number>> = {
  websocket: 6.02,
  sse: 8.4,
  stream: 9.1,
  webtransport: 31,
  beacon: 540,
};
const WAYS: Readonly<Record<Direction, readonly MessageTransport[]>> = {
  'client-to-server': ['xhr', 'fetch', 'websocket'],
  'server-to-client': ['sse', 'stream', 'long-polling', 'websocket'],
  'both-ways': ['sse+xhr', 'websocket'],
};

export function madeUpMessages(wish: MadeUpMessages = {}): ReportInput {
  const { run, summary } = madeUp({ n: [10], title: 'Push: what carries a feed?' });
  const cells = cellsOf(wish);
  const comparisons = comparisonsOf(cells, wish.noise ?? 0.01);
  const parts = [
    { name: wish.part ?? 'main', title: 'Messages', cells: cells.map(({ factors }) => factors) },
  ];
  const own: Summary = {
    ...summary,
    study: 'push',
    question: 'SSE, WebSocket, streaming fetch or long polling for my feed?',
    cells,
    comparisons,
    twin: { ...summary.twin!, cell: cells[0]!.id, twin: `${cells[0]!.id} (twin)` },
  };
  const study = {
    ...run.study,
    name: 'push',
    title: own.title,
    question: own.question,
    parts,
    comparisons: [
      { factor: 'transport', baseline: 'xhr' },
      { factor: 'transport', baseline: 'sse' },
    ],
  } as const;
  return {
    run: { ...run, study },
    summary: own,
    samples: makeSampleTable(samplesOf(cells, wish.sequences ?? 40)),
  };
}

/** Requests in one part, messages in the other. */
export function mixedInput(wish: MadeUpMessages = {}): ReportInput {
  const requests = madeUp({ n: [10, 1000] });
  const messages = madeUpMessages({ part: 'push', ...wish });
  const cells = [...requests.summary.cells, ...messages.summary.cells];
  const comparisons = [...requests.summary.comparisons, ...messages.summary.comparisons];
  const study = {
    ...requests.run.study,
    parts: [...requests.run.study.parts, ...messages.run.study.parts],
    comparisons: [...requests.run.study.comparisons, ...messages.run.study.comparisons],
  };
  return {
    ...requests,
    run: { ...requests.run, study },
    summary: { ...requests.summary, cells, comparisons },
  };
}

function cellsOf(wish: MadeUpMessages): CellSummary[] {
  const cells: CellSummary[] = [];
  for (const network of wish.networks ?? ['none']) {
    for (const direction of wish.directions ?? ['server-to-client']) {
      for (const mode of wish.modes ?? ['throughput']) {
        for (const size of wish.sizes ?? ['100']) {
          for (const way of wish.ways ?? WAYS[direction].map((transport) => ({ transport }))) {
            const n = wish.n ?? 1000;
            const factors = sequenceCell({ n, network, direction, mode, size, ...way });
            cells.push(messageCell(factors, wish.part ?? 'main'));
          }
        }
      }
    }
  }
  return cells;
}

function messageCell(factors: SequenceCell, part: string): CellSummary {
  const { transport, n, direction, format, protocol, network } = factors;
  const { size, mode, compression } = recordedCell(factors);
  const coded = size === 'data';
  const bytes = coded ? 330 : Number(/\d+/.exec(size)?.[0] ?? 100);
  const link = network === 'none' ? 1 : 40;
  const paced = mode.startsWith('paced');
  const perUs =
    ((MESSAGE_US[transport] ?? 20) * (mode === 'throughput' ? 1 : 9) + bytes * 0.0008 + (coded ? 4.2 : 0)) *
    link;
  const perMs = perUs / 1000;
  const totalMs = perMs * n;
  const overhead = OVERHEAD[transport] ?? 690;
  const latency = {
    p50: perMs * 0.93,
    p90: perMs * 1.2,
    p99: perMs * 2.4,
    max: perMs * 31,
    clockErrorMs: paced && direction === 'server-to-client' ? 0.043 : 0,
  };
  const messages: MessageSummary = {
    perMessageMs: { median: perMs, mean: perMs * 1.02, interval: [perMs * 0.985, perMs * 1.018] },
    perSecond: paced ? null : 1000 / perMs,
    setUpMs: transport === 'websocket' ? 2.1 : 1.3,
    firstMs: perMs * 3 + 0.4,
    latencyMs: mode === 'throughput' ? null : latency,
    wire: { bytes: bytes + overhead, overhead },
    serverCpuUs: perUs * 0.7,
    reorderedShare: transport === 'beacon' ? 0.0213 : 0,
  };
  const phases = coded
    ? { encode: totalMs * 0.22, decode: totalMs * 0.31, transport: totalMs * 0.46, residual: totalMs * 0.01 }
    : { transport: totalMs };
  const words = [transport, format, compression, protocol, direction, mode, size, `n=${n}`, network];
  return {
    id: words.join(' '),
    part,
    factors,
    twinOf: null,
    status: 'measured',
    reason: '',
    exchanges: 120,
    failures: 0,
    sessions: 3,
    totalMs: {
      median: totalMs,
      pooledMedian: totalMs,
      mean: totalMs * 1.02,
      p5: totalMs * 0.92,
      p25: totalMs * 0.96,
      p75: totalMs * 1.05,
      p95: totalMs * 1.2,
      min: totalMs * 0.9,
      max: totalMs * 2,
      interval: [totalMs * 0.985, totalMs * 1.018],
      meanInterval: [totalMs, totalMs * 1.04],
    },
    phases,
    estimated: [],
    batched: [],
    accountedShare: null,
    bytes: { encoded: bytes * n, decoded: bytes * n, headers: 0 },
    published: null,
    outliers: 2,
    messages,
  };
}

const SENT = ['part', 'network', 'direction', 'mode', 'size', 'n', 'browser', 'target'] as const;

function comparisonsOf(cells: readonly CellSummary[], noise: number): Comparison[] {
  const groups = Map.groupBy(cells, ({ part, factors }) =>
    SENT.map((name) => (name === 'part' ? part : wordOf(factors, name))).join('\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const first = group.reduce((a, b) => (b.totalMs!.median < a.totalMs!.median ? b : a));
    const asked = ['xhr', 'sse'].flatMap((level) => {
      const base = group.find(({ factors }) => recordedCell(factors).transport === level);
      if (base === undefined) return [];
      return group
        .filter((cell) => cell !== base)
        .map((cell) => compare(cell, base, 'transport', noise, true));
    });
    const ranked = group
      .filter((cell) => cell !== first)
      .map((cell) => compare(first, cell, 'transport', noise, false));
    return [...asked, ...ranked];
  });
}

function* samplesOf(cells: readonly CellSummary[], perCell: number): Generator<SampleRow> {
  const random = seededRandom(11);
  for (let i = 0; i < perCell; i++) {
    for (const [place, cell] of cells.entries()) {
      const totalMs = cell.totalMs!.mean * (0.92 - 0.07 * Math.log(1 - random()));
      const { messages } = cell;
      yield {
        cell: cell.id,
        session: Math.floor((i / perCell) * 3),
        block: i >> 1,
        sequence: i * cells.length + place,
        startMs: i * 100,
        outcome: 'completed',
        reason: '',
        warmup: i < perCell / 20,
        totalMs,
        requests: 0,
        ...NO_TIMES,
        encodeMs: cell.phases.encode ?? 0,
        decodeMs: cell.phases.decode ?? 0,
        bytesEncoded: cell.bytes!.encoded,
        bytesDecoded: cell.bytes!.decoded,
        timingDoubtful: false,
        messages: {
          delivered: cell.factors.n,
          reordered: 0,
          setUpMs: messages!.setUpMs,
          firstMs: messages!.firstMs,
          wallMs: totalMs,
          clientEncodeMs: 0,
          serverDecodeMs: 0,
          checkMs: 0,
          serverCpuMs: (messages!.serverCpuUs! * cell.factors.n) / 1000,
          wireBytesUp: 200,
          wireBytesDown: messages!.wire!.bytes * cell.factors.n,
          latencies: [],
          clockErrorMs: 0,
        },
      };
    }
  }
}
