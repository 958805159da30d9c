// What an answer would take, from the terms of those that were measured.

import type { RequestCell } from '../factors/cell.ts';
import { isCompressed } from '../factors/compression.ts';
import { DONE_BY } from '../factors/procedure.ts';
import { valueAt } from './curve.ts';
import type { CarriedBytes } from './measured.ts';
import { type BodyTimes, overWire } from './over-wire.ts';
import { comparisonsToSort, handlingAt, type TermName, type Terms, termKey } from './terms.ts';

/** In the order of a bill; together the total. */
export const PREDICTED_ITEMS = [
  'server.compute',
  'encode',
  'compress',
  'network',
  'handling',
  'decompress',
  'decode',
  'client.compute',
] as const;
export type PredictedItem = (typeof PREDICTED_ITEMS)[number];

export interface Predicted {
  readonly totalMs: number;
  readonly items: Readonly<Record<PredictedItem, number>>;
}

/** What no cell tells. */
export interface Unknown {
  readonly unknown: TermName;
}

export interface Asked {
  readonly factors: RequestCell;
  readonly bytes: CarriedBytes;
  /** What the network alone takes for so many body bytes, ms; null: loopback as it is. */
  readonly networkMs: ((bytes: number) => number) | null;
  /** Answers for which one is encoded and compressed: 1, unless one is made once and sent often. */
  readonly reuse: number;
}

/** What one answer takes whatever the network is, with all that is computed for the exchange, ms. */
export interface Work {
  /** Network and decompression are 0, and handling is that of the smallest answer. */
  readonly items: Predicted['items'];
  /** What goes on while the body arrives: the wire hides it where the wire is slower. */
  readonly body: BodyTimes;
}

export function predict(terms: Terms, asked: Asked): Predicted | Unknown {
  const work = workFor(terms, asked);
  return 'unknown' in work ? work : overNetwork(work, asked);
}

/** `work` is that of the same answer: searches through networks work it out once. */
export function overNetwork({ items: own, body: ofBody }: Work, asked: Omit<Asked, 'reuse'>): Predicted {
  const body = overWire(asked.networkMs, asked.bytes.encoded, ofBody);
  const { requests } = DONE_BY[asked.factors.procedure];
  // Without spreading: searches come here some million times.
  const items = {
    'server.compute': own['server.compute'],
    encode: requests * own.encode,
    compress: requests * own.compress,
    network: requests * body.networkMs,
    handling: requests * (own.handling + body.handlingMs),
    decompress: requests * body.decompressMs,
    decode: requests * own.decode,
    'client.compute': own['client.compute'],
  };
  let totalMs = 0;
  for (const item of PREDICTED_ITEMS) totalMs += items[item];
  return { items, totalMs };
}

export function workFor(
  terms: Terms,
  { factors, bytes, reuse }: Pick<Asked, 'factors' | 'bytes' | 'reuse'>,
): Work | Unknown {
  const { n } = factors;
  const at = (term: TermName, x: number): number | null => {
    const curve = terms.get(termKey(term, factors));
    return curve === undefined ? null : valueAt(curve, x);
  };
  const encodeMs = at('encode', n);
  if (encodeMs === null) return { unknown: 'encode' };
  const decodeMs = at('decode', n);
  if (decodeMs === null) return { unknown: 'decode' };
  const handlingMs = handlingAt(terms, factors, bytes.decoded);
  if (handlingMs === null) return { unknown: 'handling' };
  let [compressMs, decompressMs] = [0, 0];
  if (isCompressed(factors.compression)) {
    const found = at('compress', bytes.decoded) ?? at('compress-any', bytes.decoded);
    if (found === null) return { unknown: 'compress' };
    const after = at('decompress', bytes.decoded);
    if (after === null) return { unknown: 'decompress' };
    [compressMs, decompressMs] = [found, after];
  }
  const { serverComputations, clientComputations } = DONE_BY[factors.procedure];
  const compared = comparisonsToSort(n);
  const serverMs = serverComputations === 0 ? 0 : at('server-compute', compared);
  if (serverMs === null) return { unknown: 'server-compute' };
  const clientMs = clientComputations === 0 ? 0 : at('client-compute', compared);
  if (clientMs === null) return { unknown: 'client-compute' };
  const baseMs = baseHandlingMs(terms, factors, handlingMs);
  return {
    items: {
      'server.compute': serverMs * serverComputations,
      encode: encodeMs / reuse,
      compress: compressMs / reuse,
      network: 0,
      handling: baseMs,
      decompress: 0,
      decode: decodeMs,
      'client.compute': clientMs * clientComputations,
    },
    body: { handlingMs: handlingMs - baseMs, decompressMs },
  };
}

/** Of the smallest answer that was measured: nothing in it grows with the body. */
function baseHandlingMs(terms: Terms, factors: RequestCell, handlingMs: number): number {
  const curve = terms.get(termKey('handling', factors)) ?? terms.get(termKey('handling-any', factors))!;
  return Math.min(handlingMs, curve.points[0]!.y);
}
