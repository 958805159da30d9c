// Sends the messages of a sequence to the client: as fast as they are taken, when they are due, or one for
// each request. It never runs further ahead than the connection takes.

import type { Clock } from '../../base/clock.ts';
import type { SequenceSpec } from '../../wire/sequence.ts';
import { callWhenDue } from './call-when-due.ts';
import { BYTES_BESIDE_MESSAGE, MOST_UNWRITTEN_BYTES, type Outlet } from './outlet.ts';

/** How many bytes are written before it waits until the system has taken them. */
const BATCH_BYTES = 64 * 1024;

export interface PumpOrders {
  readonly spec: SequenceSpec;
  readonly clock: Clock;
  /** Whether no other sequence is served now. */
  readonly isAlone: () => boolean;
  /** Makes message number `place`, from 0. */
  message(place: number): Uint8Array;
  /** Called if it cannot go on. */
  onFailure(reason: string): void;
  /** Called when the system has taken more messages, or all of them (`isDone`). */
  onProgress(isDone: boolean): void;
}

export class Pump {
  readonly #orders: PumpOrders;
  readonly #outlet: Outlet;
  #sent = 0;
  #wanted = 0;
  #unwrittenBytes = 0;
  #beganMs: number | null = null;
  #stopWaiting: (() => void) | null = null;
  #stopped = false;

  constructor(orders: PumpOrders, outlet: Outlet) {
    this.#orders = orders;
    this.#outlet = outlet;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Whether nothing is under way and the next message is not due yet. */
  get isWaitingForItsTime(): boolean {
    return this.#stopWaiting !== null && this.#unwrittenBytes === 0;
  }

  begin(beganMs: number): void {
    this.#beganMs = beganMs;
    this.#run();
  }

  /** Lets the next message of ping-pong go. */
  next(): void {
    this.#wanted = Math.min(this.#wanted + 1, this.#orders.spec.messages);
    this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
  }

  #run(): void {
    if (this.#stopped || this.#beganMs === null) return;
    const { spec } = this.#orders;
    const allowed = messagesDue(spec, this.#beganMs, this.#orders.clock.nowMs(), this.#wanted);
    try {
      while (this.#sent < allowed && this.#unwrittenBytes < MOST_UNWRITTEN_BYTES) this.#sendBatch(allowed);
    } catch (thrown) {
      this.stop();
      this.#orders.onFailure(`message ${this.#sent} cannot be sent: ${(thrown as Error).message}`);
      return;
    }
    if (spec.mode === 'paced' && this.#sent === allowed && this.#sent < spec.messages) this.#wait();
  }

  #sendBatch(allowed: number): void {
    const outlet = this.#outlet;
    let bytes = 0;
    outlet.cork();
    try {
      while (bytes < BATCH_BYTES && this.#sent < allowed) {
        const message = this.#orders.message(this.#sent);
        const refusal = outlet.refuses?.(message) ?? null;
        if (refusal !== null) throw new Error(refusal);
        bytes += message.length + BYTES_BESIDE_MESSAGE;
        this.#sent++;
        const isLast = bytes >= BATCH_BYTES || this.#sent === allowed;
        if (isLast) this.#unwrittenBytes += bytes;
        outlet.send(message, isLast ? () => this.#written(bytes) : null);
      }
    } finally {
      outlet.uncork();
    }
  }

  #written(bytes: number): void {
    this.#unwrittenBytes -= bytes;
    if (this.#stopped) return;
    this.#orders.onProgress(this.#sent === this.#orders.spec.messages && this.#unwrittenBytes === 0);
    this.#run();
  }

  #wait(): void {
    if (this.#stopWaiting !== null || this.#beganMs === null) return;
    const { spec, clock, isAlone } = this.#orders;
    const dueMs = this.#beganMs + ((this.#sent + 1) * 1_000) / spec.ratePerSecond!;
    this.#stopWaiting = callWhenDue(clock, dueMs, isAlone, () => {
      this.#stopWaiting = null;
      this.#run();
    });
  }
}

/**
 * How many messages may have been sent by now. Paced message i leaves at `beganMs` + (i + 1) × 1000 / rate,
 * never before.
 */
export function messagesDue(spec: SequenceSpec, beganMs: number, nowMs: number, wanted: number): number {
  switch (spec.mode) {
    case 'throughput':
      return spec.messages;
    case 'ping-pong':
      return wanted;
    case 'paced':
      return Math.min(spec.messages, Math.floor(((nowMs - beganMs) * spec.ratePerSecond!) / 1_000));
  }
}
