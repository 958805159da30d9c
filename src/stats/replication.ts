// Does a measured ratio say what was published? Absolute times of other machines are never compared.

import { type RatioInterval, verdictOf } from './verdict.ts';

/** A published ratio lies between these; a null end is open. */
export type PublishedRange = readonly [low: number | null, high: number | null];

export type Replication = 'replicated' | 'not replicated' | 'opposite' | 'undecided';

/** Published figures are rounded and other machines differ: the range is widened by this factor at each end. */
const WIDENED = 1.1;

/**
 * A range on one side of 1 (an end may be 1) claims a direction:
 *   opposite         the interval lies wholly on the other side of 1
 *   replicated       it lies wholly on the claimed side and overlaps the widened range
 *   not replicated   it lies on the claimed side but misses the widened range; or it holds 1 and misses the widened
 *                    range or lies inside ± margin, at most ± 10 % (no difference where one was claimed)
 *   undecided        else
 * A range around 1 ([0.95, 1.05]) claims that there is no notable difference:
 *   replicated       the interval lies inside the widened range
 *   not replicated   it lies wholly outside the widened range
 *   undecided        else
 */
export function replicationOf(
  interval: RatioInterval,
  published: PublishedRange,
  margin: number,
): Replication {
  const [low, high] = interval;
  const from = published[0] ?? 0;
  const to = published[1] ?? Number.POSITIVE_INFINITY;
  const misses = high < from / WIDENED || low > to * WIDENED;
  if (from < 1 && to > 1) {
    if (misses) return 'not replicated';
    return low >= from / WIDENED && high <= to * WIDENED ? 'replicated' : 'undecided';
  }
  const claimsAbove = from >= 1;
  if (claimsAbove ? high < 1 : low > 1) return 'opposite';
  if (claimsAbove ? low > 1 : high < 1) return misses ? 'not replicated' : 'replicated';
  const same = verdictOf(interval, margin) === 'same';
  return misses || same ? 'not replicated' : 'undecided';
}
