// Keeps messages in the order in which they came. Short ones of bytes are copied one behind the other into pieces of memory
// that are used again: each kept as it came would hold several times its bytes, in small objects that outlive one collection
// after the other, and the process would grow.

import type { Arrived } from './receiver.ts';

const SHORT_BYTES = 4_096;
const PIECE_BYTES = 1_000_000;

interface Piece {
  readonly bytes: Uint8Array;
  /** Of each message in it. */
  lengths: number[];
  used: number;
}

export class Keeper {
  #kept: (Piece | Arrived)[] = [];
  readonly #free: Piece[] = [];
  /** The last of what is kept, where it is a piece; short messages go there. */
  #open: Piece | null = null;

  keep(message: Arrived): void {
    if (!(message instanceof Uint8Array) || message.length > SHORT_BYTES) {
      this.#kept.push(message);
      this.#open = null;
      return;
    }
    const piece =
      this.#open !== null && this.#open.used + message.length <= PIECE_BYTES ? this.#open : this.#next();
    piece.bytes.set(message, piece.used);
    piece.used += message.length;
    piece.lengths.push(message.length);
  }

  /** Every message kept, in order; then none is kept any more. A view is good until the next one is kept. */
  *taken(): Generator<Arrived> {
    const kept = this.#kept;
    this.#kept = [];
    this.#open = null;
    for (const one of kept) {
      if (typeof one !== 'object' || !('lengths' in one)) yield one;
      else yield* this.#emptied(one);
    }
  }

  *#emptied(piece: Piece): Generator<Uint8Array> {
    let at = 0;
    for (const length of piece.lengths) {
      yield piece.bytes.subarray(at, at + length);
      at += length;
    }
    piece.lengths = [];
    piece.used = 0;
    this.#free.push(piece);
  }

  #next(): Piece {
    const piece = this.#free.pop() ?? { bytes: new Uint8Array(PIECE_BYTES), lengths: [], used: 0 };
    this.#kept.push(piece);
    this.#open = piece;
    return piece;
  }
}
