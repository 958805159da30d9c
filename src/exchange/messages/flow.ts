// The messages of one sequence while time runs: what may be sent, what was delivered, and the stamps that the
// mode needs. It is all that happens between two messages, so it does nothing that can wait.

import { plural } from '../../base/figures/plurals.ts';
import type { Arrived } from '../../messages/receiver.ts';
import type { SequenceSpec } from '../../wire/sequence.ts';
import { type Channel, type ChannelEvents, wordsOf } from './channel.ts';
import type { Incoming } from './incoming.ts';
import type { Outgoing } from './outgoing.ts';
import { SequenceFailure } from './sequence-failure.ts';

export class Flow implements ChannelEvents {
  readonly #messages: number;
  readonly #isPingPong: boolean;
  readonly #outgoing: Outgoing | null;
  readonly #incoming: Incoming | null;
  readonly #now: () => number;
  readonly #done = Promise.withResolvers<void>();
  #channel: Channel | null = null;
  /** So many may be sent, or asked for. */
  #due: number;
  #sent = 0;
  #acknowledged = 0;
  #sentBytes = 0;
  #deliveredBytes = 0;
  #isOver = false;
  /** NaN until there is one. */
  firstAtMs = Number.NaN;
  endMs = Number.NaN;
  /** Of ping-pong: when each message was sent or asked for. */
  readonly sentAtMs: Float64Array | null;
  /** But in throughput: when each was delivered. */
  readonly deliveredAtMs: Float64Array | null;

  /** `outgoing`: null where the client only receives; `incoming`: null where it only sends. */
  constructor(
    { mode, messages }: SequenceSpec,
    outgoing: Outgoing | null,
    incoming: Incoming | null,
    now: () => number,
  ) {
    this.#messages = messages;
    this.#isPingPong = mode === 'ping-pong';
    this.#due = 0;
    this.#outgoing = outgoing;
    this.#incoming = incoming;
    this.#now = now;
    this.sentAtMs = this.#isPingPong ? new Float64Array(messages) : null;
    this.deliveredAtMs = mode === 'throughput' ? null : new Float64Array(messages);
    // Nobody may be waiting yet when it fails.
    this.#done.promise.catch(() => undefined);
  }

  /** Rejects with a SequenceFailure, or with what `stop` was told. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  get sent(): number {
    return this.#sent;
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  get delivered(): number {
    return this.#incoming?.count ?? this.#acknowledged;
  }

  attach(channel: Channel): void {
    this.#channel = channel;
  }

  /** So many messages may go from now on. */
  release(due: number): void {
    this.#due = due;
    this.#advance(Number.NaN);
  }

  readonly message = (message: Arrived): void => {
    const incoming = this.#incoming;
    if (incoming === null) return;
    try {
      incoming.take(message);
    } catch (thrown) {
      this.failed(`message ${incoming.count - 1} does not decode: ${wordsOf(thrown)}`);
    }
    const { count } = incoming;
    if (this.#outgoing !== null) this.#deliveredBytes += this.#outgoing.bytesOf(count - 1);
    this.#delivered(count - 1, count);
  };

  readonly acknowledged = (received: number): void => {
    // Where messages come back, that is what counts.
    if (this.#incoming !== null) {
      this.free();
      return;
    }
    const before = this.#acknowledged;
    if (!(received >= before && received <= this.#sent)) {
      this.failed(
        `the target acknowledged ${received} ${plural(received, 'message')} after ${before}, of ${this.#sent} sent`,
      );
      return;
    }
    this.#acknowledged = received;
    for (let i = before; i < received; i++) this.#deliveredBytes += this.#outgoing!.bytesOf(i);
    if (received > before) this.#delivered(before, received);
    else this.free();
  };

  readonly free = (): void => {
    this.#advance(Number.NaN);
  };

  readonly failed = (reason: string): void => {
    this.stop(new SequenceFailure('failed', reason));
  };

  stop(reason: unknown): void {
    this.#isOver = true;
    this.#done.reject(reason);
  }

  /** Messages `from` to `count` − 1 have just been delivered. */
  #delivered(from: number, count: number): void {
    let nowMs = Number.NaN;
    if (this.deliveredAtMs !== null) {
      nowMs = this.#now();
      this.deliveredAtMs.fill(nowMs, from, count);
    }
    if (from === 0) this.firstAtMs = this.#now();
    if (count >= this.#messages) {
      if (!this.#isOver) this.endMs = this.#now();
      this.#isOver = true;
      this.#done.resolve();
      return;
    }
    if (this.#isPingPong) this.#due = count + 1;
    if (this.#sent < this.#due) this.#advance(nowMs);
  }

  /** `nowMs`: where it was stamped just now. */
  #advance(nowMs: number): void {
    const channel = this.#channel;
    if (channel === null || this.#isOver) return;
    try {
      while (this.#sent < this.#due && !channel.isBusy && this.#hasRoom(channel)) {
        if (this.sentAtMs !== null) {
          this.sentAtMs[this.#sent] = Number.isNaN(nowMs) ? this.#now() : nowMs;
        }
        this.#sendOne(channel);
      }
    } catch (thrown) {
      this.failed(wordsOf(thrown));
    }
  }

  #sendOne(channel: Channel): void {
    const i = this.#sent++;
    if (this.#outgoing === null) {
      channel.ask!(i);
      return;
    }
    const message = this.#outgoing.at(i);
    this.#sentBytes += this.#outgoing.bytesOf(i);
    channel.send!(message);
  }

  #hasRoom({ mostUnacknowledgedBytes }: Channel): boolean {
    if (this.#outgoing === null) return true;
    return this.#sentBytes - this.#deliveredBytes < mostUnacknowledgedBytes;
  }
}
