// What only messages have, in plain words: `to the client, as fast as they go, 1 000 messages of 100 B`.

import { sayExactBytes } from '../../base/figures/bytes.ts';
import { grouped, groupedUnlessWhole } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { modeOf, sizeOf } from '../../messages/level-words.ts';
import type { Factors } from '../../wire/factors.ts';
import type { Direction, Transport } from '../../wire/sequence.ts';

const TRANSPORTS: Readonly<Record<Transport, string>> = {
  request: 'request',
  xhr: 'XHR',
  fetch: 'fetch',
  beacon: 'sendBeacon',
  sse: 'SSE',
  stream: 'streaming fetch',
  'long-polling': 'long polling',
  websocket: 'WebSocket',
  webtransport: 'WebTransport',
  'sse+xhr': 'SSE + XHR',
  'sse+fetch': 'SSE + fetch',
};

const DIRECTIONS: Readonly<Record<Direction, string>> = {
  'client-to-server': 'to the server',
  'server-to-client': 'to the client',
  'both-ways': 'both ways',
};

export function transportName(level: string): string {
  return TRANSPORTS[level as Transport] ?? level;
}

export function directionName(level: string): string {
  return DIRECTIONS[level as Direction] ?? level;
}

/** `as fast as they go`, `one at a time`, `50 a second` */
export function modeName(level: string): string {
  const found = modeOf(level);
  switch (found?.mode) {
    case 'throughput':
      return 'as fast as they go';
    case 'ping-pong':
      return 'one at a time';
    case 'paced':
      return `${groupedUnlessWhole(found.ratePerSecond!, 1)} a second`;
    default:
      return level;
  }
}

/** Bytes of every message, where all have the same; else null. */
export function fixedBytes(level: string): number | null {
  const size = sizeOf(level);
  return size?.policy === 'fixed' ? size.bytes : null;
}

/** `100 B`, `random sizes from 100 to 1 000 B`, `sizes growing by 100 B`, `the data’s own size` */
export function sizeName(level: string): string {
  const size = sizeOf(level);
  switch (size?.policy) {
    case 'fixed':
      return sayExactBytes(size.bytes);
    case 'random':
      return `random sizes from ${grouped(size.least)} to ${sayExactBytes(size.most)}`;
    case 'growing':
      return `sizes growing by ${sayExactBytes(size.bytes)}`;
    default:
      return level === 'data' ? 'the data’s own size' : level;
  }
}

/** As the head of a row: `random 100 to 1 000 B`, `growing by 100 B`. */
export function sizeInShort(level: string): string {
  return sizeName(level).replace('random sizes from', 'random').replace('sizes growing', 'growing');
}

const POLICIES = ['fixed', 'random', 'growing'] as const;

/** Fixed sizes first, then random and growing ones, the smaller first, then whatever the data have. */
export function inOrderOfSize(a: string, b: string): number {
  return rank(a) - rank(b);
}

function rank(level: string): number {
  const size = sizeOf(level);
  if (size === null) return POLICIES.length * 1e12;
  const bytes = size.policy === 'random' ? size.most : size.bytes;
  return POLICIES.indexOf(size.policy) * 1e12 + bytes;
}

/** `to the client, as fast as they go, 1 000 messages of 100 B` */
export function sequenceName(factors: Factors): string {
  return [directionName(factors.direction), modeName(factors.mode), messagesName(factors)].join(', ');
}

/** `to the client, as fast as they go, 1 000 messages`: of several sizes. */
export function sizesName({ direction, mode, n }: Factors): string {
  return [directionName(direction), modeName(mode), count(n, 'message')].join(', ');
}

/**
 * `1 000 messages of 100 B`, `1 000 messages of random sizes from 100 to 1 000 B`,
 * `1 000 messages of book data`
 */
function messagesName({ n, size, dataset }: Pick<Factors, 'n' | 'size' | 'dataset'>): string {
  const messages = count(n, 'message');
  return size === 'data' ? `${messages} of ${dataset} data` : `${messages} of ${sizeName(size)}`;
}
