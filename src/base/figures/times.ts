// Times as text. Everything comes in milliseconds; the functions differ in the unit that they write.

import { roundToDigits, shortNumber, threeDigits } from './numbers.ts';
import { BOUNDLESS } from './ratios.ts';

/** Always ms, with three or more significant digits: `9.81 ms`, `1 234 ms`. */
export function ms(value: number): string {
  return `${threeDigits(value)} ms`;
}

/** Always ms, as short as possible: `300 ms`, `0.2 ms`. */
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

/** A duration that was foreseen, rounded up to what may be said of it: `40 s`, `4 min`, `3 h`. */
export function sayRoughly(durationMs: number): string {
  const { value, unit } = rounded(durationMs);
  return `${value} ${unit}`;
}

/** As sayRoughly has it, as it is typed after an option: `40s`, `4m`, `3h`. */
export function typedRoughly(durationMs: number): string {
  const { value, unit } = rounded(durationMs);
  return `${value}${unit[0]}`;
}

function rounded(durationMs: number): { readonly value: number; readonly unit: 's' | 'min' | 'h' } {
  const seconds = durationMs / 1000;
  if (seconds <= 90) return { value: 10 * Math.max(1, Math.ceil(seconds / 10)), unit: 's' };
  if (seconds <= 5400) return { value: Math.ceil(seconds / 60), unit: 'min' };
  return { value: Math.ceil(seconds / 3600), unit: 'h' };
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

/**
 * Times of messages are in µs below a tenth of a millisecond, else in ms. A table or a sentence keeps to one
 * unit.
 */
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
  // An end that could not be estimated stays boundless in every unit.
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
