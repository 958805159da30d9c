// The suite once more, short, on the very target that a session measures: does it still do at the end what it
// did when it was verified? Exchanges of the session's own cells are asked for again, and in variants never
// asked for before, at a number of objects that takes some milliseconds; and a light one is held to what it
// took at the session's beginning. All of it takes about two tenths of a second. What looks wrong is
// looked at again before it counts, which takes some seconds.

import { setTimeout } from 'node:timers/promises';
import { type Random, shuffled } from '../base/random.ts';
import { type ExchangeQuery, isOfOneLength, isStreamed } from '../wire/target-contract.ts';
import type { Check, CheckContext } from './check.ts';
import { type AskedAgain, askAgain, keptFindings, replayFindings } from './checks/exchanges/fresh-work.ts';
import { serverTiming, timingWithinWait } from './checks/exchanges/server-timing.ts';
import { outside, type Phase, tooFast } from './checks/exchanges/timing-complete.ts';
import { sayQuery } from './clients/queries.ts';
import { emptyMs, least, timedExchange, timedExchanges } from './clients/timed.ts';
import { levelFinding, type SizedLevel, sizeLevel } from './levels.ts';

/** New variants asked for in each attempt: the request made again is asked for as often. */
const PAIRS = [5, 7, 9];
const LIGHT_REQUESTS = [8, 16, 24];
/**
 * A hypervisor that gives its CPU to others does so for a second or two, in which no request is quick: before
 * a session is lost, light exchanges are asked for again after each of these pauses.
 */
const PAUSES_MS = [500, 1_000, 2_000];

/**
 * A light exchange that waits so much longer than at the beginning is delayed: servers get warm, not slow.
 */
const LONGER_FACTOR = 1.5;
const LONGER_MS = 0.5;
const LIGHT_N = 10;

/**
 * Where a request made again takes less than this of a new one it is asked for more often before it is
 * judged.
 */
const CLEAR_SHARE = 0.85;
/**
 * What is kept takes a tenth of it, and its way to the client. A session is lost by a false alarm, and a
 * cache is found in the next one.
 */
const KEPT_SHARE = 0.5;
const SUSPICIOUS_AT_LEAST = 2;

/** Long enough to stand out from the rest of a request, and short enough to be asked for often. */
const SHORT_MS = 3;
const LONG_MS = 12;
const WANTED_MS = 5;
const RESIZED_AT_MOST = 4;
/** What strong compressions make of more objects would take seconds. */
const FIRST_N = 250;

/** Of the numbers of objects: new variants differ by at most this share, and by as many as are needed. */
const RANGE_SHARE = 0.05;
const MOST_VARIANTS = PAIRS.reduce((sum, pairs) => sum + pairs + 1, 0);
/** With these the least of the variants costs three quarters of the largest. */
const LEAST_OBJECTS = 4 * MOST_VARIANTS;

/** In a session: each takes about a tenth of a second. */
const MOST_KINDS = 2;

interface Looked {
  readonly query: ExchangeQuery;
  /** All that the session asks of its compression, the weakest first: a weak one alone tells nothing. */
  readonly levels: readonly number[];
}

export interface SessionChecks {
  /** Before anything is measured: what light exchanges wait is remembered. */
  readonly first: readonly Check[];
  readonly again: readonly Check[];
}

/**
 * `queries`: what the session's cells ask for. Of two kinds of work (plain, computing, each compression),
 * drawn anew for each session, the one of most objects is looked at.
 */
export function sessionChecks(queries: readonly ExchangeQuery[], random: Random): SessionChecks {
  const looked = shuffled(oneOfEachKind(queries), random).slice(0, MOST_KINDS);
  if (looked.length === 0) return { first: [], again: [] };
  const waitsMs = new Map<ExchangeQuery, number>();
  return {
    first: [
      remembering(
        looked.map(({ query }) => query),
        waitsMs,
      ),
    ],
    again: [unchanged(looked, waitsMs), serverTiming, timingWithinWait],
  };
}

function oneOfEachKind(queries: readonly ExchangeQuery[]): Looked[] {
  const kinds = Map.groupBy(queries, ({ compression, compute }) =>
    compression !== 'none' ? compression : compute === 'none' ? 'plain' : 'computing',
  );
  return [...kinds.values()].map((alike) => ({
    query: alike.reduce((most, one) => (one.n > most.n ? one : most)),
    levels: [...new Set(alike.flatMap(({ level }) => level ?? []))].sort((a, b) => a - b),
  }));
}

function remembering(queries: readonly ExchangeQuery[], waitsMs: Map<ExchangeQuery, number>): Check {
  return {
    name: 'first-look',
    must: 'a light exchange of every kind is answered',
    run: async (context) => {
      for (const query of queries) waitsMs.set(query, await lightWaitMs(context, query, LIGHT_REQUESTS[0]!));
      return { findings: [] };
    },
  };
}

function unchanged(looked: readonly Looked[], waitsMs: ReadonlyMap<ExchangeQuery, number>): Check {
  return {
    name: 'unchanged',
    must: 'what held when the target was verified holds when it has been measured: work is done anew, timed whole and at the level asked for',
    run: async (context) => {
      for (const { query, levels } of looked) {
        const findings = [
          ...(await delayed(context, query, waitsMs.get(query))),
          ...(await workOf(context, await resized(context, query), levels)),
        ];
        // One example is enough: the session is over.
        if (findings.length > 0) return { findings };
      }
      return { findings: [] };
    },
  };
}

function lightened({ about }: CheckContext, query: ExchangeQuery): ExchangeQuery {
  return isOfOneLength(about, query.dataset) ? query : { ...query, n: Math.min(query.n, LIGHT_N) };
}

async function lightWaitMs(context: CheckContext, query: ExchangeQuery, requests: number): Promise<number> {
  const light = lightened(context, query);
  return least((await timedExchanges(context, light, requests)).map(({ firstByteMs }) => firstByteMs));
}

/** Noise only ever makes a wait longer, so that of several looks the shortest tells. */
async function delayed(
  context: CheckContext,
  query: ExchangeQuery,
  firstMs: number | undefined,
): Promise<string[]> {
  if (firstMs === undefined) return [];
  let waitMs = Number.POSITIVE_INFINITY;
  const most = LIGHT_REQUESTS.at(-1)!;
  const looks = [...LIGHT_REQUESTS, ...PAUSES_MS.map(() => most)];
  for (const [i, requests] of looks.entries()) {
    const pauseMs = PAUSES_MS[i - LIGHT_REQUESTS.length];
    if (pauseMs !== undefined) await setTimeout(pauseMs);
    waitMs = Math.min(waitMs, await lightWaitMs(context, query, requests));
    if (waitMs <= LONGER_FACTOR * firstMs + LONGER_MS) return [];
  }
  const light = sayQuery(lightened(context, query));
  const [now, then] = [waitMs.toFixed(2), firstMs.toFixed(2)];
  return [`${light}: the client waits ${now} ms, ${then} ms when the session began: answers are delayed`];
}

/** The same with so many objects that it takes some milliseconds, where the target has them. */
async function resized(context: CheckContext, query: ExchangeQuery): Promise<ExchangeQuery> {
  const { features } = context.about;
  const own = features.payloads?.find(({ name }) => name === query.dataset);
  if (isOfOneLength(context.about, query.dataset)) return query;
  const maxN = own?.maxN ?? features.maxN;
  let sized = { ...query, n: Math.min(query.n, Math.max(FIRST_N, LIGHT_N)) };
  for (let time = 0; time < RESIZED_AT_MOST; time++) {
    const waitMs = await waitForSize(context, sized);
    if (waitMs >= SHORT_MS && waitMs <= LONG_MS) break;
    const n = Math.round(sized.n * Math.min(10, WANTED_MS / waitMs));
    const within = Math.min(Math.max(n, LEAST_OBJECTS), maxN);
    if (within === sized.n) break;
    sized = { ...sized, n: within };
  }
  return sized;
}

/** On a busy machine one short exchange looks long now and then, and would be taken for large enough. */
async function waitForSize(context: CheckContext, query: ExchangeQuery): Promise<number> {
  const { firstByteMs } = await timedExchange(context, query);
  if (firstByteMs > LONG_MS) return firstByteMs;
  const again = await timedExchanges(context, query, 3);
  return least([firstByteMs, ...again.map((each) => each.firstByteMs)]);
}

/** Numbers of objects that were not asked for yet, n aside, in an order that nobody knows. */
function variants({ random, about }: CheckContext, { n, dataset }: ExchangeQuery): number[] {
  if (isOfOneLength(about, dataset)) return [];
  const range = Math.min(n - 1, Math.max(MOST_VARIANTS, Math.floor(n * RANGE_SHARE)));
  return shuffled(
    Array.from({ length: range }, (_, i) => n - 1 - i),
    random,
  );
}

/** Of few objects there are too few variants that cost the same: then the same one again and again. */
function nextOf(unused: number[], { n }: ExchangeQuery, count: number): number[] {
  return n < LEAST_OBJECTS || unused.length === 0 ? Array<number>(count).fill(n) : unused.splice(0, count);
}

/**
 * All that was seen in all attempts is judged together, and each by itself: what a busy machine does to one
 * of them is no evidence.
 */
async function workOf(
  context: CheckContext,
  query: ExchangeQuery,
  levels: readonly number[],
): Promise<string[]> {
  const streamed = isStreamed(context.about, query.compression);
  const unused = variants(context, query);
  // Bytes do not change from one request to the next, as times do.
  const level = await wrongLevel(context, query, levels);
  if (level.length > 0) return level;
  const kept = (seen: AskedAgain, empty: number, share: number) =>
    keptFindings({ query, streamed }, seen, empty, share);
  let all: AskedAgain = { fresh: [], repeated: [] };
  let suspicious = 0;
  let findings: string[] = [];
  for (const pairs of PAIRS) {
    const empty = await emptyMs(context, 20);
    const seen = await askAgain(context, query, nextOf(unused, query, pairs + 1));
    all = { fresh: [...all.fresh, ...seen.fresh], repeated: [...all.repeated, ...seen.repeated] };
    if (kept(seen, empty, KEPT_SHARE).length > 0) suspicious++;
    const others = [...replayFindings(query, all), ...(streamed ? [] : timingFindings(query, all, empty))];
    findings = [...(suspicious >= SUSPICIOUS_AT_LEAST ? kept(all, empty, KEPT_SHARE) : []), ...others];
    if (others.length === 0 && kept(all, empty, CLEAR_SHARE).length === 0) return [];
  }
  return findings;
}

function timingFindings(query: ExchangeQuery, { fresh, repeated }: AskedAgain, emptyMs: number): string[] {
  const phase: Phase =
    query.compression !== 'none' ? 'compressMs' : query.compute === 'none' ? 'encodeMs' : 'computeMs';
  const seen = [...fresh, ...repeated];
  return [...outside(seen, emptyMs), ...tooFast(seen, phase)].map(
    (finding) => `${sayQuery(query)}: ${finding}`,
  );
}

async function wrongLevel(
  context: CheckContext,
  query: ExchangeQuery,
  levels: readonly number[],
): Promise<string[]> {
  const { compression } = query;
  const strongest = levels.at(-1);
  if (strongest === undefined) return [];
  // Lengths of few objects do not keep the order of levels.
  const told = query.n < LEAST_OBJECTS ? [strongest] : levels;
  const sizes: SizedLevel[] = [];
  for (const level of told) {
    const { body } = await context.exchange({ ...query, level });
    sizes.push(sizeLevel(compression, level, body));
  }
  const finding = levelFinding(compression, sizes);
  return finding === null ? [] : [`${sayQuery({ ...query, level: strongest })}: ${finding}`];
}
