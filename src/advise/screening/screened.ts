// The result of screening one way to write a payload: in Node, on this machine, without a network.

import type { Compression } from '../../factors/compression.ts';

export type Screened = ScreenedFormat | RefusedFormat;

export interface ScreenedFormat {
  readonly kind: 'carried';
  readonly format: string;
  readonly encoder: string;
  /** Body bytes without compression; of several messages, their mean. */
  readonly bytes: number;
  /** Bytes of the smallest and of the largest message; null for a payload of one body. */
  readonly bytesRange: BytesRange | null;
  /** Median of several, ms, for one of the messages if there are several; null if only sizes were wanted. */
  readonly encodeMs: number | null;
  /** One for each decoder that runs in Node. */
  readonly decoders: readonly ScreenedDecoder[];
  /** Decoders that run in Node and bring these data back changed, or not at all. */
  readonly refusedDecoders: readonly RefusedDecoder[];
  readonly compressed: readonly ScreenedCompression[];
  /** What the format writes in another way and turns back. */
  readonly mapped: readonly string[];
  /** Keys come back in another order than these data have them: the schema's. */
  readonly losesKeyOrder: boolean;
}

export type BytesRange = readonly [least: number, most: number];

export interface ScreenedDecoder {
  readonly codec: string;
  /** Bytes to plain objects, including the step from UTF-8 to text if the decoder takes text. */
  readonly decodeMs: number | null;
}

export interface RefusedDecoder {
  readonly codec: string;
  readonly reason: string;
}

/** `none` is among them. */
export interface ScreenedCompression extends Compression {
  readonly bytes: number;
  readonly bytesRange: BytesRange | null;
  /** null if no time was wanted at this level. */
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

export function refusedWays(screened: readonly Screened[]): readonly RefusedFormat[] {
  return screened.filter((each) => each.kind === 'refused');
}
