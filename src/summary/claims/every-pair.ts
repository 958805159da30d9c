// Claims that are made of every one of their pairs, as "at every size": the mean of all of them hides a pair
// that says the opposite.

import type { Interval } from '../../base/figures/ratios.ts';
import type { PublishedRange, Replication } from '../../stats/answers/replication.ts';

/**
 * How many pairs are shown to lie beyond the margin on the other side of 1 than the mean of all does, whose
 * verdict is given. None where that is open or no difference at all, and of a range around 1, which claims no
 * side. `intervals` hold together.
 */
export function contraryPairs(
  verdict: Replication,
  intervals: readonly Interval[],
  [from, to]: PublishedRange,
  margin: number,
): number {
  const isClaimedAbove = (from ?? 0) >= 1;
  const hasSide = isClaimedAbove || (to ?? Number.POSITIVE_INFINITY) <= 1;
  if (!hasSide || (verdict !== 'replicated' && verdict !== 'opposite')) return 0;
  const isMeanAbove = (verdict === 'replicated') === isClaimedAbove;
  const border = 1 + margin;
  return intervals.filter(([low, high]) => (isMeanAbove ? high < 1 / border : low > border)).length;
}
