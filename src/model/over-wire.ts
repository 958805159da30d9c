// What a network leaves of the work on a body that arrives over it. Runs in the report's page too.

import type { NetworkProfile } from '../network/profile.ts';
import { networkTimes, type WireFactors } from './network-times.ts';

export interface BodyTimes {
  readonly handlingMs: number;
  readonly decompressMs: number;
}

/**
 * Copying a body and decompressing it go on while it arrives: what of them is over when the last byte comes
 * takes no time of its own.
 */
export function overWire(
  networkMs: ((bytes: number) => number) | null,
  encoded: number,
  { handlingMs, decompressMs }: BodyTimes,
): BodyTimes & { readonly networkMs: number } {
  if (networkMs === null) return { networkMs: 0, handlingMs, decompressMs };
  const wholeMs = networkMs(encoded);
  const wireMs = wholeMs - networkMs(0);
  const hidden = Math.min(1, wireMs / Math.max(handlingMs + decompressMs, Number.MIN_VALUE));
  const left = 1 - hidden;
  return { networkMs: wholeMs, handlingMs: handlingMs * left, decompressMs: decompressMs * left };
}

/**
 * ms; `hideable` goes on while the body arrives, so that of it only what the wire does not hide takes time.
 */
export interface WorkTimes {
  readonly fixedMs: number;
  readonly hideableMs: number;
}

/** The parts of a network's time that an answer's total is made of, ms. */
export interface WireTimes {
  readonly wholeMs: number;
  /** Of it what the body takes. */
  readonly bodyMs: number;
}

/** Of so many body bytes. */
export function wireTimes(network: NetworkProfile, factors: WireFactors, encoded: number): WireTimes {
  const times = networkTimes(network, factors);
  if (times === null) return { wholeMs: 0, bodyMs: 0 };
  const wholeMs = times(encoded);
  return { wholeMs, bodyMs: wholeMs - times(0) };
}

export function totalOver({ fixedMs, hideableMs }: WorkTimes, { wholeMs, bodyMs }: WireTimes): number {
  return fixedMs + wholeMs + Math.max(0, hideableMs - bodyMs);
}
