// Restricted alphabets: texts of few different characters, two in a byte (X.891, clause 9 and C.19).

import { Problem } from './document-error.ts';

/**
 * By index, counted from 0 as in the bytes: numbers, dates and times. The standard's numbers have a small e; the capital
 * one is what the Java library writes and reads, and it is that library's documents that must come back as they were.
 */
const ALPHABETS: readonly string[] = ['0123456789-+.E ', '0123456789-:TZ '];

const CHARACTER_BITS = 4;
const CHARACTER_MASK = 0xf;
/** Stands behind the last character where their number is odd. */
const PADDING = 0xf;

/** Throws where nothing has the index, or a half byte is no character. */
export function textInAlphabet(index: number, bytes: Uint8Array): string {
  const alphabet = ALPHABETS[index];
  if (alphabet === undefined) throw new Problem(`no built-in alphabet has the index ${index + 1}`);
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    text += characterIn(alphabet, byte >> CHARACTER_BITS);
    const second = byte & CHARACTER_MASK;
    if (second !== PADDING || i < bytes.length - 1) text += characterIn(alphabet, second);
  }
  return text;
}

function characterIn(alphabet: string, index: number): string {
  const character = alphabet[index];
  if (character === undefined) throw new Problem('a character that its alphabet does not have');
  return character;
}
