// What a way to send a payload would take over a network, from what screening measured and TCP's arithmetic.
// The prediction chooses what is measured. It stands alone only if nothing can be measured, and it decides
// nothing.

import { NO_NETWORK } from '../factors/network.ts';
import { expectedGetMs, HEADER_BYTES, INITIAL_WINDOW } from '../network/closed-form.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { Way } from '../record/advice-facts.ts';

/** Heads of the answer and of the request, TLS records included. */
const ANSWER_HEAD_BYTES = 450;
const REQUEST_BYTES = 700;
const MTU = 1_500;
/** The time that a browser and a server spend on any request, as seen on loopback. */
const HANDLING_MS = 2;
/** Loopback hands over about a gigabyte a second. */
const LOOPBACK_BYTES_PER_MS = 1_000_000;

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
    const ms = networkMs(network, bytes);
    known.set(bytes, ms);
    return ms;
  };
}

/**
 * The same for the first answer over a connection that is open but has carried nothing large: its window must
 * still grow.
 */
export function firstAnswerMs(network: NetworkProfile, bytes: number): number {
  return networkMs(network, bytes, INITIAL_WINDOW);
}

function networkMs(network: NetworkProfile, bytes: number, initialWindow = grownWindow(bytes)): number {
  if (network.name === NO_NETWORK) return bytes / LOOPBACK_BYTES_PER_MS;
  const get = {
    bodyBytes: answerBytes(bytes),
    requestBytes: REQUEST_BYTES,
    connection: 'warm',
    initialWindow,
    mtu: MTU,
  } as const;
  return expectedGetMs(network, get);
}

/** Segments: over a connection in use the window has grown to what the answers before this one needed. */
function grownWindow(bytes: number): number {
  return Math.max(INITIAL_WINDOW, Math.ceil(answerBytes(bytes) / (MTU - HEADER_BYTES)));
}

function answerBytes(bodyBytes: number): number {
  return Math.round(bodyBytes) + ANSWER_HEAD_BYTES;
}

/** Milliseconds from the call to the objects. */
export function predictMs(way: Way, times: NetworkTimes): number {
  const { bytes, encodeMs, compressMs, decompressMs, decodeMs } = way;
  return HANDLING_MS + encodeMs + compressMs + times(bytes) + decompressMs + decodeMs;
}
