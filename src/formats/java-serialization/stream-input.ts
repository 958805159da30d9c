// Reads what java.io.ObjectOutputStream writes byte by byte; every error says at which byte. Nothing is set
// aside for what a length promises before it is there.

import { decodeModifiedUtf8, UNIT_BREAKS } from './modified-utf8.ts';

/** Says what is wrong with a stream, and where. */
class StreamError extends Error {
  constructor(problem: string, at: number) {
    super(`Java serialization: ${problem}, at byte ${at}`);
  }
}

/** Up to here a loop is faster than TextDecoder. */
const SHORT_TEXT = 24;

const ASCII = new TextDecoder('utf-8', { ignoreBOM: true });

export class StreamInput {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#passed(1)]!;
  }

  short(): number {
    return this.#view.getUint16(this.#passed(2));
  }

  int(): number {
    return this.#view.getInt32(this.#passed(4));
  }

  long(): bigint {
    return this.#view.getBigInt64(this.#passed(8));
  }

  double(): number {
    return this.#view.getFloat64(this.#passed(8));
  }

  boolean(): boolean {
    const value = this.byte();
    if (value > 1) throw this.error(`a boolean of ${value}`, this.at - 1);
    return value === 1;
  }

  /** Behind two bytes of length. */
  text(): string {
    return this.#readText(this.short());
  }

  /** Behind eight bytes of length. */
  longText(): string {
    const from = this.at;
    const length = this.long();
    if (length < 0n || length > BigInt(this.#bytes.length))
      throw this.error(`a text of ${length} bytes`, from);
    return this.#readText(Number(length));
  }

  error(problem: string, at = this.at): StreamError {
    return new StreamError(problem, at);
  }

  #readText(length: number): string {
    const from = this.#passed(length);
    const bytes = this.#bytes;
    if (length <= SHORT_TEXT) {
      let text = '';
      for (let i = from; i < from + length; i++) {
        const byte = bytes[i]!;
        if (byte >= 0x80 || byte === 0) return this.#modifiedText(from, length);
        text += String.fromCharCode(byte);
      }
      return text;
    }
    for (let i = from; i < from + length; i++) {
      if (bytes[i]! >= 0x80 || bytes[i] === 0) return this.#modifiedText(from, length);
    }
    return ASCII.decode(bytes.subarray(from, from + length));
  }

  #modifiedText(from: number, length: number): string {
    const text = decodeModifiedUtf8(this.#bytes.subarray(from, from + length));
    if (typeof text === 'string') return text;
    throw this.error(UNIT_BREAKS, from + text.brokenAt);
  }

  /** Where the next `count` bytes begin. */
  #passed(count: number): number {
    const from = this.at;
    if (count > this.#bytes.length - from)
      throw this.error('the end, in the middle of the object', this.#bytes.length);
    this.at = from + count;
    return from;
  }
}
