// The difference of two cells in milliseconds, for people: 2.8 times slower may be a millisecond or a second.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Difference } from '../summary.ts';

/**
 * Median of `a` less median of `b`, ms, from the ratio (b over a) and its interval, with b's median as the
 * measure: so it is on the same side of 0 as the ratio is of 1, and so are its interval's ends: it cannot
 * contradict the verdict. The interval is that of the ratio at its level, in ms at that median; how uncertain
 * b's own median is (the level of the machine, which ratios are free of) is left out. null where the ratio's
 * interval has no bound.
 */
export function differenceMs(ratio: number, interval: Interval, medianOfBMs: number): Difference | null {
  const [low, high] = interval;
  if (low <= 0 || high === Number.MAX_VALUE) return null;
  const of = (other: number) => medianOfBMs * (1 / other - 1);
  const found = { value: of(ratio), interval: [of(high), of(low)] } as const;
  return Number.isFinite(found.interval[1]) ? found : null;
}
