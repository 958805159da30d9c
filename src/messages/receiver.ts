// Takes the messages of a sequence as they arrive and finds out that none is lost, doubled, reordered or
// changed. While the sequence goes on it only keeps them, because checking is the lab's work and must not
// stand in what is timed. If memory should hold no more of them, it checks the kept ones at once and says how
// long that took.

import { plural } from '../base/figures/plurals.ts';
import { faultIn, numberIn } from './head.ts';
import { Keeper } from './keeper.ts';

/** A sequence of the published study (1 000 of 25 000 bytes) is kept whole. */
const KEPT_BYTES = 32_000_000;

/** A small message costs more memory than its bytes: the object that holds them takes about this much. */
const BYTES_BESIDE = 250;

export type Arrived = string | Uint8Array | ArrayBuffer;

export interface Verdict {
  /** Whole messages, including those that came too early or too late. */
  readonly received: number;
  /** Bytes of all of them, heads included. */
  readonly bytes: number;
  /** Those that came after one of a higher number (RFC 4737, type-P-reordered). */
  readonly reordered: number;
  /** The first thing wrong: `message 17 arrived changed: …`; null if nothing is. */
  readonly fault: string | null;
  /** What checking took while the sequence went on, ms. */
  readonly checkMs: number;
}

export class Receiver {
  readonly #cycle: number;
  readonly #anyOrder: boolean;
  readonly #now: () => number;
  readonly #kept = new Keeper();
  #keptBytes = 0;
  #count = 0;
  #checked = 0;
  #bytes = 0;
  #highest = -1;
  #reordered = 0;
  #fault: string | null = null;
  #checkMs = 0;
  /** If no order is promised: how often each number of the cycle came. */
  readonly #seen: Uint32Array | null;

  /**
   * `anyOrder` is for a transport that promises no order (beacons): every message must come, in whatever
   * order.
   */
  constructor(cycle: number, now: () => number, anyOrder = false) {
    this.#cycle = cycle;
    this.#now = now;
    this.#anyOrder = anyOrder;
    this.#seen = anyOrder ? new Uint32Array(cycle) : null;
  }

  get count(): number {
    return this.#count;
  }

  /** What checking took while the sequence went on, ms. */
  get checkMs(): number {
    return this.#checkMs;
  }

  /** Keeps the message, which must not change afterwards. */
  take(message: Arrived): void {
    this.#count++;
    this.#kept.keep(message);
    this.#keptBytes += BYTES_BESIDE + (typeof message === 'string' ? message.length : message.byteLength);
    if (this.#keptBytes < KEPT_BYTES) return;
    const fromMs = this.#now();
    this.#check();
    this.#checkMs += this.#now() - fromMs;
  }

  /** Call when nothing is timed any more. `expected` is the number of messages that were sent. */
  verdict(expected: number): Verdict {
    this.#check();
    const fault = this.#fault ?? this.#missing(expected);
    return {
      received: this.#count,
      bytes: this.#bytes,
      reordered: this.#reordered,
      fault,
      checkMs: this.#checkMs,
    };
  }

  #check(): void {
    this.#keptBytes = 0;
    this.#kept.empty((bytes, from, to) => this.#checkOne(bytes, from, to, this.#checked++));
  }

  #checkOne(bytes: Uint8Array, from: number, to: number, place: number): void {
    this.#bytes += to - from;
    const expected = place % this.#cycle;
    const number = this.#anyOrder ? (numberIn(bytes, from, to) ?? expected) : expected;
    const fault =
      number < this.#cycle ? faultIn(bytes, from, to, number) : `is number ${number} of ${this.#cycle}`;
    if (fault !== null) this.#fault ??= `message ${place} ${fault}`;
    if (this.#seen === null || fault !== null) return;
    // Its place in the sequence. Messages of one number look alike, so the first to come counts as the first
    // that was sent.
    const sentAt = this.#seen[number]!++ * this.#cycle + number;
    if (sentAt < this.#highest) this.#reordered++;
    else this.#highest = sentAt;
  }

  #missing(expected: number): string | null {
    if (this.#count < expected)
      return `${expected - this.#count} of ${expected} ${plural(expected, 'message')} did not arrive`;
    if (this.#count > expected)
      return `${this.#count} ${plural(this.#count, 'message')} arrived of ${expected} sent`;
    if (this.#seen === null) return null;
    const wrong = this.#seen.findIndex((times, number) => times !== timesSent(number, expected, this.#cycle));
    return wrong < 0 ? null : `message ${wrong} arrived ${this.#seen[wrong]} times`;
  }
}

/** How often a number of the cycle is sent. */
function timesSent(number: number, messages: number, cycle: number): number {
  return Math.ceil((messages - number) / cycle);
}
