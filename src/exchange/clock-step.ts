// The smallest step of the clock that times exchanges: what it can tell apart and what must be timed in
// batches.

import type { Now } from './request-exchange.ts';

const CHANGES = 400;
const LONGEST_MS = 200;

/** Microseconds; the smallest difference seen between two different readings. */
export function measureClockStepUs(now: Now): number {
  const startMs = now();
  let last = startMs;
  let smallest = Number.POSITIVE_INFINITY;
  for (let changes = 0; changes < CHANGES && last - startMs < LONGEST_MS; ) {
    const reading = now();
    if (reading === last) continue;
    smallest = Math.min(smallest, reading - last);
    last = reading;
    changes += 1;
  }
  return Math.round(smallest * 1e6) / 1e3;
}
