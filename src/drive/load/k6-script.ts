// What k6 runs: as many virtual users as there are clients, each on a connection of its own. With a rate,
// requests are due at even distances and dealt to the clients in turn (open model), so that a slow target
// does not slow down what is asked of it; without one each client asks as soon as it is answered. What is
// seen before they have settled is left out. The script goes by stdin, since a secret may stand in it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../base/places.ts';
import type { LoadAsk } from './load.ts';

/** Connections are opened and code compiles in this time. */
export const SETTLE_MS = 1_000;
/** Longer than any run: whoever started them ends them. */
const DURATION = '48h';
/** k6 takes whole numbers alone. */
const RATE_UNIT_SECONDS = 1_000;
const TREND_STATS = ['count', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'];

/** What a line of its stdout says; all others are none of ours. */
export type K6Line =
  | { readonly wirefare: 'asking' }
  | { readonly wirefare: 'failure'; readonly what: string }
  | {
      readonly wirefare: 'seen';
      /** From its beginning on, while clients settle too. */
      readonly dropped: number;
      /** `settling`: requests that were begun while clients settled. */
      readonly metrics: Readonly<Record<'wait' | 'lateness' | 'failed' | 'settling', K6Metric | null>>;
    };

export type K6Metric = Readonly<Record<string, number>>;

/** From one request that is due to the next; null where none is due at a time. */
export function dueEveryMs(ask: LoadAsk): number | null {
  return ask.perSecondEach === null ? null : (RATE_UNIT_SECONDS * 1_000) / perUnit(ask);
}

function perUnit({ clients, perSecondEach }: LoadAsk): number {
  return Math.round(clients * (perSecondEach ?? 0) * RATE_UNIT_SECONDS);
}

export function k6Script(ask: LoadAsk): string {
  const scenario =
    ask.perSecondEach === null
      ? { executor: 'constant-vus', vus: ask.clients }
      : {
          executor: 'constant-arrival-rate',
          rate: perUnit(ask),
          timeUnit: `${RATE_UNIT_SECONDS}s`,
          preAllocatedVUs: ask.clients,
          maxVUs: ask.clients,
        };
  const options = {
    discardResponseBodies: true,
    insecureSkipTLSVerify: true,
    systemTags: [],
    summaryTrendStats: TREND_STATS,
    scenarios: { clients: { ...scenario, duration: DURATION, gracefulStop: '0s' } },
  };
  const settings = {
    before: ask.url[0],
    after: ask.url[1],
    settleMs: SETTLE_MS,
    dueEveryMs: dueEveryMs(ask),
    request: {
      headers: { 'Accept-Encoding': ask.acceptEncoding },
      timeout: ask.timeoutMs,
      tags: { name: 'exchange' },
    },
  };
  return `export const options = ${JSON.stringify(options)};
const settings = ${JSON.stringify(settings)};
${readFileSync(PROGRAM_FILE, 'utf8')}`;
}

const PROGRAM_FILE = path.join(PROJECT_ROOT, 'src/drive/load/clients.k6.js');
