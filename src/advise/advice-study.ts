// Contenders → a study like any other, which the lab plans, runs and reports.

import { type Cell, usualRequest } from '../factors/cell.ts';
import { parseCompression } from '../factors/compression.ts';
import type { Protocol } from '../factors/protocol.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { Way } from '../record/advice-facts.ts';
import type { CellFilter, PayloadRef, Study } from '../study/study.ts';
import type { TimePlan } from './time-plan.ts';

export interface AdviceQuestion {
  readonly payload: PayloadRef;
  readonly n: number;
  readonly browser: string;
  readonly protocol: Protocol;
  readonly networks: readonly NetworkProfile[];
  /** Network → the ways measured on it. */
  readonly contenders: ReadonlyMap<string, readonly Way[]>;
  readonly today: Way;
  readonly time: TimePlan;
  /** Predicted, of any contender. */
  readonly slowestMs: number;
  readonly seed: number;
}

const EXCHANGES_PER_VISIT = 1;
const WARMUP_MS = 500;
const LEAST_TIMEOUT_MS = 30_000;
/** A prediction may be off, and a browser may be slow. */
const TIMEOUT_TIMES = 6;
/** Looks are planned after these shares of the sessions. */
const LOOKS = [0.5, 0.75, 1];
const LEAST_SESSIONS_FOR_A_LOOK = 3;

export function adviceStudy(question: AdviceQuestion): Study {
  const { payload, contenders, networks, time, slowestMs, seed, today } = question;
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
      sessions: time.sessions,
      exchangesPerVisit: EXCHANGES_PER_VISIT,
      budgetMs: time.budgetMs,
      warmupMs: WARMUP_MS,
      timeoutMs: Math.max(LEAST_TIMEOUT_MS, Math.round(TIMEOUT_TIMES * slowestMs)),
      margin: 0.02,
      confidence: 0.95,
      looks: looksUpTo(time.sessions),
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

function looksUpTo(sessions: number): number[] {
  const all = LOOKS.map((share) => Math.ceil(share * sessions));
  const planned = all.filter((look) => look >= LEAST_SESSIONS_FOR_A_LOOK || look === sessions);
  return [...new Set(planned)];
}
