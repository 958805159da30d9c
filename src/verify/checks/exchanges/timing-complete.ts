// Server-Timing leaves no work out: what the client waited beyond an empty exchange is in the phases, the
// phases have their own work and not each other's, and they grow with it. Judged on the fastest of several
// requests, and a target fails only if it fails four times over, each time with twice the objects and some
// more requests: on a busy machine a request that should take a millisecond may never be seen to, so the work
// has to outgrow the noise. A wrong header stays.

import type { ServerPhases } from '../../../wire/server-timing.ts';
import type { Check, CheckContext } from '../../check.ts';
import { sayQuery } from '../../clients/queries.ts';
import {
  emptyMs,
  type HeavyExchange,
  heavyExchanges,
  least,
  sumMs,
  type TimedExchange,
  timedExchanges,
} from '../../clients/timed.ts';

/** Those of every exchange. */
export type Phase = Exclude<keyof ServerPhases, 'decodeMs'>;

const ATTEMPTS = 4;
const REQUESTS = 6;

/**
 * What of the wait may be outside the phases: parsing the request, copying the body to the socket, waking up.
 */
const OUTSIDE_SHARE = 0.25;
const OUTSIDE_MS = 0.6;

/** A phase without work is a few readings of the clock. */
const IDLE_SHARE = 0.02;
const IDLE_MS = 0.05;

/** Below this the rest of a request hides what the phases leave out. */
const JUDGEABLE_MS = 2;

/** A body of this size takes time, however short; smaller ones may be below the clock's step. */
const JUDGEABLE_BYTES = 100_000;

/** Faster than memory can be copied: no encoder or compressor does this. */
const BYTES_PER_MS_AT_MOST = 1e7;

/** An eighth of the objects must take at most half of the time. */
const FEWER = 8;
const GROWTH_LEAST = 2;

export const timingComplete: Check = {
  name: 'timing-complete',
  must: 'the phases of Server-Timing are true: each is the whole time of its own work in this request',
  needsObjects: true,
  run: async (context) => {
    // What is done while sending is in no phase.
    const heavy = (await heavyExchanges(context)).filter(({ streamed }) => !streamed);
    let judged = false;
    const findings: string[] = [];
    for (const each of heavy) {
      const found = await persistent((attempt) =>
        judge(context, enlargedBy(2 ** attempt, each, context), REQUESTS * (attempt + 1)),
      );
      judged ||= found !== null;
      findings.push(...(found ?? []));
      // Header and clock are the same for every phase: one example is enough, and the others take their time.
      if (findings.length > 0) break;
    }
    return judged ? { findings } : { skipped: `${context.about.features.maxN} objects are too few to time` };
  },
};

async function persistent(look: (attempt: number) => Promise<string[] | null>): Promise<string[] | null> {
  let found: string[] | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    found = await look(attempt);
    if (found === null || found.length === 0) break;
  }
  return found;
}

function enlargedBy(times: number, heavy: HeavyExchange, { about }: CheckContext): HeavyExchange {
  const { query } = heavy;
  return { ...heavy, query: { ...query, n: Math.min(query.n * times, about.features.maxN) } };
}

/** null where the exchange is too short to judge. */
async function judge(
  context: CheckContext,
  { phase, query }: HeavyExchange,
  requests: number,
): Promise<string[] | null> {
  const emptyFirstByteMs = await emptyMs(context, 20);
  const seen = await timedExchanges(context, query, requests);
  const what = sayQuery(query);
  if (least(seen.map((each) => each.firstByteMs)) < JUDGEABLE_MS) {
    if (least(seen.map((each) => each.bodyBytes)) < JUDGEABLE_BYTES) return null;
    return tooFast(seen, phase).map((finding) => `${what}: ${finding}`);
  }
  const fewer = { ...query, n: Math.max(1, Math.floor(query.n / FEWER)) };
  const seenFewer = await timedExchanges(context, fewer, requests);
  return [
    ...outside(seen, emptyFirstByteMs),
    ...idle(seen, phase),
    ...tooFast(seen, phase),
    ...growth(seen, seenFewer, phase),
  ].map((finding) => `${what}: ${finding}`);
}

/** What the client waited is in the phases, but for a rest. */
export function outside(seen: readonly TimedExchange[], emptyFirstByteMs: number): string[] {
  const missing = seen.map(({ firstByteMs, phases }) => {
    const waitedMs = firstByteMs - emptyFirstByteMs;
    return { beyondMs: waitedMs - sumMs(phases) - OUTSIDE_MS - OUTSIDE_SHARE * waitedMs, waitedMs, phases };
  });
  const best = missing.reduce((a, b) => (b.beyondMs < a.beyondMs ? b : a));
  if (best.beyondMs <= 0) return [];
  const [waited, said] = [best.waitedMs.toFixed(2), sumMs(best.phases).toFixed(2)];
  return [
    `the client waited ${waited} ms longer than for an empty exchange, the phases account for ${said} ms`,
  ];
}

/** The exchange of heavy encoding has no computation and no compression, and so on. */
function idle(seen: readonly TimedExchange[], phase: Phase): string[] {
  const others = (['computeMs', 'compressMs'] as const).filter((each) => each !== phase);
  return others.flatMap((other) => {
    const { phases } = seen.reduce((a, b) => (b.phases[other] < a.phases[other] ? b : a));
    if (phases[other] <= IDLE_MS + IDLE_SHARE * sumMs(phases)) return [];
    return [`${other.slice(0, -2)} took ${phases[other].toFixed(3)} ms although there was none`];
  });
}

export function tooFast(seen: readonly TimedExchange[], phase: Phase): string[] {
  const fastest = seen.reduce((a, b) => (b.phases[phase] < a.phases[phase] ? b : a));
  if (fastest.bodyBytes <= BYTES_PER_MS_AT_MOST * fastest.phases[phase]) return [];
  return [`${phase.slice(0, -2)} of ${fastest.bodyBytes} bytes in ${fastest.phases[phase]} ms is impossible`];
}

function growth(seen: readonly TimedExchange[], seenFewer: readonly TimedExchange[], phase: Phase): string[] {
  const ms = least(seen.map(({ phases }) => phases[phase]));
  const fewerMs = least(seenFewer.map(({ phases }) => phases[phase]));
  if (ms >= GROWTH_LEAST * fewerMs) return [];
  const name = phase.slice(0, -2);
  return [`${name} takes ${ms.toFixed(3)} ms, and ${fewerMs.toFixed(3)} ms for an eighth of the objects`];
}
