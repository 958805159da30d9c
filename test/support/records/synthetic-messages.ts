// A seeded synthetic record of messages with known truths: what a message of each transport takes on a
// machine that does not exist, multiplied by the drift of its session and block and by noise of its own,
// message by message where latencies are told.

import { deriveSeed, type Random, seededRandom, shuffled } from '../../../src/base/random.ts';
import type { SequenceCell } from '../../../src/factors/cell.ts';
import { recordedCell } from '../../../src/factors/recorded-cell.ts';
import type { MessageTransport } from '../../../src/factors/transport.ts';
import { NO_TIMES } from '../../../src/items/columns.ts';
import { LatencyHistogram } from '../../../src/messages/latencies.ts';
import type { PlannedSession } from '../../../src/plan/plan.ts';
import { RECORD_VERSION, type RunFile, type SampleRow } from '../../../src/record/record.ts';
import { SampleTableBuilder } from '../../../src/record/sample-table.ts';
import { normal, skewedNoise } from '../../../src/stats/simulated.ts';
import type { MessageFigures } from '../../../src/wire/sample.ts';
import type { SyntheticRecord } from './synthetic.ts';
import { HOST, sessionFacts } from './synthetic-facts.ts';
import { syntheticMessagesPlan, syntheticMessagesStudy } from './synthetic-messages-study.ts';

export interface SyntheticMessagesOptions {
  readonly seed?: number;
  /** Default 6. */
  readonly sessions?: number;
  /** Counted blocks of each panel in each session, one sequence of every cell each; default 10. */
  readonly blocks?: number;
  /** Standard deviations of the drift on the log scale; default 0.12 each. */
  readonly sessionSd?: number;
  readonly blockSd?: number;
  /** Of single sequences, and of single messages where latencies are told; default 0.08. */
  readonly noiseSd?: number;
  /** Share of sequences that fail halfway; default 0. */
  readonly failureShare?: number;
}

/** Of a sequence without drift and noise; times in ms and bytes, of one message. */
export interface MessageTruth {
  readonly messageMs: number;
  readonly setUpMs: number;
  readonly firstMs: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  readonly bytes: number;
  readonly wireBytes: number;
  readonly serverCpuUs: number;
  readonly reorderedShare: number;
}

export interface SyntheticMessages extends SyntheticRecord {
  /** By cell id. */
  readonly truths: ReadonlyMap<string, MessageTruth>;
}

export function syntheticMessages(options: SyntheticMessagesOptions = {}): SyntheticMessages {
  const { seed = 1, sessions = 6 } = options;
  const study = syntheticMessagesStudy(sessions, seed);
  const plan = syntheticMessagesPlan(study, seed);
  const factorsOf = new Map(plan.cells.map((cell) => [cell.id, cell.factors as SequenceCell]));
  const truths = new Map([...factorsOf].map(([id, factors]) => [id, truthOf(factors)]));
  const builder = new SampleTableBuilder();
  const wallsMs = plan.sessions.map((session) => addSession(builder, session, factorsOf, options));
  const run: RunFile = {
    version: RECORD_VERSION,
    wirefare: '0.1.0',
    status: 'complete',
    reason: '',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
    study,
    plan,
    link: null,
    host: HOST,
    sessions: plan.sessions.map((session) => sessionFacts(session, wallsMs[session.index]!, 'complete')),
    looks: sessions > 4 ? [4, sessions] : [sessions],
    warnings: [],
  };
  const truthMs = new Map([...truths].map(([id, { messageMs }]) => [id, messageMs * factorsOf.get(id)!.n]));
  return { run, rows: builder.finish(), probes: [], truthMs, truths };
}

interface Carrier {
  readonly messageMs: number;
  readonly setUpMs: number;
  readonly overheadBytes: number;
  readonly serverCpuUs: number;
}

/** Of 100 bytes one way, as fast as they go; there and back one at a time takes `ROUND_MS` more. */
const CARRIERS: Readonly<Record<MessageTransport, Carrier>> = {
  websocket: { messageMs: 0.012, setUpMs: 2.4, overheadBytes: 6, serverCpuUs: 8 },
  sse: { messageMs: 0.0125, setUpMs: 1.6, overheadBytes: 8, serverCpuUs: 7 },
  stream: { messageMs: 0.014, setUpMs: 1.5, overheadBytes: 9, serverCpuUs: 7.5 },
  'long-polling': { messageMs: 0.03, setUpMs: 0.9, overheadBytes: 40, serverCpuUs: 12 },
  xhr: { messageMs: 0.3, setUpMs: 0.9, overheadBytes: 610, serverCpuUs: 60 },
  fetch: { messageMs: 0.33, setUpMs: 0.9, overheadBytes: 590, serverCpuUs: 60 },
  beacon: { messageMs: 0.36, setUpMs: 0.9, overheadBytes: 600, serverCpuUs: 62 },
  webtransport: { messageMs: 0.02, setUpMs: 4, overheadBytes: 30, serverCpuUs: 20 },
  'sse+xhr': { messageMs: 0.052, setUpMs: 2.5, overheadBytes: 620, serverCpuUs: 66 },
  'sse+fetch': { messageMs: 0.09, setUpMs: 2.5, overheadBytes: 600, serverCpuUs: 66 },
};

const ROUND_MS = 0.25;
const BOOK = {
  json: { bytes: 330, deflatedShare: 0.7, encodeMs: 0.002, decodeMs: 0.0025 },
  protobuf: { bytes: 250, deflatedShare: 0.8, encodeMs: 0.0012, decodeMs: 0.003 },
} as const;
const DEFLATE_MS = 0.01;
const MS_A_BYTE = 4e-6;

function truthOf(cell: SequenceCell): MessageTruth {
  const { transport } = cell;
  const { mode, size, direction, format, compression } = recordedCell(cell);
  const carrier = CARRIERS[transport];
  const book = size === 'data' ? BOOK[format as keyof typeof BOOK] : null;
  const each = book?.bytes ?? Number(size);
  const ways = direction === 'both-ways' ? 2 : 1;
  const isDeflated = compression !== 'none';
  const work = (book?.encodeMs ?? 0) + (book?.decodeMs ?? 0) + (isDeflated ? DEFLATE_MS : 0);
  const setUpMs = carrier.setUpMs;
  const messageMs =
    carrier.messageMs + (mode === 'throughput' ? 0 : ROUND_MS) + (each - 100) * MS_A_BYTE * ways + work;
  return {
    messageMs,
    setUpMs,
    firstMs: mode === 'throughput' ? messageMs + ROUND_MS : messageMs,
    encodeMs: book?.encodeMs ?? 0,
    decodeMs: book?.decodeMs ?? 0,
    bytes: each * ways,
    wireBytes: each * ways * (isDeflated ? book!.deflatedShare : 1) + carrier.overheadBytes,
    serverCpuUs: carrier.serverCpuUs,
    reorderedShare: transport === 'beacon' ? 0.02 : 0,
  };
}

/** Adds the rows of a session; returns the time inside its sequences, ms. */
function addSession(
  builder: SampleTableBuilder,
  session: PlannedSession,
  factorsOf: ReadonlyMap<string, SequenceCell>,
  options: SyntheticMessagesOptions,
): number {
  const { sessionSd = 0.12, blockSd = 0.12, noiseSd = 0.08, blocks = 10, failureShare = 0 } = options;
  const random = seededRandom(deriveSeed(session.seed, 'synthetic messages'));
  const drift = Math.exp(sessionSd * normal(random));
  let sequence = 0;
  let nowMs = 500;
  let block = 0;
  let insideMs = 0;
  for (let round = 0; round <= blocks; round++) {
    const warmup = round === 0;
    for (const panel of session.panels) {
      const level = drift * Math.exp(blockSd * normal(random)) * (warmup ? 1.3 : 1);
      for (const cell of shuffled(panel.cells, random)) {
        const made = sequenceOf(factorsOf.get(cell)!, level, noiseSd, random, random() < failureShare);
        const place = { cell, block, sequence: sequence++, startMs: nowMs, session: session.index, warmup };
        builder.add({ ...NOTHING, ...place, ...made });
        nowMs += made.messages.setUpMs + made.messages.wallMs + 0.5;
        insideMs += made.messages.wallMs;
      }
      block++;
    }
  }
  return insideMs;
}

/** What a request has and a sequence has not. */
const NOTHING = {
  outcome: 'completed',
  reason: '',
  requests: 1,
  ...NO_TIMES,
  timingDoubtful: false,
} as const;

type Made = Pick<SampleRow, 'totalMs' | 'encodeMs' | 'decodeMs' | 'bytesEncoded' | 'bytesDecoded'> &
  Partial<Pick<SampleRow, 'outcome' | 'reason'>> & { readonly messages: MessageFigures };

function sequenceOf(factors: SequenceCell, level: number, sd: number, random: Random, fails: boolean): Made {
  const { n, direction } = factors;
  const truth = truthOf(factors);
  const factor = level * skewedNoise(random, sd);
  const { totalMs, wallMs, latencies } = timesOf(factors, truth, factor, sd, random);
  const up = direction === 'client-to-server' ? 0.9 : direction === 'both-ways' ? 0.5 : 0.1;
  const isUp = direction === 'client-to-server';
  const delivered = fails ? Math.floor(n / 2) : n;
  const { encodeMs, decodeMs, bytes, wireBytes, serverCpuUs, reorderedShare } = truth;
  return {
    ...(fails && { outcome: 'failed', reason: closedAfter(delivered, n) }),
    totalMs,
    encodeMs: direction === 'server-to-client' ? n * encodeMs * factor : 0,
    decodeMs: isUp ? 0 : n * decodeMs * factor,
    bytesEncoded: n * bytes,
    bytesDecoded: n * bytes,
    messages: {
      delivered,
      reordered: Math.round(n * reorderedShare),
      setUpMs: truth.setUpMs * factor,
      firstMs: truth.firstMs * factor,
      wallMs,
      clientEncodeMs: direction === 'server-to-client' ? 0 : n * encodeMs * factor,
      serverDecodeMs: isUp ? n * decodeMs * factor : 0,
      checkMs: 0,
      serverCpuMs: (n * serverCpuUs * factor) / 1000,
      wireBytesUp: Math.round(n * wireBytes * up),
      wireBytesDown: Math.round(n * wireBytes * (1 - up)),
      latencies,
      clockErrorMs: factors.mode.name === 'paced' && direction === 'server-to-client' ? 0.02 : 0,
    },
  };
}

/** As agents put it. */
function closedAfter(delivered: number, n: number): string {
  return `the server closed the connection (1006); ${delivered} of ${n} messages delivered`;
}

function timesOf(
  { mode, n }: SequenceCell,
  { messageMs }: MessageTruth,
  factor: number,
  sd: number,
  random: Random,
) {
  const { ratePerSecond } = mode;
  if (mode.name === 'throughput')
    return { totalMs: n * messageMs * factor, wallMs: n * messageMs * factor, latencies: [] };
  const histogram = new LatencyHistogram();
  let totalMs = 0;
  let lastMs = 0;
  for (let i = 0; i < n; i++) {
    lastMs = messageMs * factor * skewedNoise(random, sd);
    histogram.add(lastMs);
    totalMs += lastMs;
  }
  const wallMs = ratePerSecond === null ? totalMs : (n * 1000) / ratePerSecond + lastMs;
  return { totalMs, wallMs, latencies: histogram.latencies() };
}
