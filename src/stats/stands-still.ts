// Waits that stand at the time for which a system puts off an acknowledgement: the mark of Nagle's algorithm
// (RFC 896) on one side and delayed acknowledgement (RFC 1122, 4.2.3.2) on the other. Work varies with the
// machine; a timer does not.

import { quantileOfSorted, sorted } from './quantile.ts';

/** Linux waits 40 ms, and others up to 200 ms; a busy machine sees it late. */
const TIMERS_MS: readonly (readonly [least: number, most: number])[] = [
  [38, 62],
  [195, 240],
];
const FEWEST = 8;

/** The median of waits of which the middle half stands at such a timer; null of all others. */
export function standsStillMs(waitsMs: ArrayLike<number>): number | null {
  if (waitsMs.length < FEWEST || !TIMERS_MS.some((timer) => hasMiddleHalf(waitsMs, timer))) return null;
  const ascending = sorted(waitsMs);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((p) => quantileOfSorted(ascending, p)) as [
    number,
    number,
    number,
  ];
  return TIMERS_MS.some(([least, most]) => low >= least && high <= most) ? middle : null;
}

/**
 * Whether so many waits are at the timer that the middle half may be: most are at none, and need no sorting.
 */
function hasMiddleHalf(waitsMs: ArrayLike<number>, [least, most]: (typeof TIMERS_MS)[number]): boolean {
  let count = 0;
  for (let i = 0; i < waitsMs.length; i++) if (waitsMs[i]! >= least && waitsMs[i]! <= most) count++;
  return count >= Math.floor(waitsMs.length / 2) - 1;
}
