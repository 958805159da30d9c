// Takes the messages of a sequence that come from the client: counts them, decodes them if they are data,
// keeps them for the check, and says when an acknowledgement is due.

import type { Clock } from '../../base/clock.ts';
import { plural } from '../../base/figures/plurals.ts';
import { Receiver } from '../../messages/receiver.ts';
import { ACKNOWLEDGE, type SequenceSpec } from '../../wire/sequence.ts';
import type { PreparedMessages } from './prepared.ts';

export class Inlet {
  readonly #spec: SequenceSpec;
  readonly #prepared: PreparedMessages;
  readonly #clock: Clock;
  #receiver: Receiver | null = null;
  #decodeMs = 0;
  #failure: string | null = null;
  #unacknowledged = 0;
  #unacknowledgedBytes = 0;

  constructor(spec: SequenceSpec, prepared: PreparedMessages, clock: Clock) {
    this.#spec = spec;
    this.#prepared = prepared;
    this.#clock = clock;
  }

  get received(): number {
    return this.#receiver?.count ?? 0;
  }

  get decodeMs(): number {
    return this.#decodeMs;
  }

  get checkMs(): number {
    return this.#receiver?.checkMs ?? 0;
  }

  /** Why the first message that could not be decoded failed. */
  get failure(): string | null {
    return this.#failure;
  }

  /**
   * Takes a message and says whether an acknowledgement is due. `keepsOrder` says whether the transport keeps
   * the order; requests may overtake one another.
   */
  take(message: Uint8Array, keepsOrder: boolean): boolean {
    this.#receiver ??= new Receiver(this.#prepared.cycle, () => this.#clock.nowMs(), !keepsOrder);
    const { decode } = this.#prepared;
    if (decode !== null && this.#failure === null) this.#decode(message, decode);
    this.#receiver.take(message);
    return this.#isAcknowledgementDue(message.length);
  }

  /** To be called when nothing is timed any more. */
  verdict(): { reordered: number; fault: string | null } {
    const { direction, messages } = this.#spec;
    if (this.#receiver !== null) return this.#receiver.verdict(messages);
    const none =
      direction === 'server-to-client'
        ? null
        : `${messages} of ${messages} ${plural(messages, 'message')} did not arrive`;
    return { reordered: 0, fault: none };
  }

  #decode(message: Uint8Array, decode: (message: Uint8Array) => void): void {
    const fromMs = this.#clock.nowMs();
    try {
      decode(message);
    } catch (thrown) {
      this.#failure = `message ${this.received} cannot be decoded: ${(thrown as Error).message}`;
    }
    this.#decodeMs += this.#clock.nowMs() - fromMs;
  }

  #isAcknowledgementDue(bytes: number): boolean {
    if (this.#spec.mode !== 'throughput') return true;
    this.#unacknowledged++;
    this.#unacknowledgedBytes += bytes;
    const { everyMessages, everyBytes } = ACKNOWLEDGE;
    const isDue =
      this.#unacknowledged >= everyMessages ||
      this.#unacknowledgedBytes >= everyBytes ||
      this.received >= this.#spec.messages;
    if (isDue) {
      this.#unacknowledged = 0;
      this.#unacknowledgedBytes = 0;
    }
    return isDue;
  }
}
