// Contenders → a study like any other, which the lab plans, runs and reports.

import { type Cell, usualRequest } from '../factors/cell.ts';
import { parseCompression } from '../factors/compression.ts';
import type { Protocol } from '../factors/protocol.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { Way } from '../record/advice-facts.ts';
import { DEFAULTS } from '../study/defaults.ts';
import type { CellFilter, PayloadRef, Study } from '../study/study.ts';

export interface AdviceQuestion {
  readonly payload: PayloadRef;
  readonly n: number;
  readonly browser: string;
  readonly protocol: Protocol;
  readonly networks: readonly NetworkProfile[];
  /** Network → the ways measured on it. */
  readonly contenders: ReadonlyMap<string, readonly Way[]>;
  readonly today: Way;
  /** Wall time of the run, ms. */
  readonly budgetMs: number;
  /** null: as many as fit. */
  readonly sessions: number | null;
  /** Predicted, of any contender. */
  readonly slowestMs: number;
  readonly seed: number;
}

const WARMUP_EXCHANGES = DEFAULTS.protocol.warmup;
const LEAST_TIMEOUT_MS = 30_000;
const LONG_EXCHANGE_MS = 100;
/** A prediction may be off, and a browser may be slow. */
const TIMEOUT_TIMES = 6;

export function adviceStudy(question: AdviceQuestion): Study {
  const { payload, contenders, networks, budgetMs, sessions, slowestMs, seed, today } = question;
  const measured = networks.filter(({ name }) => (contenders.get(name) ?? []).length > 0);
  return {
    name: `advise-${payload.name}`,
    title: `How to send ${payload.source}`,
    question: 'Which format and which compression bring these data to the client soonest, on each network?',
    source: null,
    standIns: [],
    parts: [
      {
        name: 'advice',
        title: 'Contenders',
        cells: measured.flatMap(({ name }) =>
          todayLast(contenders.get(name)!, today).map((way) => cellForWay(way, name, question)),
        ),
      },
    ],
    networks,
    payloads: [payload],
    protocol: {
      sessions,
      // What takes long has settled before it ends, and every way is to be visited often.
      exchangesPerVisit: slowestMs > LONG_EXCHANGE_MS ? 1 : null,
      budgetMs,
      warmup: { exchanges: WARMUP_EXCHANGES, leastMs: 0 },
      timeoutMs: Math.max(LEAST_TIMEOUT_MS, Math.round(TIMEOUT_TIMES * slowestMs)),
      margin: 0.02,
      precision: 0.1,
      confidence: 0.95,
      published: null,
      seed,
    },
    comparisons: [{ against: filterForWay(today) }],
    claims: [],
  };
}

/** A network's first cell is measured twice (the twin), and today's may take the longest. */
function todayLast(ways: readonly Way[], today: Way): readonly Way[] {
  return [...ways.filter((way) => way !== today), ...ways.filter((way) => way === today)];
}

/** The cells that stand for one way, whatever the network. */
export function filterForWay({ format, codec, encoder, compression }: Way): CellFilter {
  return { format: [format], codec: [codec], encoder: [encoder], compression: [compression] };
}

function cellForWay(way: Way, network: string, { payload, n, browser, protocol }: AdviceQuestion): Cell {
  const { format, codec, encoder, compression } = way;
  return usualRequest({
    dataset: payload.name,
    n,
    format,
    codec,
    encoder,
    compression: parseCompression(compression)!,
    network,
    protocol,
    browser,
    target: 'node',
  });
}
