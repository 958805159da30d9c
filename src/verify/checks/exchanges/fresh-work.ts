// No answer is kept: a request made again costs what a request never made before costs, in the wait and in
// the phases, and no two requests report the very same times. Minima of several requests are compared, three
// times before it counts, and each time with numbers of objects that were not asked for yet.

import { shuffled } from '../../../base/random.ts';
import type { Check, CheckContext } from '../../check.ts';
import { sayQuery } from '../../clients/queries.ts';
import {
  emptyMs,
  type HeavyExchange,
  heavyExchanges,
  least,
  PROBES,
  secondLeast,
  sumMs,
  type TimedExchange,
  timedExchange,
} from '../../clients/timed.ts';

const ATTEMPTS = 3;
const REQUESTS = 6;

/** A repeated request may be this share of a new one; a cache gives a few per cent, honest work about 1. */
const REPEATED_SHARE = 0.6;

/** New requests differ by at most this share in their number of objects. */
const RANGE_SHARE = 0.05;

/** With three decimals shorter times are now and then the same by chance. */
const TELLING_PHASES_MS = 0.05;

/** Differences of shorter times are no evidence. */
const JUDGEABLE_MS = 0.5;

export const freshWork: Check = {
  name: 'fresh-work',
  must: 'computing, encoding and compressing are done for each request; nothing is cached or replayed',
  needsObjects: true,
  run: async (context) => {
    const heavy = (await heavyExchanges(context)).filter(
      ({ query }) => query.n * RANGE_SHARE >= ATTEMPTS * (REQUESTS + 1),
    );
    if (heavy.length === 0) return { skipped: `${context.about.features.maxN} objects are too few to time` };
    const findings: string[] = [];
    for (const each of heavy) {
      const unused = shuffled(countsBelow(each.query.n), context.random);
      let found: readonly string[] = [];
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        found = await judge(context, each, unused.splice(0, REQUESTS + 1));
        if (found.length === 0) break;
      }
      findings.push(...found);
      // What keeps one thing may keep all: one example is enough, and the others take their time.
      if (findings.length > 0) break;
    }
    return { findings };
  },
};

/** Without the counts that were asked for when n was looked for. */
function countsBelow(n: number): number[] {
  return Array.from({ length: Math.floor(n * RANGE_SHARE) }, (_, i) => n - PROBES - i);
}

async function judge(
  context: CheckContext,
  heavy: HeavyExchange,
  counts: readonly number[],
): Promise<readonly string[]> {
  const empty = await emptyMs(context, 20);
  const seen = await askAgain(context, heavy.query, counts);
  return [...keptFindings(heavy, seen, empty), ...replayFindings(heavy.query, seen)];
}

/**
 * What costs less when it is asked for again; `share` of what new ones cost is too little. Two of those asked
 * for again have to be that much quicker than every new one: a busy machine leaves one of them alone now and
 * then, and by a cache of whole URLs every other one is quick.
 */
export function keptFindings(
  { query, streamed }: Pick<HeavyExchange, 'query' | 'streamed'>,
  { fresh, repeated }: AskedAgain,
  emptyMs: number,
  share = REPEATED_SHARE,
): string[] {
  return (streamed ? [...MEASURES, WHOLE] : MEASURES).flatMap(([name, measure]) => {
    const isPhase = name !== 'wait' && name !== 'answer';
    const freshMs = least(fresh.map(measure)) - (isPhase ? 0 : emptyMs);
    const repeatedMs = secondLeast(repeated.map(measure)) - (isPhase ? 0 : emptyMs);
    if (freshMs < JUDGEABLE_MS || repeatedMs >= share * freshMs) return [];
    const [again, first] = [repeatedMs.toFixed(2), freshMs.toFixed(2)];
    return [
      `${sayQuery(query)}: ${name} of a request made again ${again} ms, of new ones ${first} ms: something was kept`,
    ];
  });
}

export function replayFindings(query: HeavyExchange['query'], { repeated }: AskedAgain): string[] {
  const headers = new Set(repeated.map((each) => each.serverTiming));
  const isTold = least(repeated.map(({ phases }) => sumMs(phases))) >= TELLING_PHASES_MS;
  if (!isTold || headers.size > repeated.length / 2) return [];
  return [
    `${sayQuery(query)}: ${repeated.length} requests report ${headers.size} different times: they are replayed`,
  ];
}

type Measure = readonly [name: string, (exchange: TimedExchange) => number];

/** Where the body is compressed while it is sent, it is work up to its last byte. */
const WHOLE: Measure = ['answer', ({ totalMs }) => totalMs];

const MEASURES: readonly Measure[] = [
  ['wait', ({ firstByteMs }) => firstByteMs],
  ['compute', ({ phases }) => phases.computeMs],
  ['encode', ({ phases }) => phases.encodeMs],
  ['compress', ({ phases }) => phases.compressMs],
];

export interface AskedAgain {
  readonly fresh: readonly TimedExchange[];
  readonly repeated: readonly TimedExchange[];
}

/**
 * One request again and again, half of the time with the very same URL, in turn with requests never made
 * before. `counts`: numbers of objects that were not asked for yet; the first is the one asked for again.
 */
export async function askAgain(
  context: CheckContext,
  query: HeavyExchange['query'],
  counts: readonly number[],
): Promise<AskedAgain> {
  const fresh: TimedExchange[] = [];
  const repeated: TimedExchange[] = [];
  const [first = query.n, ...others] = counts;
  const serial = Math.floor(context.random() * 1e9);
  fresh.push(await timedExchange(context, { ...query, n: first }, serial));
  for (const [i, n] of others.entries()) {
    const again = async () => {
      const sameUrl = i % 2 === 0 ? serial : undefined;
      repeated.push(await timedExchange(context, { ...query, n: first }, sameUrl));
    };
    const anew = async () => {
      fresh.push(await timedExchange(context, { ...query, n }));
    };
    // Strictly in turn, the slices that a busy machine gives could fall on one kind alone.
    for (const ask of shuffled([again, anew], context.random)) await ask();
  }
  return { fresh, repeated };
}
