// The messages that a client sends. Random ones are made before anything is timed; values of data are encoded
// when they are sent, as users of a format must, and that is stamped.

import type { DataValue } from '../../data/schema.ts';
import { randomMessages } from '../../messages/content.ts';
import { behindHead, headAt, writeHeads } from '../../messages/head.ts';
import type { RandomContent, SequenceSpec } from '../../wire/sequence.ts';
import type { Sendable } from './channel.ts';
import type { SequenceOrder } from './sequence-order.ts';

export interface Outgoing {
  /** Message `i` of the sequence. */
  at(i: number): Sendable;
  /** Of message `i`, head and all; of data once it was made. */
  bytesOf(i: number): number;
  /** Sum over the messages so far, ms. */
  readonly encodeMs: number;
}

/**
 * `cycle`: different messages, as the target counts them; they repeat after so many. Throws where ours are
 * others.
 */
export function outgoingOf(
  spec: SequenceSpec,
  data: SequenceOrder['data'],
  cycle: number,
  now: () => number,
): Outgoing {
  if (spec.content.kind === 'random') return madeBefore(spec.content, spec.messages, cycle);
  if (data === null || data.encode === null) throw new Error('a sequence of data is sent without an encoder');
  refuseOtherCycle(cycle, Math.min(cycle, data.values.length));
  return new Encoded(data.encode, data.values.slice(0, cycle), now);
}

function madeBefore(content: RandomContent, messages: number, cycle: number): Outgoing {
  const made = randomMessages(content, messages) as Uint8Array<ArrayBuffer>[];
  refuseOtherCycle(cycle, made.length);
  const sizes = Uint32Array.from(made, ({ length }) => length);
  const ascii = new TextDecoder('latin1');
  const contents: readonly Sendable[] =
    content.body === 'text' ? made.map((bytes) => ascii.decode(bytes)) : made;
  return {
    at: (i) => contents[i % cycle]!,
    bytesOf: (i) => sizes[i % cycle]!,
    encodeMs: 0,
  };
}

function refuseOtherCycle(target: number, ours: number): void {
  if (ours === target) return;
  throw new Error(`the target repeats messages after ${target}, the client has ${ours} different ones`);
}

class Encoded implements Outgoing {
  encodeMs = 0;
  readonly #values: readonly DataValue[];
  readonly #encode: (value: DataValue) => Uint8Array;
  /** Encoders make the same of the same: digests are found before anything is timed. */
  readonly #heads: Uint8Array;
  readonly #sizes: Float64Array;
  readonly #now: () => number;

  constructor(encode: (value: DataValue) => Uint8Array, values: readonly DataValue[], now: () => number) {
    this.#values = values;
    this.#encode = encode;
    this.#heads = writeHeads(values.length, (i) => this.#encode(values[i]!));
    this.#sizes = new Float64Array(values.length);
    this.#now = now;
  }

  at(i: number): Sendable {
    const number = i % this.#values.length;
    const fromMs = this.#now();
    const body = this.#encode(this.#values[number]!);
    this.encodeMs += this.#now() - fromMs;
    const message = behindHead(headAt(this.#heads, number), body) as Uint8Array<ArrayBuffer>;
    this.#sizes[number] = message.length;
    return message;
  }

  bytesOf(i: number): number {
    return this.#sizes[i % this.#values.length]!;
  }
}
