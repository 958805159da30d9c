// Marks of an exchange and its Resource Timing entries → the sample that goes into the record. Differences
// are stored as they are: a negative one is flagged as doubtful, never hidden.

import type { Connection } from '../factors/connection.ts';
import { isOverQuic, type Protocol } from '../factors/protocol.ts';
import type { BodyKind } from '../formats/format.ts';
import { mayBeAbsent, NO_TIMES, type SampleTimes, TIME_COLUMNS } from '../items/columns.ts';
import type { CallFigures, Sample } from '../wire/sample.ts';
import { parseServerTiming } from '../wire/server-timing.ts';
import type { RequestTimings } from './connections/resource-entries.ts';
import type { ExchangeMarks, ExchangeTimes, RequestMarks } from './request-exchange.ts';

/** By URL. Calls have the same one again and again. */
export type Entries = ReadonlyMap<string, readonly RequestTimings[]>;

export interface Place {
  readonly cell: string;
  readonly block: number;
  readonly sequence: number;
  readonly takes: BodyKind;
  /** What each of its requests was to find. */
  readonly connection: Connection;
  readonly protocol: Protocol;
  /** Absent: not. */
  readonly isCall?: boolean;
}

/** Of one request; times in ms. */
type RequestItems = Partial<SampleTimes> & {
  readonly bytesEncoded: number;
  readonly bytesDecoded: number;
  readonly timingDoubtful: boolean;
};

export function sampleFromMarks(place: Place, marks: ExchangeMarks, entries: Entries): Sample {
  const spoken = marks.requests.map((request) =>
    otherProtocol(place.protocol, entryOf(request, entries)?.nextHopProtocol),
  );
  const other = spoken.find((each) => each !== null);
  if (other != null) return failedSample(place, marks.startMs, marks.endMs, 'failed', other);
  const items = marks.requests.map((request) => itemsOf(request, entryOf(request, entries), place));
  const sum = (pick: (item: RequestItems) => number) => items.reduce((total, item) => total + pick(item), 0);
  return {
    cell: place.cell,
    block: place.block,
    sequence: place.sequence,
    startMs: tidy(marks.startMs),
    outcome: 'completed',
    reason: '',
    totalMs: tidy(marks.endMs - marks.startMs),
    requests: marks.requests.length,
    ...sumTimes(items, marks.times),
    bytesEncoded: sum((item) => item.bytesEncoded),
    bytesDecoded: sum((item) => item.bytesDecoded),
    timingDoubtful:
      items.some((item) => item.timingDoubtful) ||
      Object.values(marks.times).some((ms) => ms < -ORDER_SLACK_MS),
    ...(place.isCall === true && { call: callFigures(marks.requests) }),
  };
}

/** Every time of a sample, over its requests; what a sample may leave out is left out where it took none. */
function sumTimes(requests: readonly Partial<SampleTimes>[], once: ExchangeTimes): SampleTimes {
  const sums = TIME_COLUMNS.map((column) => {
    const sumMs = requests.reduce((sum, request) => sum + (request[column] ?? 0), once[column] ?? 0);
    return [column, tidy(sumMs)] as const;
  });
  const present = sums.filter(([column, ms]) => ms !== 0 || !mayBeAbsent(column));
  return Object.fromEntries(present) as unknown as SampleTimes;
}

function callFigures(requests: readonly RequestMarks[]): CallFigures {
  const [request] = requests;
  if (request === undefined) return { clientEncodeMs: 0, serverDecodeMs: 0, bytesRequest: 0 };
  return {
    clientEncodeMs: tidy(request.encodedMs - request.callMs),
    serverDecodeMs: parseServerTiming(request.serverTiming)?.decodeMs ?? 0,
    bytesRequest: request.bytesRequest,
  };
}

const SPOKEN: Readonly<Record<Protocol, string>> = {
  http1: 'http/1.1',
  https1: 'http/1.1',
  h2: 'h2',
  h3: 'h3',
};

/**
 * What is wrong where a request went over another protocol than its cell's: a browser may fall back from
 * HTTP/3 whatever it is told, and then no time of it is HTTP/3's. null where it went as asked, or, but for
 * HTTP/3, where nothing tells.
 */
export function otherProtocol(asked: Protocol, spoken: string | undefined): string | null {
  if (spoken === SPOKEN[asked]) return null;
  if (spoken === undefined || spoken === '')
    return isOverQuic(asked) ? 'nothing tells whether it went over h3' : null;
  return `it went over ${spoken}, not ${SPOKEN[asked]}`;
}

/** Of several entries the one that began nearest to the request: they follow one another. */
function entryOf({ url, encodedMs }: RequestMarks, entries: Entries): RequestTimings | undefined {
  const found = entries.get(url) ?? [];
  if (found.length < 2) return found[0];
  const farMs = ({ fetchStart }: RequestTimings) => Math.abs(fetchStart - encodedMs);
  return found.reduce((a, b) => (farMs(b) < farMs(a) ? b : a));
}

/** An exchange that did not complete: kept, counted, never part of a figure. */
export function failedSample(
  place: Place,
  startMs: number,
  endMs: number,
  outcome: 'failed' | 'timed-out',
  reason: string,
): Sample {
  const none: ExchangeMarks = { startMs, endMs, requests: [], times: {}, value: null };
  return { ...sampleFromMarks(place, none, new Map()), outcome, reason };
}

function itemsOf(request: RequestMarks, entry: RequestTimings | undefined, place: Place): RequestItems {
  const server = parseServerTiming(request.serverTiming);
  const serverItems = {
    serverComputeMs: server?.computeMs ?? 0,
    encodeMs: server?.encodeMs ?? 0,
    compressMs: server?.compressMs ?? 0,
    serverMs: server?.front?.serverMs ?? 0,
    frontMs: server?.front?.frontMs ?? 0,
  };
  const decodeMs = request.decodedMs - request.bodyMs;
  if (entry === undefined || entry.requestStart === 0 || entry.responseStart === 0) {
    return { ...NO_TIMES, ...serverItems, decodeMs, bytesEncoded: 0, bytesDecoded: 0, timingDoubtful: true };
  }
  const tlsMs = entry.secureConnectionStart > 0 ? entry.connectEnd - entry.secureConnectionStart : 0;
  const connectMs = entry.connectEnd - entry.connectStart - tlsMs;
  const inOneStep = place.takes === 'json';
  // What the script has in its hands has arrived: Node stamps responseEnd only after it has handed the body
  // over.
  const lastByteMs = Math.min(entry.responseEnd, request.bodyMs);
  const marks = [request.encodedMs, entry.fetchStart, entry.requestStart, entry.responseStart, lastByteMs];
  return {
    queueMs: entry.fetchStart - request.encodedMs,
    stallMs: entry.requestStart - entry.fetchStart - connectMs - tlsMs,
    connectMs,
    tlsMs,
    waitMs: entry.responseStart - entry.requestStart,
    ...serverItems,
    transferMs: lastByteMs - entry.responseStart,
    deliveryMs: inOneStep ? 0 : request.bodyMs - lastByteMs,
    decodeMs: inOneStep ? request.decodedMs - lastByteMs : decodeMs,
    // WebKit tells no sizes of answers from another origin.
    bytesEncoded: entry.encodedBodySize || request.contentLength,
    bytesDecoded: entry.decodedBodySize,
    timingDoubtful:
      server === null ||
      (place.isCall === true && server.decodeMs === undefined) ||
      lacksConnection(place, connectMs, tlsMs) ||
      marks.some((mark, i) => i > 0 && mark < marks[i - 1]! - ORDER_SLACK_MS),
  };
}

/** A cold request that opened no connection was none, or its stamps are missing. */
function lacksConnection({ connection, protocol }: Place, connectMs: number, tlsMs: number): boolean {
  if (connection === 'warm') return false;
  // QUIC's handshake is that of TLS, and nothing is before it.
  if (isOverQuic(protocol)) return connectMs + tlsMs <= 0;
  return connectMs <= 0 || (protocol !== 'http1' && tlsMs <= 0);
}

/** Two stamps of the same instant may differ by a clock step or two, since they are rounded apart. */
const ORDER_SLACK_MS = 0.05;

/** A tenth of a microsecond is finer than any clock here; more digits would only swell the record. */
export function tidy(ms: number): number {
  return Math.round(ms * 1e4) / 1e4;
}
