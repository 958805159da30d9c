// How long a call takes here: the median of several after some that do not count, within a budget of time.

import type { Clock } from '../../base/clock.ts';
import { median } from '../../base/figures/median.ts';

/** Calls shorter than this are timed several at once: it is far above the clock's step. */
const SHORTEST_BATCH_MS = 0.2;
const MOST_BATCHES = 25;
const MOST_CALLS = 2_000;
const FEWEST_BATCHES = 3;
/** The share of the budget for calls that do not count. */
const WARM_UP_SHARE = 0.3;

/**
 * Milliseconds of one call: median over batches. A call that takes the whole budget is made once, and that is
 * its time. `call` must do its work anew each time.
 */
export function medianMs(call: () => unknown, clock: Clock, budgetMs: number): number {
  const began = clock.nowMs();
  const spentMs = () => clock.nowMs() - began;
  call();
  const firstMs = spentMs();
  if (firstMs >= budgetMs) return firstMs;
  let calls = 1;
  while (calls < MOST_CALLS && spentMs() < budgetMs * WARM_UP_SHARE) {
    call();
    calls++;
  }
  const perBatch = Math.max(1, Math.min(MOST_CALLS, Math.ceil((SHORTEST_BATCH_MS * calls) / spentMs())));
  const batches: number[] = [];
  while (batches.length < FEWEST_BATCHES || (batches.length < MOST_BATCHES && spentMs() < budgetMs)) {
    const start = clock.nowMs();
    for (let i = 0; i < perBatch; i++) call();
    batches.push((clock.nowMs() - start) / perBatch);
  }
  return median(Float64Array.from(batches));
}
