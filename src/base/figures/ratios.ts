// Ratios, their intervals and margins as text: the same in every report.

import { grouped, percent } from './numbers.ts';

export type Interval = readonly [low: number, high: number];

/** An interval whose ends differ by more than this ratio is not shown. */
const WIDEST_TOLD = 1e7;
/** No estimated interval reaches so far. */
export const BOUNDLESS = 1e300;

/** `2.31×`; from ten up `12.3×`, because the second decimal says nothing there. */
export function times(ratio: number): string {
  return `${factor(ratio)}×`;
}

/** A ratio without its sign: `2.31`, `12.3`, `0.071`. */
export function factor(ratio: number): string {
  if (!(ratio < 10_000)) return '>10 000';
  if (ratio >= 1000) return grouped(ratio);
  if (ratio < 0.1) return ratio >= 0.001 ? ratio.toFixed(3) : '<0.001';
  return ratio.toFixed(ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2);
}

/** `[2.27, 2.36]`; `[unknown]` where it could not be estimated. */
export function between(interval: Interval): string {
  return isKnown(interval) ? `[${factor(interval[0])}, ${factor(interval[1])}]` : '[unknown]';
}

/**
 * Whether a ratio's or a time's interval says anything. An interval that could not be estimated reaches from
 * 0 to the greatest number there is. An interval over more than seven orders of magnitude (two sessions that
 * differ) says nothing either.
 */
export function isKnown([low, high]: Interval): boolean {
  return low > 0 && high / low < WIDEST_TOLD;
}

/** `1.75 – 2.56`, `unknown` */
export function fromTo(interval: Interval, decimals: number): string {
  return isKnown(interval) ? interval.map((end) => grouped(end, decimals)).join(' – ') : 'unknown';
}

/** The ratio the other way round: `a over b` becomes `b over a`. */
export function inverse(interval: Interval): Interval {
  return [1 / interval[1], 1 / interval[0]];
}

/** A margin of more than a hundredfold is written as `beyond`. */
const WIDEST_MARGIN = 100;

/** What ratios may differ by and count as the same: 0.061 → `±6.1 %`, 1.51 → `±151 %`. */
export function plusMinus(share: number): string {
  if (!(share < WIDEST_MARGIN)) return `beyond ±${grouped(WIDEST_MARGIN * 100)} %`;
  return `±${grouped(share * 100, share < 1 ? 1 : 0)} %`;
}

/** `111.2 % [92, 130]`; the share alone where nothing is known of how far it may be off. */
export function shareBetween(share: number, interval: Interval | undefined): string {
  if (interval === undefined || !isKnown(interval) || interval[1] > WIDEST_MARGIN) return percent(share, 1);
  return `${percent(share, 1)} [${interval.map((end) => (end * 100).toFixed(1)).join(', ')}]`;
}
