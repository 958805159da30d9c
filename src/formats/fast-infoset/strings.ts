// Names and texts as they stand in a document: by index, or themselves, and then perhaps for the tables.

import { textByAlgorithm } from './algorithms.ts';
import type { ByteReader } from './byte-reader.ts';
import { Problem } from './document-error.ts';
import {
  INDEX_ON_FOURTH_BIT,
  INDEX_ON_SECOND_BIT,
  type IndexForm,
  LENGTH_ON_FIFTH_BIT,
  LENGTH_ON_SECOND_BIT,
  LENGTH_ON_SEVENTH_BIT,
  type LengthForm,
  LONGEST_INDEX_MASK,
  MEDIUM_LENGTHS,
} from './lengths.ts';
import type { Table } from './vocabulary.ts';

/** `bits`: those of the byte that is read already that belong to the index. */
export function readIndex(bytes: ByteReader, bits: number, form: IndexForm): number {
  if (bits < form.small) return bits;
  const { mediumFlag, largeFlag, longestFlag } = form;
  if (bits < largeFlag) return ((bits - mediumFlag) << 8) + bytes.byte() + form.small;
  const largeBits = bits - largeFlag;
  if (largeBits << 16 < form.large - form.medium) return (largeBits << 16) + bytes.uint16() + form.medium;
  if (bits !== longestFlag) throw new Problem('an index of no form');
  const first = bytes.byte();
  if (first > LONGEST_INDEX_MASK) throw new Problem('an index of more than 20 bits');
  return (first << 16) + bytes.uint16() + form.large;
}

/** `bits`: those of the byte that is read already that belong to the length. */
export function readLength(bytes: ByteReader, bits: number, form: LengthForm): number {
  const { small, mediumFlag, largeFlag } = form;
  if (bits < small) return bits + 1;
  if (bits === mediumFlag) return bytes.byte() + small + 1;
  if (bits === largeFlag) return bytes.uint32() + small + MEDIUM_LENGTHS + 1;
  throw new Problem('a length of no form');
}

/**
 * A name's part, or another string that identifies something: `0…` itself, `1…` by index. It is added to its
 * table.
 */
export function readIdentifier(bytes: ByteReader, table: Table<string>): string {
  const lead = bytes.byte();
  if (lead >= 0x80) return table.at(readIndex(bytes, lead & 0x7f, INDEX_ON_SECOND_BIT));
  const text = bytes.utf8(readLength(bytes, lead, LENGTH_ON_SECOND_BIT));
  table.add(text);
  return text;
}

/** Reads a string like the function above, but one that no table holds. */
export function readPlainString(bytes: ByteReader): string {
  const lead = bytes.byte();
  if (lead >= 0x80) throw new Problem('an index where a text should be');
  return bytes.utf8(readLength(bytes, lead, LENGTH_ON_SECOND_BIT));
}

/** The index of the empty value. */
const EMPTY_VALUE = 0x7f;

/**
 * A value that begins with a byte of its own, as of an attribute: `1…` by index, `01…` for the table, `00…`
 * not for it.
 */
export function readValue(bytes: ByteReader, table: Table<string>): string {
  const lead = bytes.byte();
  if (lead >= 0x80) {
    const bits = lead & 0x7f;
    return bits === EMPTY_VALUE ? '' : table.at(readIndex(bytes, bits, INDEX_ON_SECOND_BIT));
  }
  const text = encodedValue(bytes, lead);
  if ((lead & 0x40) !== 0) table.add(text);
  return text;
}

function encodedValue(bytes: ByteReader, lead: number): string {
  const encoding = (lead >> 4) & 3;
  if (encoding < 2) {
    const length = readLength(bytes, lead & 0x0f, LENGTH_ON_FIFTH_BIT);
    return encoding === 0 ? bytes.utf8(length) : bytes.utf16(length);
  }
  const second = bytes.byte();
  const index = ((lead & 0x0f) << 4) | (second >> 4);
  const view = bytes.view(readLength(bytes, second & 0x0f, LENGTH_ON_FIFTH_BIT));
  return encoding === 2 ? textInAlphabet(index, view) : textByAlgorithm(index, view);
}

/** The text of an element. `lead`: its first byte, 10……… */
export function readText(bytes: ByteReader, lead: number, table: Table<string>): string {
  if ((lead & 0x20) !== 0) return table.at(readIndex(bytes, lead & 0x1f, INDEX_ON_FOURTH_BIT));
  const text = encodedText(bytes, lead);
  if ((lead & 0x10) !== 0) table.add(text);
  return text;
}

function encodedText(bytes: ByteReader, lead: number): string {
  const encoding = (lead >> 2) & 3;
  if (encoding < 2) {
    const length = readLength(bytes, lead & 3, LENGTH_ON_SEVENTH_BIT);
    return encoding === 0 ? bytes.utf8(length) : bytes.utf16(length);
  }
  const second = bytes.byte();
  const index = ((lead & 3) << 6) | (second >> 2);
  const view = bytes.view(readLength(bytes, second & 3, LENGTH_ON_SEVENTH_BIT));
  return encoding === 2 ? textInAlphabet(index, view) : textByAlgorithm(index, view);
}

/**
 * Restricted alphabets: texts of few different characters, two in a byte (X.891, clause 9 and C.19). By
 * index, counted from 0 as in the bytes: numbers, dates and times. The standard's numbers have a small e; the
 * capital one is what the Java library writes and reads, and it is that library's documents that must come
 * back as they were.
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
function textInAlphabet(index: number, bytes: Uint8Array): string {
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
