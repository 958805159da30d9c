// Shares of weight as text: percent of all weight, and points that are moved, each 1 % of it.

import { roundToDigits } from '../../base/figures/numbers.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import type { Flip } from '../../summary/index/sensitivity.ts';

/** What computing leaves of exactly nothing. */
const NOTHING = 1e-9;

/** 0.4 → `40 %`, 0.02876 → `2.9 %` */
export function sharePercent(share: number): string {
  return `${tenths(share)} %`;
}

/** `2.9 – 100 %` */
export function shareRange([from, to]: Interval): string {
  return tenths(from) === tenths(to) ? sharePercent(from) : `${tenths(from)} – ${tenths(to)} %`;
}

/**
 * Only what is nothing or all of the weight says 0 or 100: a range that ends before it has something beyond
 * its end.
 */
function tenths(share: number): string {
  const rounded = Number((share * 100).toFixed(1));
  if (rounded === 0 && share > NOTHING) return '0.1';
  if (rounded === 100 && share < 1 - NOTHING) return '99.9';
  return String(rounded);
}

/** Rounded up, because fewer would not do: `38`, `3.2`. */
export function sayPoints(moved: number): string {
  return points(moved, Math.ceil);
}

/** `[36, 38]`; `[16 or more]` where sessions set no end to it. */
export function pointsRange({ range: [low, high] }: Flip): string {
  const from = points(low, Math.floor);
  return high === null ? `[${from} or more]` : `[${from}, ${points(high, Math.ceil)}]`;
}

/** Tenths below 10 points. */
function points(share: number, round: (value: number) => number): string {
  const scale = share < 0.1 ? 10 : 1;
  // What is 38 but for rounding is not 39.
  return String(round(roundToDigits(share * 100 * scale, 9)) / scale);
}
