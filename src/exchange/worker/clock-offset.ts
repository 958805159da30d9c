// Two threads have clocks of the same pace with zeros of their own. Questions and answers between them hold
// the distance of the zeros between two bounds: an answer was stamped after its question was asked and before
// it arrived. The platforms' own word for it, the difference of `performance.timeOrigin`, is taken where it
// lies between the bounds; else the nearest bound is.

import type { Now } from '../request-exchange.ts';

/** One of them is answered at once, however busy the machine is. */
const QUESTIONS = 200;

export interface ClockOffset {
  /** Stamp of the worker + offsetMs = stamp of the main thread. */
  readonly offsetMs: number;
  /** Width between the bounds: it may be off by as much, and no more. */
  readonly errorMs: number;
}

export async function measureClockOffset(
  askWorker: () => Promise<{ readonly nowMs: number; readonly timeOriginMs: number }>,
  now: Now,
  timeOriginMs: number,
): Promise<ClockOffset> {
  let lowMs = Number.NEGATIVE_INFINITY;
  let highMs = Number.POSITIVE_INFINITY;
  let originsMs = 0;
  for (let i = 0; i < QUESTIONS; i++) {
    const askedMs = now();
    const worker = await askWorker();
    const answeredMs = now();
    lowMs = Math.max(lowMs, askedMs - worker.nowMs);
    highMs = Math.min(highMs, answeredMs - worker.nowMs);
    originsMs = worker.timeOriginMs - timeOriginMs;
  }
  // Rounded clocks may put the bounds in the wrong order, by less than their step.
  const [least, most] = lowMs <= highMs ? [lowMs, highMs] : [highMs, lowMs];
  return { offsetMs: Math.min(Math.max(originsMs, least), most), errorMs: most - least };
}
