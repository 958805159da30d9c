// A user's own data, read and checked, about which advice is wanted.

import type { DataSchema, DataValue } from '../data/schema.ts';

export type PayloadShape = 'list' | 'document' | 'messages';

export interface Payload {
  /** Short, from the file's or URL's name: small letters, digits, hyphens. `orders`. */
  readonly name: string;
  /**
   * Its name for people, as the user gave it: `orders.json`, `https://…/orders`, `3 files`, `standard input`.
   */
  readonly source: string;
  readonly shape: PayloadShape;
  /** list: the array of records. document: the document. messages: an array with one value for each. */
  readonly value: DataValue;
  /** The schema of one body: of the whole list, of the document, of any of the messages. */
  readonly schema: DataSchema;
  readonly today: Today;
  /** Remarks on what was read in another way than it is written: `3 numbers are −0 and are read as 0`. */
  readonly notes: readonly string[];
  /** An earlier answer that both ends have; the schema then describes both. */
  readonly dictionary?: PayloadDictionary;
}

export interface PayloadDictionary {
  /** Its name for people, as the user gave it. */
  readonly source: string;
  readonly value: DataValue;
}

/** How these data are sent now, as far as the source shows. */
export interface Today {
  /**
   * The source's format: `json`, `csv`, `xml`; for a kind that no format here writes (NDJSON), the nearest
   * format.
   */
  readonly format: string;
  /** `none`, `gzip`, `br`, …: a URL's content coding; `gzip-1` where its bytes tell an unusual level. */
  readonly compression: string;
  /** Bytes of the source as it is, decompressed. */
  readonly sourceBytes: number;
  /** On the wire, of several answers together; absent where one of them does not tell. */
  readonly answeredBytes?: number;
  /** The captured answer of a URL; null for files. */
  readonly captured: Captured | null;
}

/** One real answer and how it came here. */
export interface Captured {
  readonly url: string;
  /** The URL after redirections. */
  readonly finalUrl: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body bytes on the wire. */
  readonly bytesEncoded: number;
  readonly bytesDecoded: number;
  /** From the call to the head, and from the head to the last byte, ms. */
  readonly waitMs: number;
  readonly transferMs: number;
}
