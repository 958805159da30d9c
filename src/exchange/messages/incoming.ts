// The messages that come to a client: kept for checking, and decoded where they are of data, as users of a
// format must; that is stamped.

import type { DataValue } from '../../data/schema.ts';
import { type Arrived, Receiver, type Verdict } from '../../messages/receiver.ts';
import type { SequenceOrder } from './sequence-order.ts';

export interface Incoming {
  readonly count: number;
  /** Throws where a message does not decode. */
  take(message: Arrived): void;
  /** Sum over the messages so far, ms. */
  readonly decodeMs: number;
  /** Of the first cycle, where they were to be kept. */
  readonly decoded: readonly DataValue[] | undefined;
  /** Call when nothing is timed any more. */
  verdict(expected: number): Verdict;
}

export function incomingOf(order: SequenceOrder, cycle: number, now: () => number): Incoming {
  const { spec, data } = order;
  if (spec.content.kind === 'random') return new Kept(new Receiver(cycle, now));
  if (data === null || data.decode === null)
    throw new Error('a sequence of data is received without a decoder');
  const keep = order.keepDecoded === true ? Math.min(cycle, spec.messages) : 0;
  return new Decoded(new Receiver(cycle, now), data.decode, keep, now);
}

class Kept implements Incoming {
  readonly #receiver: Receiver;
  readonly decodeMs = 0;
  readonly decoded = undefined;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  get count(): number {
    return this.#receiver.count;
  }

  take(message: Arrived): void {
    this.#receiver.take(message);
  }

  verdict(expected: number): Verdict {
    return this.#receiver.verdict(expected);
  }
}

class Decoded implements Incoming {
  readonly #receiver: Receiver;
  readonly #decode: (message: Arrived) => DataValue;
  readonly #keep: number;
  readonly #now: () => number;
  readonly #kept: DataValue[] = [];
  decodeMs = 0;

  constructor(receiver: Receiver, decode: (message: Arrived) => DataValue, keep: number, now: () => number) {
    this.#receiver = receiver;
    this.#decode = decode;
    this.#keep = keep;
    this.#now = now;
  }

  get count(): number {
    return this.#receiver.count;
  }

  get decoded(): readonly DataValue[] | undefined {
    return this.#keep > 0 ? this.#kept : undefined;
  }

  take(message: Arrived): void {
    this.#receiver.take(message);
    const fromMs = this.#now();
    const value = this.#decode(message);
    this.decodeMs += this.#now() - fromMs;
    if (this.#kept.length < this.#keep) this.#kept.push(value);
  }

  verdict(expected: number): Verdict {
    return this.#receiver.verdict(expected);
  }
}
