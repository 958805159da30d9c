// Bytes that grow as they are written: single ones, lengths, indices, and texts behind their lengths.

import { type IndexForm, type LengthForm, MEDIUM_LENGTHS } from './lengths.ts';

/** Longer texts are written by a TextEncoder, whose call alone takes as long as these. */
const MOST_SHORT_CHARACTERS = 32;
const LAST_ASCII = 0x7f;
/** UTF-8 has no more for a UTF-16 unit. */
const MOST_UNIT_BYTES = 3;
const MOST_HEAD_BYTES = 5;

const UTF8 = new TextEncoder();

export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** `expected`: bytes to begin with. */
  constructor(expected: number) {
    this.#bytes = new Uint8Array(Math.max(expected, MOST_HEAD_BYTES));
  }

  byte(byte: number): void {
    this.#ensure(1);
    this.#bytes[this.#length++] = byte;
  }

  /** `lead` holds the other bits of the first byte. */
  index(lead: number, index: number, form: IndexForm): void {
    if (index < form.small) {
      this.byte(lead | index);
    } else if (index < form.medium) {
      const rest = index - form.small;
      this.byte(lead | form.mediumFlag | (rest >> 8));
      this.byte(rest & 0xff);
    } else {
      this.#longIndex(lead, index, form);
    }
  }

  /**
   * Writes the length of a text that is not empty, then the text. `lead` holds the other bits of the first
   * byte.
   */
  text(lead: number, text: string, form: LengthForm): void {
    this.#ensure(text.length * MOST_UNIT_BYTES + MOST_HEAD_BYTES);
    // The bytes that the length would take if the text were ASCII.
    const headBytes = countHeadBytes(text.length, form);
    const start = this.#length + headBytes;
    if (text.length > MOST_SHORT_CHARACTERS || !this.#writeAscii(text, start)) {
      const { written } = UTF8.encodeInto(text, this.#bytes.subarray(start));
      const needed = countHeadBytes(written, form);
      if (needed !== headBytes) this.#bytes.copyWithin(this.#length + needed, start, start + written);
      this.#head(lead, written, form);
      this.#length += written;
    } else {
      this.#head(lead, text.length, form);
      this.#length += text.length;
    }
  }

  /** A copy of what was written. */
  written(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Answers whether all of it was ASCII. */
  #writeAscii(text: string, start: number): boolean {
    const bytes = this.#bytes;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > LAST_ASCII) return false;
      bytes[start + i] = unit;
    }
    return true;
  }

  #head(lead: number, length: number, { small, mediumFlag, largeFlag }: LengthForm): void {
    if (length <= small) {
      this.byte(lead | (length - 1));
    } else if (length <= small + MEDIUM_LENGTHS) {
      this.byte(lead | mediumFlag);
      this.byte(length - small - 1);
    } else {
      this.byte(lead | largeFlag);
      this.#big(length - small - MEDIUM_LENGTHS - 1, 4);
    }
  }

  #longIndex(lead: number, index: number, form: IndexForm): void {
    const { medium, large, largeFlag, longestFlag } = form;
    if (index < large) {
      const rest = index - medium;
      this.byte(lead | largeFlag | (rest >> 16));
      this.#big(rest & 0xffff, 2);
    } else {
      this.byte(lead | longestFlag!);
      this.#big(index - large, 3);
    }
  }

  /** Big-endian. */
  #big(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.byte((value >>> (8 * i)) & 0xff);
  }

  #ensure(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

function countHeadBytes(length: number, { small }: LengthForm): number {
  return length <= small ? 1 : length <= small + MEDIUM_LENGTHS ? 2 : MOST_HEAD_BYTES;
}
