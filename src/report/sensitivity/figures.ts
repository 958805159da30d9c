// Shares of weight as text: percent of all weight, and points that are moved, each 1 % of it.

import type { Flip } from '../../summary/sensitivity.ts';
import type { Interval } from '../../summary/summary.ts';

/** 0.4 → `40 %`, 0.02876 → `2.9 %` */
export function sharePercent(share: number): string {
  return `${tenths(share)} %`;
}

/** `2.9 – 100 %` */
export function shareRange([from, to]: Interval): string {
  return tenths(from) === tenths(to) ? sharePercent(from) : `${tenths(from)} – ${tenths(to)} %`;
}

function tenths(share: number): string {
  return String(Number((share * 100).toFixed(1)));
}

/** Rounded up, because fewer would not do: `38`, `3.2`. */
export function sayPoints(moved: number): string {
  return rounded(moved, Math.ceil);
}

/** `[36, 38]`; `[16 or more]` where sessions set no end to it. */
export function pointsRange({ range: [low, high] }: Flip): string {
  const from = rounded(low, Math.floor);
  return high === null ? `[${from} or more]` : `[${from}, ${rounded(high, Math.ceil)}]`;
}

/** Tenths below 10 points. */
function rounded(share: number, round: (value: number) => number): string {
  const scale = share < 0.1 ? 10 : 1;
  // What is 38 but for rounding is not 39.
  return String(round(Number((share * 100 * scale).toPrecision(9))) / scale);
}
