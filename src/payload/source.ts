// One source before it is parsed: its bytes and what is known about them.

import type { Clock } from '../base/clock.ts';
import type { Captured } from './payload.ts';
import type { SourceKind } from './source-kind.ts';

export interface RawSource {
  /** Its name for people: `orders.json`, `https://…/orders`, `standard input`. */
  readonly label: string;
  /** Its name without ending: `orders`; empty if it has none. */
  readonly stem: string;
  /** Decompressed. */
  readonly bytes: Uint8Array;
  /** The kind if name or media type tell it; else null. */
  readonly kind: SourceKind | null;
  readonly captured: Captured | null;
  /** A URL's content coding; `none`. */
  readonly compression: string;
  /** At which level, where it is an unusual one that its bytes tell. */
  readonly level?: number;
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** Picks the data inside each document: `data.items`, `results[0].rows`. */
  readonly path?: string;
  /** Of a HAR, the path whose answers are meant, as `harGroups` names it. */
  readonly answers?: string;
  /** Of a HAR with several paths takes the one with most bytes where `answers` names none, and says so. */
  readonly takesLargest?: boolean;
  /** Replaces the name that is made from the source's name. */
  readonly name?: string;
  /** Replaces the kind that name, media type and content tell. */
  readonly from?: SourceKind;
  /** Refuses whole numbers of JSON that a double would change; else the nearest doubles are read. */
  readonly exact?: boolean;
  /** Sent with the request for a URL. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes any certificate, of this machine's loopback alone; absent: nobody can ask for that. */
  readonly insecure?: boolean;
  readonly limits?: Limits;
}

/** Limits for an answer from a URL. */
export interface Limits {
  /** On the wire, and decompressed. */
  readonly bytes: number;
  /** From the call to the last byte, redirections included. */
  readonly durationMs: number;
}

export const DEFAULT_LIMITS: Limits = { bytes: 100_000_000, durationMs: 30_000 };

/** What reading needs of the outside, beside files and the network. */
export interface ReadSurroundings {
  readonly clock: Clock;
  /** Relative paths are below it. */
  readonly cwd: string;
  /** Standard input; null if it is a terminal, into which nobody pastes 100 MB. */
  stdin(): AsyncIterable<Uint8Array> | null;
  /** Aborting it stops the reading, which throws its reason. */
  readonly interrupted: AbortSignal;
}
