// What exchanges may take: good enough to share out time and to count visits, and for nothing else.

import { type Cell, connectionOf, isSequence, type RequestCell } from '../../factors/cell.ts';
import { NO_COMPRESSION, UNCOMPRESSED } from '../../factors/compression.ts';
import type { Computation } from '../../factors/computation.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import { isOverQuic, isSecure } from '../../factors/protocol.ts';
import { serialisationMs } from '../../network/closed-form.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { roughlyMessagesMs } from '../../study/cells/rough-message-times.ts';
import { ownPayload, type PayloadRef, type Study } from '../../study/study.ts';

/** A request, an object sent and decoded, an object in a sort. */
const REQUEST_MS = 2;
const EMPTY_MS = 1.5;
const OBJECT_MS = 0.006;
const SORTED_OBJECT_MS = 0.0004;
/**
 * More for an object with codecs that take longer than others; seen with Books in Chromium, and of `jax-ws`
 * in its own client, whose SOAP is read and written on both sides.
 */
const SLOW_CODEC_OBJECT_MS: Readonly<Record<string, number>> = {
  domparser: 0.04,
  'jax-ws': 0.0035,
  saxes: 0.008,
  thrift: 0.014,
};
/** An object compressed, from a level on: with Books as JSON. The last row that fits holds. */
const COMPRESSED_OBJECT_MS: readonly (readonly [coding: string, fromLevel: number, ms: number])[] = [
  ['gzip', 1, 0.008],
  ['gzip', 4, 0.011],
  ['deflate', 1, 0.008],
  ['deflate', 4, 0.011],
  ['br', 0, 0.005],
  ['br', 5, 0.011],
  ['br', 7, 0.03],
  ['br', 9, 0.06],
  ['br', 10, 0.2],
  ['br', 11, 0.4],
  ['zstd', 1, 0.003],
  ['zstd', 9, 0.009],
  ['zstd', 13, 0.025],
  ['zstd', 18, 0.045],
];
/** On the wire, formats and compressions together. */
const OBJECT_BYTES = 300;
/** Of a generated object as JSON: own data count as so many objects as they are that long. */
const OBJECT_JSON_BYTES = 444;
/** Own data are so many times smaller when they are compressed, at the least that is usual. */
const OWN_COMPRESSED_TIMES = 3;
const SEGMENT_BYTES = 1_448;
const SORTS: Readonly<Record<Computation, number>> = {
  none: 0,
  cm1: 1,
  cm2: 7,
  cm3: 70,
  cm4: 700,
  cm5: 7_000,
};

/** What one exchange of a cell may take. */
export function roughlyMs(factors: Cell, { networks, payloads }: Sent): number {
  const network = networks.find(({ name }) => name === factors.network);
  const payload = ownPayload(factors, payloads);
  if (isSequence(factors)) return roughlyMessagesMs(factors, { networks, payloads });
  const jsonBytes = payload === undefined ? null : roughJsonBytes(factors, payload);
  const objects = jsonBytes === null ? factors.n : jsonBytes / OBJECT_JSON_BYTES;
  const ownMs = costMs(factors, objects) + networkMs(factors, network, wireBytes(factors, jsonBytes));
  // A server that may be asked only so often is asked no sooner, however quick it is.
  return Math.max(ownMs, 1_000 / (payload?.url?.perSecond ?? Number.POSITIVE_INFINITY));
}

function wireBytes({ n, compression }: Cell, jsonBytes: number | null): number {
  if (jsonBytes === null) return n * OBJECT_BYTES;
  return compression.coding === NO_COMPRESSION ? jsonBytes : jsonBytes / OWN_COMPRESSED_TIMES;
}

/**
 * Of what one exchange of a request may take, what code does with the objects, and neither the wire nor a
 * compression, whose tables are fresh for each body.
 */
export function roughlyCodeMs(factors: Cell, { payloads }: Pick<Sent, 'payloads'>): number {
  const payload = ownPayload(factors, payloads);
  const objects = payload === undefined ? factors.n : roughJsonBytes(factors, payload) / OBJECT_JSON_BYTES;
  return costMs({ ...factors, compression: UNCOMPRESSED }, objects);
}

/** What the empty exchange beside a cell may take. */
export function roughlyEmptyMs(factors: Cell, { networks }: Sent): number {
  const network = networks.find(({ name }) => name === factors.network);
  return EMPTY_MS * shared(slowdownOf(factors)) + networkMs(factors, network, 0);
}

/** What the costs depend on beside a cell's factors: a study has it. */
export type Sent = Pick<Study, 'networks' | 'payloads'>;

/** Of one body; of messages the mean. */
function roughJsonBytes({ n }: Cell, { shape, count, jsonBytes }: PayloadRef): number {
  if (shape === 'document') return jsonBytes;
  return shape === 'list' ? (jsonBytes / count) * n : jsonBytes / count;
}

function costMs(cell: Cell, objects: number): number {
  const slowdown = slowdownOf(cell);
  const sorts = cell.kind === 'request' ? SORTS[cell.computation] * computationsIn(cell, slowdown) : 0;
  const codecMs = (SLOW_CODEC_OBJECT_MS[cell.codec] ?? 0) * slowdown;
  const sharedMs = OBJECT_MS * shared(slowdown);
  const objectMs = sharedMs + codecMs + compressedObjectMs(cell.compression) + SORTED_OBJECT_MS * sorts;
  return REQUEST_MS * shared(slowdown) + objects * objectMs;
}

/** Of which the client has half; the target keeps its pace. */
function shared(slowdown: number): number {
  return (1 + slowdown) / 2;
}

function slowdownOf(cell: Cell): number {
  return isSequence(cell) ? 1 : cell.cpu;
}

function computationsIn({ procedure }: RequestCell, slowdown: number): number {
  const { serverComputations, clientComputations } = DONE_BY[procedure];
  return serverComputations + clientComputations * slowdown;
}

function compressedObjectMs({ coding, level }: Cell['compression']): number {
  const row = COMPRESSED_OBJECT_MS.findLast(([name, from]) => name === coding && (level ?? 0) >= from);
  return row?.[2] ?? 0;
}

/**
 * A cold exchange has a round trip more, and another one for TLS over TCP. WebKitGTK opens a connection for
 * every call.
 */
function networkMs(cell: Cell, network: NetworkProfile | undefined, bytes: number): number {
  if (network === undefined || network.name === NO_NETWORK) return 0;
  const isCold = connectionOf(cell) === 'cold' || (cell.kind === 'call' && cell.browser === 'webkit');
  const handshakes = isCold ? (isSecure(cell.protocol) && !isOverQuic(cell.protocol) ? 2 : 1) : 0;
  const packets = bytes / SEGMENT_BYTES;
  // TCP's rate where packets are lost, in segments a round trip: √(3/2 / loss) (Mathis and others, 1997).
  const lossyMs = packets * network.rttMs * Math.sqrt(network.lossShare / 1.5);
  const wireMs = serialisationMs(bytes, network.downKbits);
  return network.rttMs * (1 + handshakes) + Math.max(wireMs, lossyMs);
}
