// Exchanges timed for evidence about Server-Timing and caching. Everything compares minima over several
// requests: noise only ever makes a request slower, so that the fastest of several shows what the work itself
// takes.

import { parseServerTiming, type ServerPhases } from '../../wire/server-timing.ts';
import { type ExchangeQuery, isStreamed } from '../../wire/target-contract.ts';
import type { CheckContext } from '../check.ts';
import { anyQuery, sortedDatasets } from './queries.ts';

export interface TimedExchange {
  readonly phases: ServerPhases;
  /** As the header was written. */
  readonly serverTiming: string;
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly bodyBytes: number;
}

export function sumMs({ computeMs, encodeMs, compressMs }: ServerPhases): number {
  return computeMs + encodeMs + compressMs;
}

/** Throws where the answer is no answer: other checks have said so already. */
export async function timedExchange(
  context: CheckContext,
  query: ExchangeQuery,
  serial?: number,
): Promise<TimedExchange> {
  const reply = await context.exchange(query, serial);
  const serverTiming = String(reply.headers['server-timing'] ?? '');
  const phases = parseServerTiming(serverTiming);
  if (reply.status !== 200 || phases === null) throw new Error(`status ${reply.status}, "${serverTiming}"`);
  return {
    phases,
    serverTiming,
    firstByteMs: reply.firstByteMs,
    totalMs: reply.totalMs,
    bodyBytes: reply.body.length,
  };
}

/** Runs `times` exchanges, one after the other. */
export async function timedExchanges(
  context: CheckContext,
  query: ExchangeQuery,
  times: number,
): Promise<TimedExchange[]> {
  const all: TimedExchange[] = [];
  for (let i = 0; i < times; i++) all.push(await timedExchange(context, query));
  return all;
}

/** What a request costs without any work: the fastest of several empty exchanges. */
export async function emptyMs(context: CheckContext, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const { firstByteMs } = await context.client.get(`/bytes?n=0&serial=${i}`);
    least = Math.min(least, firstByteMs);
  }
  return least;
}

export function least(values: readonly number[]): number {
  return Math.min(...values);
}

/** Of what must be quicker than every other: a busy machine leaves one of them alone now and then. */
export function secondLeast(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[1]!;
}

/** One exchange in which each phase has most of the work, as far as the target has the phase. */
export interface HeavyExchange {
  readonly phase: Exclude<keyof ServerPhases, 'decodeMs'>;
  readonly query: ExchangeQuery;
  /** Its compression is done while sending: no phase and no wait shows it, only the whole answer. */
  readonly streamed: boolean;
}

/** Long enough to stand out from the rest of a request. */
const LONG_ENOUGH_MS = 8;
const FIRST_N = 1_000;

/**
 * Stronger ones (brotli 10 and 11, zstd from 10 up) take so long that a run would wait for them before it
 * begins.
 */
const STRONG_LEVEL = 9;

/** How often each size is tried: with n, n − 1 and n − 2 objects. */
export const PROBES = 3;

/** Finds for each phase how many objects make it long enough; fewer where the target has no more. */
export async function heavyExchanges(context: CheckContext): Promise<HeavyExchange[]> {
  const { features } = context.about;
  const plain = anyQuery(context.about, 1);
  const heavy: HeavyExchange[] = [{ phase: 'encodeMs', query: plain, streamed: false }];
  const computation = ['cm3', 'cm2', 'cm1'].find((name) => features.computations.includes(name));
  const [dataset] = sortedDatasets(context.about);
  if (computation !== undefined && dataset !== undefined) {
    heavy.push({ phase: 'computeMs', query: { ...plain, dataset, compute: computation }, streamed: false });
  }
  for (const [compression, levels] of Object.entries(features.compressions)) {
    if (compression === 'none') continue;
    const bearable = levels.filter((level) => level <= STRONG_LEVEL);
    const level = levels.length === 0 ? null : Math.max(...(bearable.length > 0 ? bearable : levels));
    const streamed = isStreamed(context.about, compression);
    heavy.push({ phase: 'compressMs', query: { ...plain, compression, level }, streamed });
  }
  const sized: HeavyExchange[] = [];
  for (const each of heavy) sized.push({ ...each, query: await enlarged(context, each) });
  return sized;
}

/** Each n is asked for once, so that a target that keeps answers looks no faster than it is. */
async function enlarged(context: CheckContext, { query, streamed }: HeavyExchange): Promise<ExchangeQuery> {
  const { maxN } = context.about.features;
  for (let n = Math.min(FIRST_N, maxN); ; n = Math.min(2 * n, maxN)) {
    const waits: number[] = [];
    for (let less = 0; less < PROBES; less++) {
      const { firstByteMs, totalMs } = await timedExchange(context, { ...query, n: Math.max(1, n - less) });
      waits.push(streamed ? totalMs : firstByteMs);
    }
    if (n === maxN || least(waits) >= LONG_ENOUGH_MS) return { ...query, n };
  }
}
