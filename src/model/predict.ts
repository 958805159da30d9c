// What an answer would take, from the terms of those that were measured.

import type { RequestCell } from '../factors/cell.ts';
import { isCompressed } from '../factors/compression.ts';
import { valueAt } from './curve.ts';
import type { CarriedBytes } from './measured.ts';
import { overWire } from './over-wire.ts';
import { handlingAt, type TermName, type Terms, termKey } from './terms.ts';

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

export function predict(terms: Terms, asked: Asked): Predicted | Unknown {
  const { factors, bytes, networkMs, reuse } = asked;
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
  let [serverMs, clientMs] = [0, 0];
  if (factors.computation !== 'none') {
    const [onServer, onClient] = [at('server-compute', n), at('client-compute', n)];
    if (onServer === null || onClient === null) return { unknown: 'server-compute' };
    [serverMs, clientMs] = [onServer, onClient];
  }
  const baseMs = baseHandlingMs(terms, factors, handlingMs);
  const body = overWire(networkMs, bytes.encoded, { handlingMs: handlingMs - baseMs, decompressMs });
  const items = {
    'server.compute': serverMs,
    encode: encodeMs / reuse,
    compress: compressMs / reuse,
    network: body.networkMs,
    handling: baseMs + body.handlingMs,
    decompress: body.decompressMs,
    decode: decodeMs,
    'client.compute': clientMs,
  };
  return { items, totalMs: Object.values(items).reduce((sum, ms) => sum + ms, 0) };
}

/** Of the smallest answer that was measured: nothing in it grows with the body. */
function baseHandlingMs(terms: Terms, factors: RequestCell, handlingMs: number): number {
  const curve = terms.get(termKey('handling', factors)) ?? terms.get(termKey('handling-any', factors))!;
  return Math.min(handlingMs, curve.points[0]!.y);
}
