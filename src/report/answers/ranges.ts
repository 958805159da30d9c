// Several ratios in one sentence: the least and the greatest, each with its own interval.

import { decimalsFor, grouped, percent } from '../../base/figures/numbers.ts';
import { BOUNDLESS, between, type Interval, inverse, plusMinus, times } from '../../base/figures/ratios.ts';
import type { Difference } from '../../summary/comparisons/comparison.ts';

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

/**
 * `9.81 ms [9.40, 10.3]` (they are in that unit), or the least and the greatest; null where any of them is
 * not known.
 */
export function sayDifferences(differences: readonly (Difference | null)[], unit = 'ms'): string | null {
  const known = differences.filter((one) => one !== null);
  if (known.length < differences.length || known.length === 0) return null;
  const sorted = known.toSorted((a, b) => a.value - b.value);
  const said = [...new Set([sorted[0]!, sorted.at(-1)!].map((one) => sayDifference(one, unit)))];
  return said.join(' to ');
}

function sayDifference({ value, interval: [low, high] }: Difference, unit: string): string {
  const decimals = decimalsFor([Math.abs(value)]);
  if (!(high - low < BOUNDLESS)) return `${grouped(value, decimals)} ${unit} [unknown]`;
  return `${grouped(value, decimals)} ${unit} [${grouped(low, decimals)}, ${grouped(high, decimals)}]`;
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

/** `±4.1 %`: what holds all the intervals. */
export function sayReach(found: readonly Gain[]): string {
  return sayMargin([reach(found)]);
}

function reach(found: readonly Gain[]): number {
  return Math.max(...found.map(({ interval: [low, high] }) => Math.max(high, 1 / low) - 1));
}

export function sayMargin(margins: readonly number[]): string {
  if (!(Math.max(...margins) < BOUNDLESS)) return 'unknown size';
  return plusMinus(Math.max(...margins)).replace('.0 %', ' %');
}
