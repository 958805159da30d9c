// Counts bytes on the wire of the connections that carry a sequence, from its beginning on.

import type { Socket } from 'node:net';

/**
 * From this number of connections on, closed ones are added up and forgotten: a client may open one for every
 * message.
 */
const SETTLE_AT = 100;

interface Counted {
  readonly read: number;
  readonly written: number;
}

/**
 * What each connection had read when its last answer of a message endpoint was written. What it reads later
 * belongs to another request.
 */
const answered = new WeakMap<Socket, Counted>();

/**
 * To be called when an answer has been written. It says nothing over HTTP/2, where requests run side by side.
 */
export function markAnswered(wire: Socket): void {
  answered.set(wire, socketBytes(wire));
}

export class Traffic {
  /** Connection → its count when the sequence began or when the connection joined it. */
  readonly #wires = new Map<Socket, Counted>();
  #settledRead = 0;
  #settledWritten = 0;

  /** Adds a connection that carries a request of the sequence; it may be known already. */
  add(wire: Socket | null): void {
    if (wire === null || this.#wires.has(wire)) return;
    this.#wires.set(wire, answered.get(wire) ?? { read: 0, written: 0 });
    if (this.#wires.size > SETTLE_AT) this.#settle();
  }

  /** Counts from now on. */
  begin(): void {
    this.#settledRead = 0;
    this.#settledWritten = 0;
    for (const wire of this.#wires.keys()) this.#wires.set(wire, socketBytes(wire));
  }

  /** Leaves out what came on `asking` since its last answer, because that is the request for this count. */
  count(asking: Socket | null): { bytesReceived: number; bytesSent: number } {
    let bytesReceived = this.#settledRead;
    let bytesSent = this.#settledWritten;
    for (const [wire, from] of this.#wires) {
      const mark = wire === asking ? answered.get(wire) : undefined;
      bytesReceived += Math.max(0, (mark?.read ?? wire.bytesRead) - from.read);
      bytesSent += wire.bytesWritten - from.written;
    }
    return { bytesReceived, bytesSent };
  }

  #settle(): void {
    for (const [wire, from] of this.#wires) {
      if (!wire.destroyed) continue;
      this.#settledRead += wire.bytesRead - from.read;
      this.#settledWritten += wire.bytesWritten - from.written;
      this.#wires.delete(wire);
    }
  }
}

function socketBytes({ bytesRead: read, bytesWritten: written }: Socket): Counted {
  return { read, written };
}
