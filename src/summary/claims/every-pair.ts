// Claims that are made of every one of their pairs, as "at every size": the mean of all of them hides a pair
// that says otherwise.

import { judgeFigure, type Replication } from '../../stats/answers/replication.ts';
import type { ClaimPair, ClaimSummary } from './claim-summary.ts';

/** What each pair says, judged by itself as the claim is. */
export function judgePairs(
  pairs: readonly Pick<ClaimPair, 'ratio' | 'interval'>[],
  { published, margin, isShare = false }: Pick<ClaimSummary, 'published' | 'margin'> & { isShare?: boolean },
): readonly Replication[] {
  return pairs.map(({ ratio, interval }) =>
    judgeFigure({ measured: ratio, published, margin, isShare }, interval),
  );
}

/**
 * How many pairs are shown to say otherwise than the mean of all, whose verdict is given. Where that is open
 * some must be shown as was said and some otherwise, and the latter are counted: together they tell that it
 * is so of a part, whatever the mean turns out to be.
 */
export function contraryPairs(verdict: Replication, pairs: readonly Replication[]): number {
  const asSaid = pairs.filter((each) => each === 'replicated').length;
  const otherwise = pairs.filter((each) => each === 'not replicated' || each === 'opposite').length;
  if (verdict === 'open') return asSaid > 0 ? otherwise : 0;
  return verdict === 'replicated' ? otherwise : asSaid;
}
