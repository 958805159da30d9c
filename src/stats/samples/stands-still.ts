// Waits that stand at the time for which a system puts off an acknowledgement: the mark of Nagle's algorithm
// (RFC 896) on one side and delayed acknowledgement (RFC 1122, 4.2.3.2) on the other. Work varies with the
// machine; a timer does not.

import { quantileOfSorted, sorted } from './quantile.ts';

type Timers = readonly (readonly [least: number, most: number])[];

/** Linux waits 40 ms, and others up to 200 ms; a busy machine sees it late. */
const SEEN_LATE_MS: Timers = [
  [38, 62],
  [195, 240],
];
/** At the timer itself: where it may be work as well, later is no mark of it. */
const AT_ITS_TIME_MS: Timers = [
  [39, 46],
  [199, 208],
];
const FEWEST = 8;

/**
 * The median of waits of which the middle half stands at such a timer; null of all others. `mayBeWork`:
 * nothing else speaks against it.
 */
export function standsStillMs(waitsMs: ArrayLike<number>, mayBeWork = false): number | null {
  const timers = mayBeWork ? AT_ITS_TIME_MS : SEEN_LATE_MS;
  if (waitsMs.length < FEWEST || !timers.some((timer) => hasMiddleHalf(waitsMs, timer))) return null;
  const ascending = sorted(waitsMs);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((p) => quantileOfSorted(ascending, p)) as [
    number,
    number,
    number,
  ];
  return timers.some(([least, most]) => low >= least && high <= most) ? middle : null;
}

/** Whether waits that are no longer than these may stand at a timer. */
export function mayStandStill(longestMs: ArrayLike<number>): boolean {
  const least = Math.min(...SEEN_LATE_MS.map(([from]) => from));
  let count = 0;
  for (let i = 0; i < longestMs.length; i++) if (longestMs[i]! >= least) count++;
  return longestMs.length >= FEWEST && count >= fewestAtTimer(longestMs.length);
}

/** A middle half has no fewer, of so many. */
function fewestAtTimer(waits: number): number {
  return Math.floor(waits / 2) - 1;
}

/**
 * Whether so many waits are at the timer that the middle half may be: most are at none, and need no sorting.
 */
function hasMiddleHalf(waitsMs: ArrayLike<number>, [least, most]: Timers[number]): boolean {
  let count = 0;
  for (let i = 0; i < waitsMs.length; i++) if (waitsMs[i]! >= least && waitsMs[i]! <= most) count++;
  return count >= fewestAtTimer(waitsMs.length);
}
