// What a way to send a payload would take over a network, from what screening measured and TCP's arithmetic.
// The prediction chooses what is measured. It stands alone only if nothing can be measured, and it decides
// nothing.

import { overWire } from '../model/over-wire.ts';
import { answerMs } from '../network/answer-time.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { Way } from '../record/advice-facts.ts';

export type NetworkTimes = (bytes: number) => number;

/**
 * Milliseconds that the network takes for an answer with this many body bytes over a connection in use. It
 * remembers its results.
 */
export function networkTimes(network: NetworkProfile): NetworkTimes {
  const known = new Map<number, number>();
  return (bytes) => {
    const remembered = known.get(bytes);
    if (remembered !== undefined) return remembered;
    const ms = answerMs(network, bytes);
    known.set(bytes, ms);
    return ms;
  };
}

/**
 * What Chromium and the embedded target spend on any request, and on handing a body over, by the shipped
 * record: for whoever has no record of their own yet.
 */
export const SHIPPED_HANDLING = { requestMs: 2, msPerByte: 3.6e-6 } as const;

/**
 * Milliseconds from the call to the objects. As in src/model: a body is copied and decompressed while it
 * arrives, so only what outlasts the wire counts.
 */
export function predictMs(way: Way, times: NetworkTimes): number {
  const { bytes, decodedBytes = bytes, encodeMs, compressMs, decompressMs, decodeMs } = way;
  const body = overWire(times, bytes, {
    handlingMs: SHIPPED_HANDLING.msPerByte * decodedBytes,
    decompressMs,
  });
  const bodyMs = body.networkMs + body.handlingMs + body.decompressMs;
  return SHIPPED_HANDLING.requestMs + encodeMs + compressMs + bodyMs + decodeMs;
}
