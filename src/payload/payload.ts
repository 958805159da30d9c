// Somebody's own data, read and checked: what advice is asked about.

import type { DataSchema, DataValue } from '../data/schema.ts';

export type PayloadShape = 'list' | 'document' | 'messages';

export interface Payload {
  /** Short, from the file's or URL's name: small letters, digits, hyphens. `orders`. */
  readonly name: string;
  /** For people, as it was named: `orders.json`, `https://…/orders`, `3 files`, `standard input`. */
  readonly source: string;
  readonly shape: PayloadShape;
  /** list: the array of records. document: the document. messages: an array with one value for each. */
  readonly value: DataValue;
  /** Of one body: of the whole list, of the document, of any of the messages. */
  readonly schema: DataSchema;
  readonly today: Today;
  /** What was read in another way than it stands there: `3 numbers are −0 and are read as 0`. */
  readonly notes: readonly string[];
  /** An answer from before that both ends have; the schema is of both then. */
  readonly dictionary?: PayloadDictionary;
}

export interface PayloadDictionary {
  /** For people, as it was named. */
  readonly source: string;
  readonly value: DataValue;
}

/** How these data are sent now, as far as the source tells. */
export interface Today {
  /** Of the source: `json`, `csv`, `xml`; of a kind that no format here writes (NDJSON): the nearest one. */
  readonly format: string;
  /** `none`, `gzip`, `br`, …: a URL's content coding. Its level cannot be seen. */
  readonly compression: string;
  /** Of the source as it is, decompressed. */
  readonly sourceBytes: number;
  /** Of an answer from a URL; null for files. */
  readonly captured: Captured | null;
}

/** One real answer, as it came here. */
export interface Captured {
  readonly url: string;
  /** After redirections. */
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
