// Times as text. Everything comes in milliseconds; the functions differ in which unit they tell it in.

import { roundToDigits, shortNumber, threeDigits } from './numbers.ts';
import { BOUNDLESS } from './ratios.ts';

/** Always ms, with three or more significant digits: `9.81 ms`, `1 234 ms`. */
export function ms(value: number): string {
  return `${threeDigits(value)} ms`;
}

/** Always ms, as short as it can be told: `300 ms`, `0.2 ms`. */
export function sayMs(value: number): string {
  return `${shortNumber(value, 6)} ms`;
}

/** For people who wait: `1.5 min`, `42 s`. */
export function sayDuration(durationMs: number): string {
  if (durationMs >= 3_600_000) return `${roundToDigits(durationMs / 3_600_000, 3)} h`;
  if (durationMs >= 60_000) return `${roundToDigits(durationMs / 60_000, 3)} min`;
  if (durationMs >= 1_000) return `${roundToDigits(durationMs / 1_000, 3)} s`;
  return `${roundToDigits(durationMs, 3)} ms`;
}

/** A single measured time: µs below a millisecond, s from ten thousand on, with three digits at least. */
export function inBestUnit(timeMs: number): { readonly value: string; readonly unit: 'µs' | 'ms' | 's' } {
  if (timeMs < 1) return { value: threeDigits(timeMs * 1_000), unit: 'µs' };
  if (timeMs < 10_000) return { value: threeDigits(timeMs), unit: 'ms' };
  return { value: threeDigits(timeMs / 1_000), unit: 's' };
}

export function sayInBestUnit(timeMs: number): string {
  const { value, unit } = inBestUnit(timeMs);
  return `${value} ${unit}`;
}

/** Of messages: µs below a tenth of a millisecond, else ms; one unit for a table or a sentence. */
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
  return `${threeDigits(inUnit(timeMs, unit))} ${unit}`;
}

/** `11.2 µs`, or the least and the greatest: `11.2 to 35.1 µs`. */
export function sayTimes(timesMs: readonly number[], unit: TimeUnit = unitFor(timesMs)): string {
  const ends = [Math.min(...timesMs), Math.max(...timesMs)].map((time) => threeDigits(inUnit(time, unit)));
  return `${[...new Set(ends)].join(' to ')} ${unit}`;
}
