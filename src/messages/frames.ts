// Messages in a stream of bytes (streaming fetch, long polling, WebTransport): its length stands before each
// message, in four bytes with the highest first. A frame of length 0 is no message; it says that the way is
// open.

export const LENGTH_BYTES = 4;

export function writeLength(into: Uint8Array, length: number): void {
  into[0] = length >>> 24;
  into[1] = length >>> 16;
  into[2] = length >>> 8;
  into[3] = length;
}

/** Cuts pieces of any length, as they arrive, into the messages that were framed. */
export class FrameReader {
  readonly #largestBytes: number;
  readonly #onMessage: (message: Uint8Array) => void;
  readonly #length = new Uint8Array(LENGTH_BYTES);
  #lengthBytes = 0;
  /** The message that is coming in several pieces; null between messages. */
  #message: Uint8Array | null = null;
  #filled = 0;

  /** `onMessage` gets frames of length 0 too. A longer message than `largestBytes` makes `push` throw. */
  constructor(largestBytes: number, onMessage: (message: Uint8Array) => void) {
    this.#largestBytes = largestBytes;
    this.#onMessage = onMessage;
  }

  /** Messages that lie wholly in `piece` are views of it. */
  push(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length || this.#isWholeAndEmpty()) {
      if (this.#lengthBytes < LENGTH_BYTES) {
        this.#length[this.#lengthBytes++] = piece[at++]!;
        continue;
      }
      at = this.#takeBody(piece, at);
    }
  }

  /** Whether every message that began is whole. */
  get isBetweenMessages(): boolean {
    return this.#lengthBytes === 0;
  }

  #isWholeAndEmpty(): boolean {
    return this.#lengthBytes === LENGTH_BYTES && this.#message === null && this.#bytes() === 0;
  }

  #takeBody(piece: Uint8Array, at: number): number {
    const bytes = this.#bytes();
    if (bytes > this.#largestBytes)
      throw new Error(`a message of ${bytes} bytes; at most ${this.#largestBytes} are taken`);
    const here = Math.min(bytes - this.#filled, piece.length - at);
    if (this.#message === null && here === bytes) {
      this.#done(piece.subarray(at, at + bytes));
      return at + bytes;
    }
    this.#message ??= new Uint8Array(bytes);
    this.#message.set(piece.subarray(at, at + here), this.#filled);
    this.#filled += here;
    if (this.#filled === bytes) this.#done(this.#message);
    return at + here;
  }

  #done(message: Uint8Array): void {
    this.#lengthBytes = 0;
    this.#message = null;
    this.#filled = 0;
    this.#onMessage(message);
  }

  #bytes(): number {
    const [a, b, c, d] = this.#length;
    return a! * 0x100_0000 + ((b! << 16) | (c! << 8) | d!);
  }
}
