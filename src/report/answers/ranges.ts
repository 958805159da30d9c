// Several ratios in one sentence: the least and the greatest, each with its own interval.

import type { Difference, Interval } from '../../summary/summary.ts';
import { between, decimalsFor, grouped, inverse, percent, times } from '../figures.ts';

export interface Gain {
  /** Above 1. */
  readonly ratio: number;
  readonly interval: Interval;
}

/** `2.31× faster than json [2.27, 2.36]`, or `1.42× [1.40, 1.44] to 2.31× [2.27, 2.36] faster than json`. */
export function sayGains(gains: readonly Gain[], words: string): string {
  const sorted = [...gains].sort((a, b) => a.ratio - b.ratio);
  const least = sorted[0]!;
  const most = sorted.at(-1)!;
  if (times(least.ratio) === times(most.ratio))
    return `${times(most.ratio)} ${words} ${between(most.interval)}`;
  return `${times(least.ratio)} ${between(least.interval)} to ${times(most.ratio)} ${between(most.interval)} ${words}`;
}

/** `9.81 ms [9.40, 10.3]`, or the least and the greatest; null where any of them is not known. */
export function sayDifferences(differences: readonly (Difference | null)[]): string | null {
  const known = differences.filter((one) => one !== null);
  if (known.length < differences.length || known.length === 0) return null;
  const sorted = known.toSorted((a, b) => a.value - b.value);
  const said = [...new Set([sorted[0]!, sorted.at(-1)!].map(sayDifference))];
  return said.join(' to ');
}

function sayDifference({ value, interval: [low, high] }: Difference): string {
  const decimals = decimalsFor([Math.abs(value)]);
  return `${grouped(value, decimals)} ms [${grouped(low, decimals)}, ${grouped(high, decimals)}]`;
}

/** The gain told the other way round, so that it is above 1 again. */
export function turned({ ratio, interval }: Gain): Gain {
  return { ratio: 1 / ratio, interval: inverse(interval) };
}

/** `61 %` or `45 to 61 %` */
export function sayShares(shares: readonly number[]): string {
  const least = percent(Math.min(...shares), 0);
  const most = percent(Math.max(...shares), 0);
  return least === most ? most : `${least.replace(' %', '')} to ${most}`;
}

/** Why a comparison is open: `1.01× [0.99, 1.04] crosses the margin of ±2 %`; the widest interval where there are several. */
export function sayOpen(open: readonly (Gain & { readonly margin: number })[]): string {
  const widest = open.reduce((a, b) => (width(b.interval) > width(a.interval) ? b : a));
  const figure = `${times(widest.ratio)} ${between(widest.interval)}`;
  const what = open.length === 1 ? figure : `the widest interval, ${figure},`;
  // Inside a margin as wide as the noise floor makes it, an interval can still be too wide for a tie.
  if (reach([widest]) <= widest.margin) return `${what} is too wide for a tie`;
  return `${what} crosses the margin of ${sayMargin(open.map(({ margin }) => margin))}`;
}

/** `±4.1 %`: what holds all the intervals. */
export function sayReach(found: readonly Gain[]): string {
  return sayMargin([reach(found)]);
}

function reach(found: readonly Gain[]): number {
  return Math.max(...found.map(({ interval: [low, high] }) => Math.max(high, 1 / low) - 1));
}

export function sayMargin(margins: readonly number[]): string {
  return `±${percent(Math.max(...margins), 1).replace('.0 %', ' %')}`;
}

function width([low, high]: Interval): number {
  return high - low;
}
