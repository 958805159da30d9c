// Reads the bytes of a document: single bytes, lengths, and runs of bytes as text. It never reads beyond the
// end, and it trusts no length before it has checked that the bytes are there.

import { InfosetError } from './document-error.ts';

/** Longer texts are made by a TextDecoder, whose call alone takes as long as these. */
const MOST_SHORT_BYTES = 48;
const LAST_ASCII = 0x7f;

// Arrays of every length that short texts have, so that their characters become a text in one call.
const UNITS: readonly number[][] = Array.from({ length: MOST_SHORT_BYTES + 1 }, (_, length) =>
  new Array(length).fill(0),
);

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF16 = new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true });

export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The offset of the next byte. */
  get offset(): number {
    return this.#offset;
  }

  get length(): number {
    return this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#offset];
    if (byte === undefined) throw this.error('the document ends too early');
    this.#offset += 1;
    return byte;
  }

  /** Big-endian. */
  uint16(): number {
    return (this.byte() << 8) | this.byte();
  }

  uint32(): number {
    return this.uint16() * 0x1_00_00 + this.uint16();
  }

  /** A view of that many bytes. */
  view(length: number): Uint8Array {
    const start = this.#passed(length);
    return this.#bytes.subarray(start, this.#offset);
  }

  utf8(length: number): string {
    const start = this.#passed(length);
    if (length <= MOST_SHORT_BYTES) {
      const units = UNITS[length]!;
      const bytes = this.#bytes;
      let all = 0;
      for (let i = 0; i < length; i++) {
        const byte = bytes[start + i]!;
        all |= byte;
        units[i] = byte;
      }
      if (all <= LAST_ASCII) return String.fromCharCode.apply(null, units);
    }
    return this.#decoded(UTF8, start, 'UTF-8');
  }

  /** Big-endian, whatever the machine. */
  utf16(length: number): string {
    return this.#decoded(UTF16, this.#passed(length), 'UTF-16');
  }

  error(problem: string): InfosetError {
    return new InfosetError(problem, this.#offset);
  }

  /** Answers where they start. */
  #passed(length: number): number {
    const start = this.#offset;
    const left = this.#bytes.length - start;
    if (length > left) throw this.error(`${length} bytes should follow, but ${left} do`);
    this.#offset = start + length;
    return start;
  }

  #decoded(decoder: TextDecoder, start: number, encoding: string): string {
    try {
      return decoder.decode(this.#bytes.subarray(start, this.#offset));
    } catch {
      throw new InfosetError(`a text that is no ${encoding}`, start);
    }
  }
}
