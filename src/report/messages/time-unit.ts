// Times of messages: µs below a tenth of a millisecond, else ms; one unit for a table or a sentence.

import { BOUNDLESS, decimalsFor, grouped } from '../words/figures.ts';

export type TimeUnit = 'µs' | 'ms';

const LEAST_MS = 0.1;
const PER_MS: Readonly<Record<TimeUnit, number>> = { µs: 1000, ms: 1 };

/** The unit that suits the smallest of these times, ms. */
export function unitFor(timesMs: Iterable<number>): TimeUnit {
  let smallest = Number.POSITIVE_INFINITY;
  for (const time of timesMs) if (time > 0 && time < smallest) smallest = time;
  return smallest < LEAST_MS ? 'µs' : 'ms';
}

export function inUnit(timeMs: number, unit: TimeUnit): number {
  // An end that nobody could estimate stays beyond everything.
  return timeMs < BOUNDLESS ? timeMs * PER_MS[unit] : timeMs;
}

/** `11.2 µs`, `0.280 ms` */
export function sayTime(timeMs: number): string {
  const unit = unitFor([Math.abs(timeMs)]);
  const value = inUnit(timeMs, unit);
  return `${grouped(value, decimalsFor([Math.abs(value)]))} ${unit}`;
}

/** `11.2 µs`, or the least and the greatest: `11.2 to 35.1 µs`. */
export function sayTimes(timesMs: readonly number[], unit: TimeUnit = unitFor(timesMs)): string {
  const ends = [Math.min(...timesMs), Math.max(...timesMs)].map((time) => {
    const value = inUnit(time, unit);
    return grouped(value, decimalsFor([Math.abs(value)]));
  });
  return `${[...new Set(ends)].join(' to ')} ${unit}`;
}
