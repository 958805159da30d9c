// Messages into a stream of bytes, each behind its length. What is sent in one turn of the event loop leaves
// in pieces of a size that suits the stream: each write to it is a promise and a message between processes.

import { LENGTH_BYTES, writeLength } from '../../../messages/frames.ts';
import type { Sendable } from '../channel.ts';

const PIECE_BYTES = 65_536;

const UTF8 = new TextEncoder();

export class FrameWriter {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #failed: (thrown: unknown) => void;
  #piece = new Uint8Array(PIECE_BYTES);
  #filled = 0;
  #isToLeave = false;
  /** Bytes that the stream has not taken yet. */
  heldBytes = 0;

  /** `failed` is told why the stream takes no more. */
  constructor(
    writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
    failed: (thrown: unknown) => void,
  ) {
    this.#writer = writer;
    this.#failed = failed;
    // Told by each write, too.
    writer.closed.catch(() => undefined);
  }

  send(message: Sendable): void {
    const bytes = typeof message === 'string' ? UTF8.encode(message) : message;
    if (this.#filled + LENGTH_BYTES + bytes.length > PIECE_BYTES) this.#leave();
    writeLength(this.#piece.subarray(this.#filled), bytes.length);
    this.#filled += LENGTH_BYTES;
    if (this.#filled + bytes.length > PIECE_BYTES) {
      this.#leave();
      this.#write(bytes);
      return;
    }
    this.#piece.set(bytes, this.#filled);
    this.#filled += bytes.length;
    if (this.#isToLeave) return;
    this.#isToLeave = true;
    queueMicrotask(() => {
      this.#isToLeave = false;
      this.#leave();
    });
  }

  #leave(): void {
    if (this.#filled === 0) return;
    // The stream keeps what it is given: what is written to next must be another piece.
    const piece = this.#piece.slice(0, this.#filled);
    this.#filled = 0;
    this.#write(piece);
  }

  #write(bytes: Uint8Array<ArrayBuffer>): void {
    this.heldBytes += bytes.length;
    this.#writer.write(bytes).then(
      () => {
        this.heldBytes -= bytes.length;
      },
      (thrown: unknown) => this.#failed(thrown),
    );
  }
}
