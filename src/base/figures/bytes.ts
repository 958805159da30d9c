// Amounts of bytes as text. kB and MB are thousands and millions, as rates are.

import { grouped, shortNumber } from './numbers.ts';

/** `64 kB`, `1.5 MB`, `900 B`. */
export function sayBytes(bytes: number, digits = 6): string {
  if (bytes >= 1_000_000) return `${shortNumber(bytes / 1_000_000, digits)} MB`;
  return bytes >= 1_000 ? `${shortNumber(bytes / 1_000, digits)} kB` : `${bytes} B`;
}

/** To the byte: `1 000 B`. A mean below a hundred keeps one decimal: `6.5 B`. */
export function sayExactBytes(bytes: number): string {
  return `${grouped(bytes, Math.abs(bytes) < 100 && !Number.isInteger(bytes) ? 1 : 0)} B`;
}
