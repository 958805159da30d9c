// One source as it comes in, before it is read: bytes and what is known of them.

import type { Clock } from '../base/clock.ts';
import type { Captured } from './payload.ts';
import type { SourceKind } from './source-kind.ts';

export interface RawSource {
  /** For people: `orders.json`, `https://…/orders`, `standard input`. */
  readonly label: string;
  /** Of its name, without ending: `orders`; empty where it has none. */
  readonly stem: string;
  /** Decompressed. */
  readonly bytes: Uint8Array;
  /** Where name or media type tell it. */
  readonly kind: SourceKind | null;
  readonly captured: Captured | null;
  /** A URL's content coding; `none`. */
  readonly compression: string;
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** Picks the data inside each document: `data.items`, `results[0].rows`. */
  readonly path?: string;
  /** Instead of the name made from the source's. */
  readonly name?: string;
  /** Instead of what name, media type and content tell. */
  readonly from?: SourceKind;
  /** Sent with the request for a URL. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Limits;
}

/** Of an answer from a URL. */
export interface Limits {
  /** On the wire, and decompressed. */
  readonly bytes: number;
  /** From the call to the last byte, redirections included. */
  readonly durationMs: number;
}

export const DEFAULT_LIMITS: Limits = { bytes: 100_000_000, durationMs: 30_000 };

/** What reading touches of the outside, beside files and the network. */
export interface ReadSurroundings {
  readonly clock: Clock;
  /** Relative paths are below it. */
  readonly cwd: string;
  /** Standard input; null where it is a terminal, from which nobody pastes 100 MB. */
  stdin(): AsyncIterable<Uint8Array> | null;
  /** Reading stops and its reason is thrown. */
  readonly interrupted: AbortSignal;
}
