// A seeded synthetic record with known truths, for tests of the summary and of reports and for benchmarks:
// every item of an exchange is made up, then multiplied by the drift of its session and block and by skewed
// noise of its own.

import { deriveSeed, seededRandom, shuffled } from '../../../src/base/random.ts';
import type { Cell } from '../../../src/factors/cell.ts';
import type { Protocol } from '../../../src/factors/protocol.ts';
import { recordedCell } from '../../../src/factors/recorded-cell.ts';
import { NO_TIMES, type SampleTimes, SPAN_COLUMNS, TIME_COLUMNS } from '../../../src/items/columns.ts';
import { firstUseCells } from '../../../src/plan/blocks/first-use.ts';
import type { Plan, PlannedCell, PlannedSession } from '../../../src/plan/plan.ts';
import { type ProbeRow, RECORD_VERSION, type RunFile, type SampleRow } from '../../../src/record/record.ts';
import { type SampleTable, SampleTableBuilder } from '../../../src/record/sample-table.ts';
import { FIRST_USE_BLOCK } from '../../../src/run/sessions/blocks/first-use.ts';
import { normal, skewedNoise } from '../../../src/stats/simulated.ts';
import { EMPTY_CELLS, type Sample } from '../../../src/wire/sample.ts';
import { HOST, sessionFacts } from './synthetic-facts.ts';
import { type SyntheticKind, syntheticPlan, syntheticStudy } from './synthetic-study.ts';

export interface SyntheticOptions {
  readonly kind?: SyntheticKind;
  readonly seed?: number;
  /** Sessions of each browser; default 6. */
  readonly sessions?: number;
  /** Counted blocks of each panel in each session; default 20. */
  readonly blocks?: number;
  /**
   * `now`: first uses, then visits with an exchange to settle and three that count; default as in records of
   * earlier versions, two exchanges a visit that count.
   */
  readonly visits?: 'former' | 'now';
  /** Standard deviations of the drift on the log scale; default 0.12 each. */
  readonly sessionSd?: number;
  readonly blockSd?: number;
  /** The same of what the start of each target in a session has for itself; default 0. */
  readonly startSd?: number;
  /** Share of exchanges that fail; default 0. */
  readonly failureShare?: number;
  /** `predicted`: as such a study's design has it, cells are left out; default: every cell is measured. */
  readonly design?: 'predicted';
  /** Status of the last session and of the run; default complete. */
  readonly lastSession?: 'complete' | 'interrupted';
}

export interface SyntheticRecord {
  readonly run: RunFile;
  readonly rows: SampleTable;
  readonly probes: readonly ProbeRow[];
  /** Total without drift and noise, ms, by cell id: ratios of medians are ratios of these. */
  readonly truthMs: ReadonlyMap<string, number>;
}

/** Items of an exchange without drift and noise, ms, and bytes. */
export type TrueItems = SampleTimes & Pick<Sample, 'requests' | 'bytesEncoded' | 'bytesDecoded'>;

const VISITS_BEFORE = { settlingPerVisit: 0, countedPerVisit: 2 } as const;
const VISITS_NOW = { settlingPerVisit: 1, countedPerVisit: 3 } as const;
/** So many times as long as an exchange of warm code that has settled. */
const FIRST_USE_LEVEL = 4;
const SETTLING_LEVEL = 1.12;

export const CONNECT_MS = 0.12;
export const TLS_MS = 1.5;
/** A connection's first request waits so much longer. */
export const FIRST_MS = 0.2;
/** The target `slow` is so much further away. */
export const SLOW_NETWORK_MS = 0.2;
export const NETWORK_MS = { http1: 0.35, https1: 0.4, h2: 0.5, h3: 0.6 } as const;
export function syntheticRecord(options: SyntheticOptions = {}): SyntheticRecord {
  const { kind = 'quick', seed = 1, sessions = 6, lastSession = 'complete' } = options;
  const whole = syntheticStudy(kind, sessions, seed);
  const { design } = options;
  const study = design === undefined ? whole : { ...whole, protocol: { ...whole.protocol, design } };
  const plan = syntheticPlan(study, seed, options.visits === 'now' ? VISITS_NOW : VISITS_BEFORE);
  const items = new Map(plan.cells.map((cell) => [cell.id, trueItems(cell.factors)]));
  const factors = new Map(plan.cells.map((cell) => [cell.id, cell.factors]));
  const builder = new SampleTableBuilder();
  const exchangesMs = plan.sessions.map((session) =>
    addSession(builder, session, { plan, study }, items, factors, options),
  );
  const run: RunFile = {
    version: RECORD_VERSION,
    wirefare: '0.1.0',
    status: lastSession,
    reason: lastSession === 'complete' ? '' : 'Ctrl-C',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
    study,
    plan,
    link: null,
    host: HOST,
    sessions: plan.sessions.map((session) =>
      sessionFacts(
        session,
        exchangesMs[session.index]!,
        session === plan.sessions.at(-1) ? lastSession : 'complete',
      ),
    ),
    looks: sessions > 4 ? [4, sessions] : [sessions],
    warnings: [],
  };
  const truthMs = new Map([...items].map(([id, item]) => [id, totalOf(item)]));
  return { run, rows: builder.finish(), probes: probesOf(plan, items), truthMs };
}

/** What an exchange of these factors costs on a machine that does not exist. */
function trueItems(factors: Cell): TrueItems {
  const { n, format, compression, procedure, computation, connection, protocol, target } =
    recordedCell(factors);
  const cost = COSTS[format as keyof typeof COSTS];
  const once = COMPUTE_MS[computation as keyof typeof COMPUTE_MS] * (n / 1000);
  const requests = procedure === 'e4' ? 2 : 1;
  const decoded = 60 + n * cost.bytes * (factors.dataset === 'video' ? 0.45 : 1);
  const gzip = compression !== 'none';
  const encoded = Math.round(gzip ? decoded * cost.gzipShare : decoded);
  const server = {
    serverComputeMs: procedure === 'e2' || procedure === 'e4' ? once * requests : 0,
    encodeMs: (0.01 + n * cost.encodeUs * 1e-3) * requests,
    compressMs: gzip ? (0.03 + decoded * 2e-5) * requests : 0,
  };
  const clientComputeMs = procedure === 'e3' ? once : procedure === 'e5' ? 2 * once : 0;
  return {
    requests,
    queueMs: 0.08 * requests,
    stallMs: 0.22 * requests,
    connectMs: connection === 'cold' ? CONNECT_MS * requests : 0,
    tlsMs: connection === 'cold' && protocol !== 'http1' ? TLS_MS * requests : 0,
    waitMs:
      (NETWORK_MS[protocol as Protocol] +
        (target === 'slow' ? SLOW_NETWORK_MS : 0) +
        (connection === 'cold' ? FIRST_MS : 0)) *
        requests +
      server.serverComputeMs +
      server.encodeMs +
      server.compressMs,
    ...server,
    transferMs: (0.05 + encoded * 8e-7 + (gzip ? decompressMs(decoded) : 0)) * requests,
    deliveryMs: (0.15 + decoded * 1e-7) * requests,
    decodeMs: (0.004 + n * cost.decodeUs * 1e-3) * requests,
    clientComputeMs,
    bytesEncoded: encoded * requests,
    bytesDecoded: Math.round(decoded) * requests,
  };
}

const COSTS = {
  json: { bytes: 330, gzipShare: 0.43, encodeUs: 1.4, decodeUs: 1.5 },
  xml: { bytes: 505, gzipShare: 0.26, encodeUs: 2.3, decodeUs: 9 },
  protobuf: { bytes: 250, gzipShare: 0.56, encodeUs: 0.9, decodeUs: 1.9 },
} as const;

/** Of 1 000 objects, once. */
const COMPUTE_MS = { none: 0, cm1: 0.8, cm2: 5, cm3: 50, cm4: 500, cm5: 5000 } as const;

function decompressMs(bytes: number): number {
  return 0.01 + bytes * 4e-6;
}

function totalOf(items: TrueItems): number {
  return SPAN_COLUMNS.reduce((sum, column) => sum + (items[column] ?? 0), 0);
}

/** Adds the rows of a session; returns the sum of its totals, ms. */
function addSession(
  builder: SampleTableBuilder,
  session: PlannedSession,
  { plan, study }: Pick<RunFile, 'plan' | 'study'>,
  items: ReadonlyMap<string, TrueItems>,
  factors: ReadonlyMap<string, Cell>,
  options: SyntheticOptions,
): number {
  const { sessionSd = 0.12, blockSd = 0.12, startSd = 0, blocks = 20, failureShare = 0 } = options;
  const random = seededRandom(deriveSeed(session.seed, 'synthetic'));
  const drift = Math.exp(sessionSd * normal(random));
  const startOf = (target: string) => normal(seededRandom(deriveSeed(session.seed, 'start', target)));
  const warmupBlocks = Math.max(1, Math.round(blocks / 10));
  let sequence = 0;
  let nowMs = 500;
  let exchangesMs = 0;
  let block = 0;
  const add = (row: SampleRow) => {
    builder.add(row);
    nowMs += row.totalMs + 0.02;
    exchangesMs += row.totalMs;
  };
  const firstUses = options.visits === 'now' ? firstUseCells(plan.cells, session, plan, study) : [];
  for (const { id } of firstUses.filter((cell) =>
    session.panels.some(({ cells }) => cells.includes(cell.id)),
  )) {
    const place = {
      cell: id,
      block: FIRST_USE_BLOCK,
      sequence: sequence++,
      startMs: nowMs,
      session: session.index,
    };
    const row = sampleRow(
      place,
      items.get(id)!,
      FIRST_USE_LEVEL * drift * skewedNoise(random, 0.2),
      true,
      false,
    );
    add({ ...row, firstUse: true });
  }
  for (let round = 0; round < blocks + warmupBlocks; round++) {
    let level = 1;
    for (const panel of session.panels) {
      const { protocol, target } = factors.get(panel.cells[0]!)!;
      // What stands beside one another is of one moment.
      if ((panel.beside ?? panel.index) === panel.index)
        level = drift * Math.exp(blockSd * normal(random)) * (round < warmupBlocks ? 1.3 : 1);
      const ofTarget = level * Math.exp(startSd * startOf(target));
      for (const cell of shuffled([...panel.cells, ...panel.empties], random)) {
        const { settlingPerVisit: settling, countedPerVisit } = panel;
        for (let k = 0; k < settling + countedPerVisit; k++) {
          const settles = k < settling;
          const item = items.get(cell) ?? emptyItems(cell, networkMs({ protocol, target }));
          const place = { cell, block, sequence: sequence++, startMs: nowMs, session: session.index };
          const failed = random() < failureShare;
          const noisy = ofTarget * (settles ? SETTLING_LEVEL : 1) * skewedNoise(random, 0.08);
          const row = sampleRow(place, item, noisy, round < warmupBlocks, failed);
          add(settles ? { ...row, settling: true } : row);
        }
      }
      block++;
    }
  }
  return exchangesMs;
}

const EMPTY_ITEMS = {
  ...NO_TIMES,
  requests: 1,
  queueMs: 0.08,
  stallMs: 0.22,
  transferMs: 0.05,
  deliveryMs: 0.15,
  bytesEncoded: 0,
  bytesDecoded: 0,
} satisfies TrueItems;

function emptyItems(
  cell: string,
  { networkMs: waitMs, tlsMs }: { readonly networkMs: number; readonly tlsMs: number },
): TrueItems {
  if (cell !== EMPTY_CELLS.cold) return { ...EMPTY_ITEMS, waitMs };
  return { ...EMPTY_ITEMS, connectMs: CONNECT_MS, tlsMs, waitMs: waitMs + FIRST_MS };
}

function networkMs({ protocol, target }: Pick<Cell, 'protocol' | 'target'>) {
  const networkMs = NETWORK_MS[protocol as Protocol] + (target === 'slow' ? SLOW_NETWORK_MS : 0);
  return { networkMs, tlsMs: protocol === 'http1' ? 0 : TLS_MS };
}

type Placed = Pick<SampleRow, 'cell' | 'block' | 'sequence' | 'startMs' | 'session'>;

function sampleRow(
  place: Placed,
  item: TrueItems,
  level: number,
  warmup: boolean,
  failed: boolean,
): SampleRow {
  const timed = Object.fromEntries(
    TIME_COLUMNS.map((column) => [column, Math.round((item[column] ?? 0) * level * 1e4) / 1e4]),
  );
  return {
    ...place,
    ...item,
    ...timed,
    warmup,
    outcome: failed ? 'failed' : 'completed',
    reason: failed ? 'the connection was reset' : '',
    // A little beyond the items, as in a browser: the residual.
    totalMs: Math.round(totalOf(item) * level * 1.01 * 1e4) / 1e4,
    timingDoubtful: false,
  };
}

function probesOf(plan: Plan, items: ReadonlyMap<string, TrueItems>): ProbeRow[] {
  const cells = new Map<string, PlannedCell>(plan.cells.map((cell) => [cell.id, cell]));
  return plan.sessions.flatMap((session) =>
    session.panels.flatMap((panel) =>
      panel.cells.map((id) => {
        const factors = cells.get(id)!.factors;
        const item = items.get(id)!;
        const gzip = recordedCell(factors).compression !== 'none';
        return {
          session: session.index,
          cell: id,
          decodeMs: factors.n <= 10 ? item.decodeMs / item.requests : null,
          clientComputeMs: null,
          decompressMs: gzip ? decompressMs(item.bytesDecoded / item.requests) : null,
          decompressBy: gzip ? ('stream' as const) : null,
        };
      }),
    ),
  );
}
