// What a way to send a payload would take over a network, from what screening measured and TCP's arithmetic.
// The prediction chooses what is measured. It stands alone only if nothing can be measured, and it decides
// nothing.

import { answerMs } from '../network/answer-time.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { Way } from '../record/advice-facts.ts';

/** The time that a browser and a server spend on any request, as seen on loopback. */
const HANDLING_MS = 2;

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

/** Milliseconds from the call to the objects. */
export function predictMs(way: Way, times: NetworkTimes): number {
  const { bytes, encodeMs, compressMs, decompressMs, decodeMs } = way;
  return HANDLING_MS + encodeMs + compressMs + times(bytes) + decompressMs + decodeMs;
}
