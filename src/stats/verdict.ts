// What an interval of a ratio says. Margins are symmetric on the log scale, from 1/(1 + margin) to 1 +
// margin, so that swapping the two cells swaps faster and slower and changes nothing else.

export type RatioInterval = readonly [low: number, high: number];

export type RatioVerdict = 'faster' | 'slower' | 'same' | 'undecided';

/** A noise floor above this shows that little can be told, not that two things are the same. */
const WIDEST_SAME = 0.1;

/**
 * `interval` is of time b over time a, the verdict is about a; `margin` is a share, 0.02. A difference has to
 * be beyond the whole margin; to be the same takes an interval inside the margin and inside ± WIDEST_SAME.
 */
export function judgeRatio(interval: RatioInterval, margin: number): RatioVerdict {
  const [low, high] = interval;
  const top = 1 + margin;
  const bottom = 1 / top;
  if (low > top) return 'faster';
  if (high < bottom) return 'slower';
  const alike = 1 + Math.min(margin, WIDEST_SAME);
  return low >= 1 / alike && high <= alike ? 'same' : 'undecided';
}

/** The smallest margin that holds the whole interval: the noise floor, where the interval is a twin's. */
export function twinNoise(interval: RatioInterval): number {
  return Math.min(Math.max(interval[1], 1 / interval[0]) - 1, Number.MAX_VALUE);
}
