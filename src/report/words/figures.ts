// Figures as text, the same in every report: enough digits to tell cells apart, never more than were measured.

import type { Interval } from '../../summary/summary.ts';

/** The greatest ratio of an interval's ends that is told. */
const WIDEST_TOLD = 1e7;
/** No interval that was estimated reaches so far. */
export const BOUNDLESS = 1e300;

/** 1234567 → `1 234 567`; negative figures have a minus sign, not a hyphen. */
export function grouped(value: number, decimals = 0): string {
  const rounded = value.toFixed(decimals);
  const fixed = Number(rounded) === 0 ? rounded.replace('-', '') : rounded.replace('-', '−');
  const [whole = '', fraction] = fixed.split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** Decimals with which the smallest of these (positive) figures still shows three digits; between 0 and 3. */
export function decimalsFor(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) if (value > 0 && value < smallest) smallest = value;
  if (!Number.isFinite(smallest)) return 1;
  const digitsBeforePoint = Math.floor(Math.log10(smallest)) + 1;
  return Math.min(3, Math.max(0, 3 - digitsBeforePoint));
}

/** Milliseconds with three or more significant digits and the unit: `9.81 ms`, `1 234 ms`. */
export function ms(value: number): string {
  return `${grouped(value, decimalsFor([Math.abs(value)]))} ms`;
}

/** `2.31×`; `12.3×` from ten up, where the second decimal says nothing. */
export function times(ratio: number): string {
  return `${factor(ratio)}×`;
}

/** `[2.27, 2.36]`; `[unknown]` where it could not be estimated. */
export function between(interval: Interval): string {
  return isKnown(interval) ? `[${factor(interval[0])}, ${factor(interval[1])}]` : '[unknown]';
}

/**
 * Whether a ratio's or a time's interval says anything. One that could not be estimated reaches from 0 to the greatest
 * number there is; one over more than seven orders of magnitude (two sessions that differ) says no more.
 */
export function isKnown([low, high]: Interval): boolean {
  return low > 0 && high / low < WIDEST_TOLD;
}

/** `1.75 – 2.56`, `unknown` */
export function fromTo(interval: Interval, decimals: number): string {
  return isKnown(interval) ? interval.map((end) => grouped(end, decimals)).join(' – ') : 'unknown';
}

/** A share as percent: 0.0061 → `0.6 %`, 0.91 → `91 %`. */
export function percent(share: number, decimals = Math.abs(share) < 0.1 ? 1 : 0): string {
  return `${(share * 100).toFixed(decimals)} %`;
}

/** More than a hundredfold is told as that much and more. */
const WIDEST_MARGIN = 100;

/** What ratios may differ by and count as the same: 0.061 → `±6.1 %`, 1.51 → `±151 %`. */
export function plusMinus(share: number): string {
  if (!(share < WIDEST_MARGIN)) return `beyond ±${grouped(WIDEST_MARGIN * 100)} %`;
  return `±${grouped(share * 100, share < 1 ? 1 : 0)} %`;
}

/** The ratio the other way round: `a over b` becomes `b over a`. */
export function inverse(interval: Interval): Interval {
  return [1 / interval[1], 1 / interval[0]];
}

/** `1 000 objects`, `1 object` */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c` */
export function listed(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

/** A ratio without its sign: `2.31`, `12.3`, `0.071`. */
export function factor(ratio: number): string {
  if (!(ratio < 10_000)) return '>10 000';
  if (ratio >= 1000) return grouped(ratio);
  if (ratio < 0.1) return ratio >= 0.001 ? ratio.toFixed(3) : '<0.001';
  return ratio.toFixed(ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2);
}
