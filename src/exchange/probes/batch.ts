// Timing of work that is shorter than the clock can tell: many repetitions between two readings. A batch
// takes a few milliseconds, as long as another process has the core for once, so that one batch alone may
// tell twice of what the work takes: it is the middle of several.

import { median } from '../../base/figures/median.ts';
import type { Now } from '../request-exchange.ts';

/** Below this many clock steps a single reading says little. */
const STEPS_ENOUGH = 4;
const LONG_STEPS = 200;
const TRIALS = 5;
/** A batch lasts this many clock steps, so that reading the clock adds at most one per cent. */
const BATCH_STEPS = 200;
const MOST_REPETITIONS = 2_000;
const MOST_BATCHES = 5;
/** No batch is begun after so long: on a coarse clock one takes longer than this. */
const BATCHES_MS = 50;

/**
 * Time of `work` in ms, the median of the means of some batches; null where single runs are long enough to be
 * timed one by one.
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
  const means: number[] = [];
  const untilMs = now() + BATCHES_MS;
  do {
    const inputs = Array.from({ length: repetitions }, prepare);
    const startMs = now();
    for (const input of inputs) work(input);
    means.push((now() - startMs) / repetitions);
  } while (means.length < MOST_BATCHES && now() < untilMs);
  return median(means);
}

function timeOnce<T>(now: Now, input: T, work: (input: T) => unknown): number {
  const startMs = now();
  work(input);
  return now() - startMs;
}
