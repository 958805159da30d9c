// What only messages have, in plain words: `to the client, as fast as they go, 1 000 messages of 100 B`.

import type { Factors } from '../../wire/factors.ts';
import type { Direction, Transport } from '../../wire/sequence.ts';
import { count, grouped } from '../figures.ts';

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

const PACED = /^paced-(.+)$/;
const RANDOM = /^random-(\d+)-(\d+)$/;
const GROWING = /^growing-(\d+)$/;

export function transportName(level: string): string {
  return TRANSPORTS[level as Transport] ?? level;
}

export function directionName(level: string): string {
  return DIRECTIONS[level as Direction] ?? level;
}

/** `as fast as they go`, `one at a time`, `50 a second`; of requests nothing is to be said. */
export function modeName(level: string): string {
  const [, rate] = PACED.exec(level) ?? [];
  if (rate !== undefined) return `${grouped(Number(rate), rate.split('.')[1]?.length ?? 0)} a second`;
  return { throughput: 'as fast as they go', 'ping-pong': 'one at a time' }[level] ?? level;
}

/** Bytes of every message, where all have the same; else null. */
export function fixedBytes(size: string): number | null {
  return /^\d+$/.test(size) ? Number(size) : null;
}

/** `100 B`, `random sizes from 100 to 1 000 B`, `sizes growing by 100 B`, `the data’s own size` */
export function sizeName(level: string): string {
  const bytes = fixedBytes(level);
  if (bytes !== null) return sayBytes(bytes);
  const [, least, most] = RANDOM.exec(level) ?? [];
  if (least !== undefined) return `random sizes from ${grouped(Number(least))} to ${sayBytes(Number(most))}`;
  const [, more] = GROWING.exec(level) ?? [];
  if (more !== undefined) return `sizes growing by ${sayBytes(Number(more))}`;
  return level === 'data' ? 'the data’s own size' : level;
}

/** Fixed sizes first, then random and growing ones, the smaller first, then whatever the data have. */
export function sizeRank(level: string): number {
  const bytes = fixedBytes(level);
  if (bytes !== null) return bytes;
  const figure = Number(/-(\d+)$/.exec(level)?.[1] ?? 0);
  const kinds = [RANDOM, GROWING].findIndex((kind) => kind.test(level));
  return 1e12 * (kinds < 0 ? 3 : kinds + 1) + figure;
}

/** `to the client, as fast as they go, 1 000 messages of 100 B` */
export function sequenceName(factors: Factors): string {
  return [directionName(factors.direction), modeName(factors.mode), messagesName(factors)].join(', ');
}

/** `1 000 messages of 100 B`, `1 000 messages of random sizes from 100 to 1 000 B`, `1 000 messages of book data` */
export function messagesName({ n, size, dataset }: Pick<Factors, 'n' | 'size' | 'dataset'>): string {
  const messages = count(n, 'message');
  return size === 'data' ? `${messages} of ${dataset} data` : `${messages} of ${sizeName(size)}`;
}

function sayBytes(bytes: number): string {
  return `${grouped(bytes)} B`;
}
