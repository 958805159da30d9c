// Restricted alphabets: texts of few different characters, two in a byte (X.891, clause 9 and C.19).

import { Problem } from './document-error.ts';

/**
 * By index, counted from 0 as in the bytes: numbers, dates and times. The standard's numbers have a small e;
 * the capital one is what the Java library writes and reads, and it is that library's documents that must
 * come back as they were.
 */
const ALPHABETS: readonly string[] = ['0123456789-+.E ', '0123456789-:TZ '];

/** Stands behind the last character where their number is odd. */
const PADDING = 0xf;

/** Byte → its two characters, or one before padding; undefined where half of it is no character. */
const PAIRS: readonly (readonly (string | undefined)[])[] = ALPHABETS.map((alphabet) =>
  Array.from({ length: 256 }, (_, byte) => {
    const first = alphabet[byte >> 4];
    const second = (byte & 0xf) === PADDING ? '' : alphabet[byte & 0xf];
    return first === undefined || second === undefined ? undefined : first + second;
  }),
);

/** Throws where nothing has the index, or a half byte is no character. */
export function textInAlphabet(index: number, bytes: Uint8Array): string {
  const pairs = PAIRS[index];
  if (pairs === undefined) throw new Problem(`no built-in alphabet has the index ${index + 1}`);
  const last = bytes.length - 1;
  return Array.from(bytes, (byte, i) => {
    const pair = pairs[byte];
    if (pair === undefined || (pair.length === 1 && i < last))
      throw new Problem('a character that its alphabet does not have');
    return pair;
  }).join('');
}
