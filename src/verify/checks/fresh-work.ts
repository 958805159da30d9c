// No answer is kept: a request made again costs what a request never made before costs, in the wait and in the phases,
// and no two requests report the very same times. Minima of several requests are compared, three times before it counts.

import { shuffled } from '../../base/random.ts';
import type { ExchangeQuery } from '../../wire/target-contract.ts';
import type { Check, CheckContext } from '../check.ts';
import { sayQuery } from '../queries.ts';
import {
  emptyMs,
  type HeavyExchange,
  heavyExchanges,
  least,
  type TimedExchange,
  timedExchange,
} from '../timed.ts';

const ATTEMPTS = 3;
const REQUESTS = 6;

/** A repeated request may be this share of a new one; a cache gives a few per cent, honest work about 1. */
const REPEATED_SHARE = 0.6;

/** New requests differ by at most this share in their number of objects. */
const RANGE_SHARE = 0.05;

/** Differences below this are no evidence. */
const JUDGEABLE_MS = 1;

export const freshWork: Check = {
  name: 'fresh-work',
  must: 'computing, encoding and compressing are done for each request; nothing is cached or replayed',
  run: async (context) => {
    const heavy = (await heavyExchanges(context)).filter(({ query }) => query.n * RANGE_SHARE > REQUESTS);
    if (heavy.length === 0) return { skipped: `${context.about.features.maxN} objects are too few to time` };
    const findings: string[] = [];
    for (const each of heavy) {
      let found: string[] = [];
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        found = await judge(context, each);
        if (found.length === 0) break;
      }
      findings.push(...found);
    }
    return { findings };
  },
};

async function judge(context: CheckContext, { phase, query }: HeavyExchange): Promise<string[]> {
  const empty = await emptyMs(context, 20);
  const { fresh, repeated } = await visits(context, query);
  const what = sayQuery(query);
  const findings: string[] = [];
  const waits = [fresh, repeated].map((all) => least(all.map((each) => each.firstByteMs - empty)));
  const phases = [fresh, repeated].map((all) => least(all.map((each) => each.phases[phase])));
  for (const [name, [freshMs = 0, repeatedMs = 0]] of [
    ['wait', waits],
    [phase.slice(0, -2), phases],
  ] as const) {
    if (freshMs < JUDGEABLE_MS || repeatedMs >= REPEATED_SHARE * freshMs) continue;
    const [again, first] = [repeatedMs.toFixed(2), freshMs.toFixed(2)];
    findings.push(
      `${what}: ${name} of a request made again ${again} ms, of new ones ${first} ms: it was kept`,
    );
  }
  const headers = new Set(repeated.map((each) => each.serverTiming));
  if (headers.size <= repeated.length / 2) {
    findings.push(
      `${what}: ${repeated.length} requests report ${headers.size} different times: they are replayed`,
    );
  }
  return findings;
}

/** One request again and again, half of the time with the very same URL, in turn with requests never made before. */
async function visits(context: CheckContext, query: ExchangeQuery) {
  const fresh: TimedExchange[] = [];
  const repeated: TimedExchange[] = [];
  const below = Array.from({ length: Math.floor(query.n * RANGE_SHARE) }, (_, i) => query.n - 1 - i);
  const [first = query.n, ...others] = shuffled(below, context.random).slice(0, REQUESTS + 1);
  const serial = Math.floor(context.random() * 1e9);
  fresh.push(await timedExchange(context, { ...query, n: first }, serial));
  for (const [i, n] of others.entries()) {
    repeated.push(await timedExchange(context, { ...query, n: first }, i % 2 === 0 ? serial : undefined));
    fresh.push(await timedExchange(context, { ...query, n }));
  }
  return { fresh, repeated };
}
