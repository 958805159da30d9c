// Keeps messages in the order in which they came. Short binary messages are copied one after the other into
// pieces of memory that are used again. Kept as it came, each would hold several times its bytes, in small
// objects that outlive one garbage collection after the other, and the process would grow.

import type { Arrived } from './receiver.ts';

const SHORT_BYTES = 4_096;
const PIECE_BYTES = 1_000_000;
/** How many messages a piece holds at most; the shortest possible messages do not fill a piece. */
const MOST_IN_A_PIECE = 20_000;

interface Piece {
  readonly bytes: Uint8Array;
  /** Where each message in it ends. */
  readonly ends: Uint32Array;
  count: number;
  used: number;
}

export class Keeper {
  #kept: (Piece | Arrived)[] = [];
  readonly #free: Piece[] = [];
  /** The last thing kept, if it is a piece; short messages go there. */
  #open: Piece | null = null;

  keep(message: Arrived): void {
    if (!(message instanceof Uint8Array) || message.length > SHORT_BYTES) {
      this.#kept.push(message);
      this.#open = null;
      return;
    }
    const piece = this.#open !== null && hasRoom(this.#open, message.length) ? this.#open : this.#next();
    piece.bytes.set(message, piece.used);
    piece.used += message.length;
    piece.ends[piece.count++] = piece.used;
  }

  /** Visits every kept message in order, each as a part of some bytes, and forgets them. */
  empty(visit: (bytes: Uint8Array, from: number, to: number) => void): void {
    const kept = this.#kept;
    this.#kept = [];
    this.#open = null;
    for (const one of kept) {
      if (typeof one === 'object' && 'ends' in one) {
        this.#emptyPiece(one, visit);
        continue;
      }
      const bytes = toBytes(one);
      visit(bytes, 0, bytes.length);
    }
  }

  #emptyPiece(piece: Piece, visit: (bytes: Uint8Array, from: number, to: number) => void): void {
    let from = 0;
    for (let i = 0; i < piece.count; i++) {
      const to = piece.ends[i]!;
      visit(piece.bytes, from, to);
      from = to;
    }
    piece.count = 0;
    piece.used = 0;
    this.#free.push(piece);
  }

  #next(): Piece {
    const piece = this.#free.pop() ?? newPiece();
    this.#kept.push(piece);
    this.#open = piece;
    return piece;
  }
}

function newPiece(): Piece {
  return { bytes: new Uint8Array(PIECE_BYTES), ends: new Uint32Array(MOST_IN_A_PIECE), count: 0, used: 0 };
}

function hasRoom({ used, count }: Piece, length: number): boolean {
  return used + length <= PIECE_BYTES && count < MOST_IN_A_PIECE;
}

const UTF8 = new TextEncoder();

function toBytes(message: Arrived): Uint8Array {
  if (typeof message === 'string') return UTF8.encode(message);
  return message instanceof Uint8Array ? message : new Uint8Array(message);
}
