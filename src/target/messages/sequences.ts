// All sequences of the target, by their names. Sequences of clients that went away without a word are
// forgotten after a while.

import type { SequenceSpec } from '../../wire/sequence.ts';
import { Refusal } from '../parameters.ts';
import type { MessageParts } from './message-parts.ts';
import type { PreparedMessages } from './prepared.ts';
import { Sequence } from './sequence.ts';

const LOOK_EVERY_MS = 5_000;

/**
 * How many bytes the messages of all sequences may have together: a hundred of the longest. More are refused
 * until some sequences have ended.
 */
const MOST_HELD_BYTES = 4_000_000_000;

export class Sequences {
  readonly parts: MessageParts;
  readonly #all = new Map<string, Sequence>();
  #heldBytes = 0;
  #last = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: MessageParts) {
    this.parts = parts;
  }

  get count(): number {
    return this.#all.size;
  }

  all(): IterableIterator<Sequence> {
    return this.#all.values();
  }

  /** Throws a Refusal if there is no room for another sequence. To be called before its messages are made. */
  refuseWhereFull(): void {
    if (this.#heldBytes < MOST_HELD_BYTES) return;
    const megabytes = Math.round(this.#heldBytes / 1e6);
    const detail = `${this.count} sequences hold ${megabytes} MB of messages: end some of them first, or wait a minute`;
    throw new Refusal({ status: 503, detail });
  }

  add(spec: SequenceSpec, prepared: PreparedMessages): Sequence {
    const isAlone = () => this.#all.size === 1;
    const sequence = new Sequence(String(++this.#last), spec, prepared, this.parts, isAlone);
    this.#all.set(sequence.id, sequence);
    this.#heldBytes += prepared.heldBytes;
    sequence.onEnd(() => this.#remove(sequence));
    this.#timer ??= setInterval(() => this.forgetIdle(), LOOK_EVERY_MS).unref();
    return sequence;
  }

  get(id: string): Sequence | null {
    const sequence = this.#all.get(id) ?? null;
    sequence?.touch();
    return sequence;
  }

  /** Forgets the sequences that had no request for a minute. */
  forgetIdle(): void {
    const nowMs = this.parts.clock.nowMs();
    for (const sequence of this.#all.values()) if (sequence.isIdle(nowMs)) sequence.forget(true);
  }

  #remove({ id, prepared }: Sequence): void {
    this.#all.delete(id);
    this.#heldBytes -= prepared.heldBytes;
    if (this.#all.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
