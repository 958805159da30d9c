// All sequences of the target, by their names. Those of clients that went away without a word are forgotten after a while.

import type { SequenceSpec } from '../../wire/sequence.ts';
import type { MessageParts } from './parts.ts';
import type { PreparedMessages } from './prepared.ts';
import { Sequence } from './sequence.ts';

const LOOK_EVERY_MS = 5_000;

export class Sequences {
  readonly parts: MessageParts;
  readonly #all = new Map<string, Sequence>();
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

  add(spec: SequenceSpec, prepared: PreparedMessages): Sequence {
    const isAlone = () => this.#all.size === 1;
    const sequence = new Sequence(String(++this.#last), spec, prepared, this.parts, isAlone);
    this.#all.set(sequence.id, sequence);
    sequence.onEnd(() => this.#remove(sequence.id));
    this.#timer ??= setInterval(() => this.forgetIdle(), LOOK_EVERY_MS).unref();
    return sequence;
  }

  get(id: string): Sequence | null {
    const sequence = this.#all.get(id) ?? null;
    sequence?.touch();
    return sequence;
  }

  /** Those that nobody asked after for a minute. */
  forgetIdle(): void {
    const nowMs = this.parts.clock.nowMs();
    for (const sequence of this.#all.values()) if (sequence.isIdle(nowMs)) sequence.forget(true);
  }

  #remove(id: string): void {
    this.#all.delete(id);
    if (this.#all.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
