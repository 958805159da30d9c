// Durations, shares, rates and sizes as people type them: `500ms`, `60s`, `2m`, `1.5h`; `2%` or `0.02`;
// `20mbit`, `64kB`. A negative number is read, so that a message can say that it is out of range.

import { roundToDigits } from './figures/numbers.ts';

const MS_OF_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

export const DURATION_PATTERN = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)$/;
export const SHARE_PATTERN = /^(\d+(?:\.\d+)?) ?%$/;

/**
 * The patterns that editors get, without negative numbers. Rates may be written as they are printed:
 * `20 Mbit/s`.
 */
export const RATE_PATTERN = /^(\d+(?:\.\d+)?) ?([kKmMgG]?bit)(?:\/s)?$/;
export const DELAY_PATTERN = /^(\d+(?:\.\d+)?) ?(ms|s)$/;
export const BYTES_PATTERN = /^(\d+(?:\.\d+)?) ?(B|kB|MB)$/;

const KBITS_OF_UNIT: Readonly<Record<string, number>> = { bit: 0.001, kbit: 1, mbit: 1_000, gbit: 1_000_000 };
const BYTES_OF_UNIT: Readonly<Record<string, number>> = { B: 1, kB: 1_000, MB: 1_000_000 };

/** kbit/s; null where it is not a number with a unit. */
export function parseRateKbits(typed: string | number): number | null {
  return inUnits(typed, RATE_PATTERN, (unit) => KBITS_OF_UNIT[unit.toLowerCase()]!);
}

/** Milliseconds of a packet's delay; only ms and s are allowed. */
export function parseDelayMs(typed: string | number): number | null {
  return inUnits(typed, DELAY_PATTERN, (unit) => MS_OF_UNIT[unit]!);
}

/** Bytes; kB and MB are thousands. */
export function parseBytes(typed: string | number): number | null {
  return inUnits(typed, BYTES_PATTERN, (unit) => BYTES_OF_UNIT[unit]!);
}

function inUnits(typed: string | number, pattern: RegExp, size: (unit: string) => number): number | null {
  const text = String(typed).trim();
  const match = pattern.exec(text.replace(/^-/, ''));
  if (match === null) return null;
  const value = roundToDigits(Number(match[1]) * size(match[2]!), 12);
  return text.startsWith('-') ? -value : value;
}

/** Milliseconds; null where it is not a number with a unit. */
export function parseDurationMs(text: string): number | null {
  const match = DURATION_PATTERN.exec(text.trim());
  return match === null ? null : Number(match[1]) * MS_OF_UNIT[match[2]!]!;
}

/** A share from `2%` or from 0.02; null where it is neither. */
export function parseShare(typed: string | number): number | null {
  if (typeof typed === 'number') return typed;
  const match = SHARE_PATTERN.exec(typed.trim());
  return match === null ? null : roundToDigits(Number(match[1]) / 100, 12);
}
