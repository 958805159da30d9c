// A buffer that grows as bytes are put into it, and strings in Java's modified UTF-8: NUL in two bytes,
// characters beyond U+FFFF as two surrogates of three bytes each, halves of surrogate pairs as they are.

import { MOST_SHORT_LENGTH } from './stream-constants.ts';

const FIRST_SIZE = 65_536;
/** A UTF-16 code unit takes three bytes at most. */
const MOST_BYTES_A_UNIT = 3;
/** From here on TextEncoder is faster than a loop. */
const LONG_TEXT = 48;

const UTF8 = new TextEncoder();

export class StreamOutput {
  #bytes = new Uint8Array(FIRST_SIZE);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  /** Everything written so far; later writes do not change it. */
  finished(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  byte(value: number): void {
    this.#ensure(1);
    this.#bytes[this.#at++] = value;
  }

  short(value: number): void {
    this.#ensure(2);
    this.#view.setUint16(this.#at, value);
    this.#at += 2;
  }

  int(value: number): void {
    this.#ensure(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  long(value: bigint): void {
    this.#ensure(8);
    this.#view.setBigInt64(this.#at, value);
    this.#at += 8;
  }

  double(value: number): void {
    this.#ensure(8);
    this.#view.setFloat64(this.#at, value);
    this.#at += 8;
  }

  /** Behind its tag and its length in bytes: `tags.short` and two bytes, or `tags.long` and eight. */
  text(text: string, tags: { readonly short: number; readonly long: number }): void {
    const most = text.length * MOST_BYTES_A_UNIT;
    this.#ensure(most + 9);
    const isSurelyShort = most <= MOST_SHORT_LENGTH;
    const length = isSurelyShort ? 0 : modifiedLength(text);
    const isShort = isSurelyShort || length <= MOST_SHORT_LENGTH;
    this.#bytes[this.#at] = isShort ? tags.short : tags.long;
    const from = this.#at + (isShort ? 3 : 9);
    const to = this.#put(text, from);
    if (isShort) this.#view.setUint16(this.#at + 1, to - from);
    else this.#view.setBigUint64(this.#at + 1, BigInt(to - from));
    this.#at = to;
  }

  /** Without a tag, behind two bytes of length: names, which are short. */
  name(text: string): void {
    this.#ensure(text.length * MOST_BYTES_A_UNIT + 2);
    const to = this.#put(text, this.#at + 2);
    this.#view.setUint16(this.#at, to - this.#at - 2);
    this.#at = to;
  }

  /** Where it ends; there is room for it. */
  #put(text: string, from: number): number {
    if (text.length >= LONG_TEXT && !text.includes('\0')) {
      // ASCII is the same in both; of all else the loop makes what is different.
      const { written } = UTF8.encodeInto(text, this.#bytes.subarray(from));
      if (written === text.length) return from + written;
    }
    return putModified(text, this.#bytes, from);
  }

  #ensure(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

function putModified(text: string, bytes: Uint8Array, from: number): number {
  let at = from;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80 && unit !== 0) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return at;
}

function modifiedLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    length += unit < 0x80 && unit !== 0 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return length;
}
