// What screening finds of one way to write a payload: in Node, on this machine, without a network.

import type { CompressionLevel } from '../compression/compression.ts';

export type Screened = ScreenedFormat | RefusedFormat;

export interface ScreenedFormat {
  readonly kind: 'carried';
  readonly format: string;
  readonly encoder: string;
  /** Body bytes without compression; of several messages, their mean. */
  readonly bytes: number;
  /** Median of several, ms; null where only sizes were asked for. */
  readonly encodeMs: number | null;
  /** Of each decoder that runs in Node. */
  readonly decoders: readonly ScreenedDecoder[];
  readonly compressed: readonly ScreenedCompression[];
  /** What is written in another way and turned back. */
  readonly mapped: readonly string[];
  /** Keys come back in the schema's order, and these data have them in several. */
  readonly losesKeyOrder: boolean;
}

export interface ScreenedDecoder {
  readonly codec: string;
  readonly decodeMs: number | null;
}

/** `none` is among them. */
export interface ScreenedCompression extends CompressionLevel {
  readonly bytes: number;
  readonly compressMs: number | null;
  readonly decompressMs: number | null;
}

export interface RefusedFormat {
  readonly kind: 'refused';
  readonly format: string;
  readonly encoder: string;
  /** Why it cannot carry these data, with the place. */
  readonly reason: string;
}
