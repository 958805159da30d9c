// What the main thread does with objects that a worker hands over: it makes them anew from the message
// (structured clone). Chromium does so when a script first reads the message, where two stamps hold it; other
// platforms before they tell of it.

import { median } from '../../base/figures/median.ts';
import type { DataValue } from '../../data/schema.ts';
import type { Now } from '../request-exchange.ts';

/** Long enough to be told from reading a member: milliseconds where they are made anew, microseconds else. */
export const RECORDS_TO_TELL_BY = 10_000;
export const TIMES_TO_TELL_BY = 5;
const MADE_ANEW_MS = 0.5;

/** By the shortest reading: a busy machine only makes them longer. */
export function isMadeWhenRead(readsMs: readonly number[]): boolean {
  return Math.min(...readsMs) >= MADE_ANEW_MS;
}

const LEAST_ROUNDS = 7;
const MOST_ROUNDS = 60;
const ROUNDS_MS = 100;

/**
 * Milliseconds, estimated: cloning writes a message and reads it, sending one only writes it. What the one
 * takes more than the other, each less what it takes for nothing, by their medians over rounds, not below
 * zero. `send`: to the worker, since Firefox writes messages to ports, which may lead to another process, in
 * another way.
 */
export function timeReceivingAlone(value: DataValue, send: (value: DataValue) => void, now: Now): number {
  const clonesMs: number[] = [];
  const writesMs: number[] = [];
  const beganMs = now();
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    if (round > LEAST_ROUNDS && now() - beganMs > ROUNDS_MS) break;
    const timeOf = (work: (value: DataValue) => void, of: DataValue) => {
      const startMs = now();
      work(of);
      return now() - startMs;
    };
    const cloneMs = timeOf(structuredClone, value) - timeOf(structuredClone, null);
    const writeMs = timeOf(send, value) - timeOf(send, null);
    // The first one warms up.
    if (round === 0) continue;
    clonesMs.push(cloneMs);
    writesMs.push(writeMs);
  }
  return Math.max(0, median(clonesMs) - median(writesMs));
}
