// Encoding algorithms: texts that stand in a document as numbers or bytes, and what the Java library reads
// them as (X.891, clause 10). CDATA is the text itself.

import { Problem } from './document-error.ts';

/** Makes the text of the bytes; throws where they cannot be that. */
type ReadBytes = (bytes: Uint8Array) => string;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** By index, counted from 0 as in the bytes. */
const ALGORITHMS: readonly ReadBytes[] = [
  hexadecimal,
  base64,
  numbers(2, (view, at) => String(view.getInt16(at))),
  numbers(4, (view, at) => String(view.getInt32(at))),
  numbers(8, (view, at) => String(view.getBigInt64(at))),
  booleans,
  numbers(4, (view, at) => floatText(view.getFloat32(at), shortestFloat)),
  numbers(8, (view, at) => floatText(view.getFloat64(at), String)),
  numbers(16, uuid),
  characters,
];

/** Throws where nothing has the index, or the bytes are not of that kind. */
export function textByAlgorithm(index: number, bytes: Uint8Array): string {
  const read = ALGORITHMS[index];
  if (read === undefined) throw new Problem(`no built-in encoding algorithm has the index ${index + 1}`);
  return read(bytes);
}

/** Reads numbers of a fixed number of bytes each, and writes a space between them. */
function numbers(size: number, read: (view: DataView, at: number) => string): ReadBytes {
  return (bytes) => {
    if (bytes.length % size !== 0)
      throw new Problem(`${bytes.length} bytes where a multiple of ${size} should be`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words: string[] = [];
    for (let at = 0; at < bytes.length; at += size) words.push(read(view, at));
    return words.join(' ');
  };
}

function characters(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Problem('a text that is no UTF-8');
  }
}

const HEX_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => HEX_DIGITS[byte]!.toUpperCase()).join('');
}

function uuid(view: DataView, at: number): string {
  const bytes = Array.from({ length: 16 }, (_, i) => HEX_DIGITS[view.getUint8(at + i)]!);
  const group = (from: number, to: number) => bytes.slice(from, to).join('');
  return `${group(0, 4)}-${group(4, 6)}-${group(6, 8)}-${group(8, 10)}-${group(10, 16)}`;
}

/**
 * Bytes whose characters become a text in one call; a multiple of 3, so that no padding comes between the
 * parts.
 */
const BASE64_PART = 0x60_00;

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += BASE64_PART) {
    parts.push(btoa(String.fromCharCode.apply(null, Array.from(bytes.subarray(start, start + BASE64_PART)))));
  }
  return parts.join('');
}

/** Each makes eight words: more would fill the memory. */
const MOST_BOOLEAN_BYTES = 1 << 20;

/** The first half byte says how many bits at the end mean nothing. */
function booleans(bytes: Uint8Array): string {
  if (bytes.length > MOST_BOOLEAN_BYTES)
    throw new Problem(`more than ${MOST_BOOLEAN_BYTES} bytes of booleans in one text`);
  const unused = bytes[0]! >> 4;
  const bits = bytes.length * 8 - 4 - unused;
  if (unused > 7 || bits < 0) throw new Problem(`${unused} unused bits in ${bytes.length} bytes of booleans`);
  const words: string[] = [];
  for (let i = 4; i < bits + 4; i++) words.push(String((bytes[i >> 3]! & (0x80 >> (i & 7))) !== 0));
  return words.join(' ');
}

/** Writes numbers that are not finite as XML Schema does. */
function floatText(value: number, finite: (value: number) => string): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  return Object.is(value, -0) ? '-0' : finite(value);
}

/** So many digits tell any two 32-bit floats apart. */
const MOST_FLOAT_DIGITS = 9;

/** The fewest digits that are read as the same 32-bit float. */
function shortestFloat(value: number): string {
  for (let digits = 1; digits < MOST_FLOAT_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(MOST_FLOAT_DIGITS)));
}
