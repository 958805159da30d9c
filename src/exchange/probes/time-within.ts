// Timing of one piece of work in a share of time: twice where it is long, many times where it is short.

import { median } from '../../base/figures/median.ts';
import type { Now } from '../request-exchange.ts';

/** A batch lasts this many clock steps, so that reading the clock adds at most two per cent. */
const BATCH_STEPS = 50;
const MOST_BATCHES = 25;
const MOST_IN_A_BATCH = 2_000;
/** A first run of so many shares of time is not repeated. */
const MOST_SHARES = 3;

/**
 * Median time of `work` in ms over batches, after a first run that does not count. Where that takes three
 * times `withinMs` or more, it is the only one, and its time is the answer.
 */
export function timeWithin(now: Now, clockStepUs: number, withinMs: number, work: () => unknown): number {
  const timeOf = (runs: number) => {
    const startMs = now();
    for (let run = 0; run < runs; run++) work();
    return now() - startMs;
  };
  const untilMs = now() + withinMs;
  const firstMs = timeOf(1);
  if (firstMs >= MOST_SHARES * withinMs) return firstMs;
  // The first of anything is slow: how many make a batch is found from those after it.
  const batchMs = (BATCH_STEPS * clockStepUs) / 1e3;
  let runs = 1;
  let spentMs = timeOf(runs);
  while (spentMs < batchMs && runs < MOST_IN_A_BATCH && now() < untilMs) {
    runs = Math.min(
      MOST_IN_A_BATCH,
      Math.max(2 * runs, Math.ceil((runs * batchMs) / Math.max(spentMs, batchMs / 10))),
    );
    spentMs = timeOf(runs);
  }
  const means = [spentMs / runs];
  while (means.length < MOST_BATCHES && now() < untilMs) means.push(timeOf(runs) / runs);
  return median(means);
}
