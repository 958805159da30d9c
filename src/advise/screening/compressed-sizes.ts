// How many bytes bodies have after each compression. A few bodies are compressed at a time, on other threads.

import { compressAside } from '../../compression/node-zlib.ts';
import type { Compression } from '../../factors/compression.ts';
import type { Format } from '../../formats/format.ts';
import type { Payload } from '../../payload/payload.ts';
import { type Sizes, summariseSizes } from './bodies.ts';

export type CompressedSize = Compression & Sizes;

/** The number of threads that Node gives to zlib (libuv's pool). */
const AT_A_TIME = 4;

export class CompressedSizes {
  readonly #levels: readonly Compression[];
  /** The sizes of the last format, kept because its encoders often write the same bytes. */
  #known: { readonly bodies: readonly Uint8Array[]; readonly sizes: Promise<readonly CompressedSize[]> }[] =
    [];
  #format: Format | null = null;
  #free = AT_A_TIME;
  readonly #queue: (() => void)[] = [];

  constructor(levels: readonly Compression[]) {
    this.#levels = levels;
  }

  /** In the order of the levels. */
  of(
    format: Format,
    bodies: readonly Uint8Array[],
    payload: Pick<Payload, 'shape'>,
  ): Promise<readonly CompressedSize[]> {
    if (format !== this.#format) this.#known = [];
    this.#format = format;
    const same = this.#known.find((known) => areSame(known.bodies, bodies));
    if (same !== undefined) return same.sizes;
    const sizes = Promise.all(this.#levels.map((level) => this.#atLevel(level, bodies, payload)));
    // They may fail before anybody waits for them, and nobody does where the screening was interrupted.
    sizes.catch(() => {});
    this.#known.push({ bodies, sizes });
    return sizes;
  }

  async #atLevel(
    level: Compression,
    bodies: readonly Uint8Array[],
    payload: Pick<Payload, 'shape'>,
  ): Promise<CompressedSize> {
    const lengths = await Promise.all(bodies.map((body) => this.#compressedLength(level, body)));
    return { ...level, ...summariseSizes(lengths, payload) };
  }

  async #compressedLength(level: Compression, body: Uint8Array): Promise<number> {
    if (level.coding === 'none') return body.length;
    await this.#place();
    try {
      return (await compressAside(level, body)).length;
    } finally {
      this.#leave();
    }
  }

  #place(): Promise<void> | void {
    if (this.#free === 0) return new Promise((resolve) => this.#queue.push(resolve));
    this.#free--;
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}

function areSame(some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean {
  return some.every((body, i) => Buffer.compare(body, others[i]!) === 0);
}
