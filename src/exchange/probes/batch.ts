// Timing of work that is shorter than the clock can tell: many repetitions between two readings.

import type { Now } from '../request-exchange.ts';

/** Below this many clock steps a single reading says little. */
const STEPS_ENOUGH = 4;
const LONG_STEPS = 200;
const TRIALS = 5;
/** A batch lasts this many clock steps, so that reading the clock adds at most one per cent. */
const BATCH_STEPS = 200;
const MOST_REPETITIONS = 2_000;

/**
 * Mean time of `work` in ms, from a batch; null where single runs are long enough to be timed one by one.
 * `prepare` makes the input of each repetition beforehand.
 */
export function timeInBatch<T>(
  now: Now,
  clockStepUs: number,
  prepare: () => T,
  work: (input: T) => unknown,
): number | null {
  const stepMs = clockStepUs / 1e3;
  let singleMs = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < TRIALS; trial++) {
    singleMs = Math.min(singleMs, timeOnce(now, prepare(), work));
    // The first run of anything is slow; what is this long even so needs no more trials.
    if (singleMs >= LONG_STEPS * stepMs) return null;
  }
  if (singleMs >= STEPS_ENOUGH * stepMs) return null;
  const repetitions = Math.min(
    MOST_REPETITIONS,
    Math.ceil((BATCH_STEPS * stepMs) / Math.max(singleMs, stepMs / 4)),
  );
  const inputs = Array.from({ length: repetitions }, prepare);
  const startMs = now();
  for (const input of inputs) work(input);
  return (now() - startMs) / repetitions;
}

function timeOnce<T>(now: Now, input: T, work: (input: T) => unknown): number {
  const startMs = now();
  work(input);
  return now() - startMs;
}
