// From measured cells to what an answer is made of. Server, client and bytes do not depend on the network,
// and the network does not care about formats, so an answer costs the sum of its terms:
//
//   encode + compress + compute + decode     medians of the cells, curves over n or over bytes
//   base                                     what browser and server take for any request: the handling of
//                                            the smallest answer
//   body                                     what larger bodies take beyond that, and decompression; the wire
//                                            hides it where the wire is slower
//   network                                  TCP's arithmetic, src/network/answer-time.ts
//
// Terms are of one answer and of one computation; a procedure may have two of either. What is computed sorts,
// so its curves are over the comparisons that a sort of n objects makes.
//
// A term that several cells tell (encode of one format, with every compression and over every network) is
// taken from all of them. What the client does has curves of its own for each pace of its processor: a
// slowdown is not the same for long work and for short, so that none follows from another.

import type { RequestCell } from '../factors/cell.ts';
import { isCompressed, spellCompression } from '../factors/compression.ts';
import { NO_NETWORK } from '../factors/network.ts';
import { DONE_BY } from '../factors/procedure.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { type Curve, makeCurve, type Point, valueAt } from './curve.ts';
import type { MeasuredCell, SessionTimes } from './measured.ts';
import { networkTimes } from './network-times.ts';

export const TERMS = [
  'encode',
  'compress',
  'compress-any',
  'server-compute',
  'client-compute',
  'decode',
  'handling',
  'handling-any',
  'decompress',
] as const;
export type TermName = (typeof TERMS)[number];

/** Name and levels → its curve. */
export type Terms = ReadonlyMap<string, Curve>;

/** How often each session counts; a session that is not in it does not. */
export type Draw = ReadonlyMap<string, number>;

/** Curves over n; those of compress, decompress and of any format over the bytes before compression. */
export function fitTerms(
  cells: readonly MeasuredCell[],
  draw: Draw,
  networks: readonly NetworkProfile[],
): Terms {
  const points = new Map<string, Point[]>();
  const add = (key: string, x: number, y: number) => {
    const found = points.get(key);
    if (found === undefined) points.set(key, [{ x, y }]);
    else found.push({ x, y });
  };
  const measured = cells.flatMap((cell) => {
    const times = meanTimes(cell, draw);
    return times === null ? [] : [{ cell, times }];
  });
  for (const { cell, times } of measured) addItems(cell, times, add);
  const curves = (isAsked: (key: string) => boolean): Terms => {
    const made = new Map<string, Curve>();
    for (const [key, own] of points) if (isAsked(key)) made.set(key, makeCurve(own));
    return made;
  };
  const isOfHandling = (key: string) => key.startsWith('handling');
  const handling = handlingFrom(measured, networks);
  for (const each of handling.filter(({ isBare }) => isBare)) addHandling(each, each.ms, add);
  const bare = curves(isOfHandling);
  for (const each of handling) {
    const handlingMs = handlingAt(bare, each.factors, each.decoded);
    if (each.isBare || handlingMs === null) continue;
    add(termKey('decompress', each.factors), each.decoded, each.ms - handlingMs);
  }
  // A format that was measured compressed alone has its handling from there.
  const known = curves((key) => isOfHandling(key) || key.startsWith('decompress'));
  for (const each of handling) {
    if (each.isBare || known.has(termKey('handling', each.factors))) continue;
    const decompress = known.get(termKey('decompress', each.factors));
    addHandling(each, each.ms - (decompress === undefined ? 0 : valueAt(decompress, each.decoded)), add);
  }
  return curves(() => true);
}

type Add = (key: string, x: number, ms: number) => void;

function addItems({ factors, bytes }: MeasuredCell, times: SessionTimes, add: Add): void {
  const { requests, serverComputations, clientComputations } = DONE_BY[factors.procedure];
  add(termKey('encode', factors), factors.n, times.encodeMs / requests);
  add(termKey('decode', factors), factors.n, times.decodeMs / requests);
  if (isCompressed(factors.compression)) {
    add(termKey('compress', factors), bytes.decoded, times.compressMs / requests);
    add(termKey('compress-any', factors), bytes.decoded, times.compressMs / requests);
  }
  const compared = comparisonsToSort(factors.n);
  if (serverComputations > 0)
    add(termKey('server-compute', factors), compared, times.serverComputeMs / serverComputations);
  if (clientComputations > 0)
    add(termKey('client-compute', factors), compared, times.clientComputeMs / clientComputations);
}

/** About so many, as every sort by comparison that is worth its name. */
export function comparisonsToSort(n: number): number {
  return n * Math.log2(Math.max(2, n));
}

/** The terms that the work on an answer is made of. */
export function termsFor({ compression, procedure }: RequestCell): readonly TermName[] {
  const { serverComputations, clientComputations } = DONE_BY[procedure];
  return [
    'encode',
    'decode',
    'handling',
    ...(isCompressed(compression) ? (['compress', 'decompress'] as const) : []),
    ...(serverComputations > 0 ? (['server-compute'] as const) : []),
    ...(clientComputations > 0 ? (['client-compute'] as const) : []),
  ];
}

function addHandling({ factors, decoded }: Handling, ms: number, add: Add): void {
  add(termKey('handling', factors), factors.n, ms);
  add(termKey('handling-any', factors), decoded, ms);
}

/** What is neither work nor network, ms; where the format was not measured so, what others take for it. */
export function handlingAt(terms: Terms, factors: RequestCell, decoded: number): number | null {
  const own = terms.get(termKey('handling', factors));
  if (own !== undefined) return valueAt(own, factors.n);
  const any = terms.get(termKey('handling-any', factors));
  return any === undefined ? null : valueAt(any, decoded);
}

interface Handling {
  readonly factors: RequestCell;
  readonly decoded: number;
  /** What is left of the total. */
  readonly ms: number;
  /** Without compression. */
  readonly isBare: boolean;
}

/**
 * Of loopback cells where there are any of their browser and protocol. Where there are none, slow wires hid
 * what grows with the body, and such terms hold for networks that are as slow (`predictWanted`). Cells that
 * compute tell it only where no others do: what is left of four seconds of sorting is mostly noise.
 */
function handlingFrom(
  measured: readonly { readonly cell: MeasuredCell; readonly times: SessionTimes }[],
  networks: readonly NetworkProfile[],
): readonly Handling[] {
  const local = new Set(
    measured
      .filter(({ cell }) => cell.factors.network === NO_NETWORK)
      .map(({ cell }) => clientKey(cell.factors)),
  );
  const telling = measured.filter(
    ({ cell: { factors } }) => factors.network === NO_NETWORK || !local.has(clientKey(factors)),
  );
  const idle = new Set(
    telling
      .filter(({ cell }) => !isCompressed(cell.factors.compression) && cell.factors.computation === 'none')
      .map(({ cell }) => termKey('handling', cell.factors)),
  );
  return telling.flatMap(({ cell: { factors, bytes }, times }) => {
    if (factors.computation !== 'none' && idle.has(termKey('handling', factors))) return [];
    const network = networks.find(({ name }) => name === factors.network);
    const wireMs = network === undefined ? 0 : (networkTimes(network, factors)?.(bytes.encoded) ?? 0);
    const ms = (times.totalMs - workMs(times)) / DONE_BY[factors.procedure].requests - wireMs;
    return [{ factors, decoded: bytes.decoded, ms, isBare: !isCompressed(factors.compression) }];
  });
}

function workMs(times: SessionTimes): number {
  const { encodeMs, compressMs, serverComputeMs, clientComputeMs, decodeMs } = times;
  return encodeMs + compressMs + serverComputeMs + clientComputeMs + decodeMs;
}

/** Of the sessions drawn; null where none of them is the cell's. */
export function meanTimes({ sessions }: MeasuredCell, draw: Draw): SessionTimes | null {
  let count = 0;
  let [totalMs, encodeMs, compressMs, serverComputeMs, clientComputeMs, decodeMs] = [0, 0, 0, 0, 0, 0];
  // One by one: a model asks for some million of these.
  for (const [session, times] of sessions) {
    const drawn = draw.get(session);
    if (drawn === undefined) continue;
    count += drawn;
    totalMs += drawn * times.totalMs;
    encodeMs += drawn * times.encodeMs;
    compressMs += drawn * times.compressMs;
    serverComputeMs += drawn * times.serverComputeMs;
    clientComputeMs += drawn * times.clientComputeMs;
    decodeMs += drawn * times.decodeMs;
  }
  if (count === 0) return null;
  return {
    totalMs: totalMs / count,
    encodeMs: encodeMs / count,
    compressMs: compressMs / count,
    serverComputeMs: serverComputeMs / count,
    clientComputeMs: clientComputeMs / count,
    decodeMs: decodeMs / count,
  };
}

export function clientKey({ browser, cpu, protocol, connection, thread }: RequestCell): string {
  return [browser, cpu, protocol, connection, thread].join(' ');
}

/** The levels that a term depends on. Remembered, since a search asks for the same ones again and again. */
export function termKey(term: TermName, factors: RequestCell): string {
  let keys = KEYS.get(factors);
  if (keys === undefined) {
    keys = makeKeys(factors);
    KEYS.set(factors, keys);
  }
  return keys[term];
}

const KEYS = new WeakMap<RequestCell, Readonly<Record<TermName, string>>>();

function makeKeys(factors: RequestCell): Readonly<Record<TermName, string>> {
  const { target, dataset, format, codec, encoder, compression, computation, procedure } = factors;
  const client = [factors.browser, String(factors.cpu)];
  const server = [target, dataset, format, encoder];
  const levels: Readonly<Record<TermName, readonly string[]>> = {
    encode: server,
    compress: [...server, spellCompression(compression)],
    'compress-any': [target, dataset, spellCompression(compression)],
    'server-compute': [target, dataset, computation],
    // Computing again finds the objects as the first time left them.
    'client-compute': [...client, dataset, computation, procedure],
    decode: [...client, factors.thread, dataset, format, codec],
    handling: [clientKey(factors), target, dataset, format, codec],
    'handling-any': [clientKey(factors), target],
    // Noise and prose of as many bytes are not alike to a compressor.
    decompress: [...client, factors.connection, dataset, compression.coding],
  };
  const keys = TERMS.map((term) => [term, [term, ...levels[term]].join(' ')] as const);
  return Object.fromEntries(keys) as unknown as Readonly<Record<TermName, string>>;
}
