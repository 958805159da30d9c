// What a sequence of messages may take: good enough to share out a session's time, and to say how long a run
// is.

import type { SequenceCell } from '../../factors/cell.ts';
import { randomSize } from '../../factors/size.ts';
import { roughBytes } from '../../messages/sizes.ts';
import { serialisationMs } from '../../network/closed-form.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { Study } from '../study.ts';

/** Making, opening, checking and ending a sequence: a few requests. */
const ROUND_MS = 8;
const ROUND_TRIPS = 6;
/** A message of its own request, or waited for; and one of a stream that flows. */
const ANSWERED_MS = 1.5;
const STREAMED_MS = 0.015;
/** Heads of a request and its answer; a frame. */
const REQUEST_BYTES = 400;
const FRAME_BYTES = 10;
const SEGMENT_BYTES = 1_448;
/** Of a generated object. */
const OBJECT_BYTES = 444;
/** A byte through two programs: 1 GB in 3 s. */
const HANDLED_MS = 3e-6;

/** Transports of which every message waits for the answer to the former, whatever the mode. */
const BY_REQUEST: readonly string[] = ['xhr', 'fetch', 'sse+xhr', 'sse+fetch'];

/** Milliseconds. */
export function roughlyMessagesMs(factors: SequenceCell, sent: Pick<Study, 'networks' | 'payloads'>): number {
  const { n, transport, size } = factors;
  const network = sent.networks.find(({ name }) => name === factors.network);
  const rttMs = network?.rttMs ?? 0;
  const policy = randomSize(size);
  const bytes = policy === null ? n * dataBytes(factors, sent) : roughBytes(policy, n);
  const overheadBytes = n * (BY_REQUEST.includes(transport) ? REQUEST_BYTES : FRAME_BYTES);
  const wireMs = roughWireMs(factors, network, bytes + overheadBytes);
  return ROUND_MS + ROUND_TRIPS * rttMs + carryMs(factors, rttMs, wireMs) + bytes * HANDLED_MS;
}

/** Of one message as JSON; other formats are shorter. */
function dataBytes({ dataset }: SequenceCell, { payloads }: Pick<Study, 'payloads'>): number {
  const payload = payloads.find(({ name }) => name === dataset);
  return payload === undefined ? OBJECT_BYTES : payload.jsonBytes / payload.count;
}

/**
 * One at a time every message pays its round trip and its time on the wire, one behind the other; else the
 * wire decides.
 */
function carryMs({ n, mode, transport, direction }: SequenceCell, rttMs: number, wireMs: number): number {
  const rate = mode.ratePerSecond;
  const alone = mode.name === 'ping-pong' || BY_REQUEST.includes(transport);
  const ways = direction === 'both-ways' ? 2 : 1;
  const perMessageMs = (alone ? ANSWERED_MS + rttMs : STREAMED_MS) * (alone ? 1 : ways);
  const unpacedMs = alone ? n * perMessageMs + wireMs * ways : rttMs + Math.max(n * perMessageMs, wireMs);
  return rate === null ? unpacedMs : Math.max(unpacedMs, (n * 1_000) / rate);
}

/** Both ways, the slower of the two. */
function roughWireMs(
  { direction }: SequenceCell,
  network: NetworkProfile | undefined,
  bytes: number,
): number {
  if (network === undefined) return 0;
  const { downKbits, upKbits, rttMs, lossShare } = network;
  const downMs = direction === 'client-to-server' ? 0 : serialisationMs(bytes, downKbits);
  const upMs = direction === 'server-to-client' ? 0 : serialisationMs(bytes, upKbits);
  // TCP's rate where packets are lost, in segments a round trip: √(3/2 / loss) (Mathis and others, 1997).
  const lossyMs = (bytes / SEGMENT_BYTES) * rttMs * Math.sqrt(lossShare / 1.5);
  return Math.max(downMs, upMs, lossyMs);
}
