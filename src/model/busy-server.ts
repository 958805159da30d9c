// What an exchange waits for at a server that others ask meanwhile, from two means alone: what the exchange
// takes beside a server that is as busy with others, and the CPU time of one of theirs. Two bounds, of the
// mean wait in the long run, for a server that works on one exchange at a time, in the order in which they
// came, as a program of one thread on one core does. Nothing is asked of when the others ask, evenly, at
// random or as soon as they are answered, nor of how their work scatters: with utilisation law and Little's
// law (Denning & Buzen, "The Operational Analysis of Queueing Network Models", 1978) it is counting.
//
// A client asks, waits W, is served S, and asks again after Z. From one of its requests to the next the
// others bring ρ · (W + S + Z) of work, ρ being their share of the server's time. All that was there before
// is done when its request is, so W is at most what they bring: W ≤ ρ · (S + Z) / (1 − ρ). Of that the server
// does at most Z before the next request: W ≥ ρ · S / (1 − ρ) − Z.

import type { Interval } from '../base/figures/ratios.ts';

export interface BusyServer {
  /** Mean of the client's exchange where nobody waits for its server: S + Z. */
  readonly aloneMs: number;
  /** CPU time of an exchange at the server: S. */
  readonly workMs: number;
  /** What the others ask. */
  readonly perSecond: number;
}

export interface Waiting {
  /** Of the server's time, what the others take. */
  readonly busyShare: number;
  /** Added to the exchange by waiting, on average: at least and at most. */
  readonly waitMs: Interval;
}

/** From here on an error of a hundredth in the rate is one of a tenth and more in the wait. */
const MOST_BUSY = 0.9;

/**
 * null where it tells nothing: a server that is too busy, or one whose work on an exchange is longer than the
 * exchange, so that it does several at once.
 */
export function waitingAt({ aloneMs, workMs, perSecond }: BusyServer): Waiting | null {
  const busyShare = (perSecond * workMs) / 1_000;
  if (!(busyShare <= MOST_BUSY) || workMs > aloneMs) return null;
  const times = busyShare / (1 - busyShare);
  return { busyShare, waitMs: [Math.max(0, times * workMs - (aloneMs - workMs)), times * aloneMs] };
}
