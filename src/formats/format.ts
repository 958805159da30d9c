// What a format is. A member is one file in this folder and one line in catalogue.ts; it runs in Node
// and in a page alike, so nothing here may touch node: modules.

import type { DataRecord, RecordSchema } from '../data/schema.ts';

/** What a codec needs of the place where it runs. */
/** `response-end`: Resource Timing stamps the last byte before the script has the body, as browsers do and Node does not. */
export type Need = 'dom' | 'eval' | 'response-end';

/** How a codec takes the body of an answer. `json` is `response.json()`: body and decoding in one step. */
export type BodyKind = 'json' | 'text' | 'bytes';

export interface BodyOf {
  json: unknown;
  text: string;
  bytes: Uint8Array;
}

/** Turns records into the bytes of a body. */
export interface Encoder {
  /** Names the library, `protobufjs`; the `codec` of the target contract. */
  readonly name: string;
  /**
   * What the format cannot carry. The function returned throws at the first record that would come back changed; it is
   * asked once, when records are loaded, because nothing of ours may stand inside the timed encoding.
   */
  refuse(schema: RecordSchema): (records: readonly DataRecord[]) => void;
  /** Prepares whatever the schema decides (outside timing); the function returned is what is timed. */
  bind(schema: RecordSchema): (records: readonly DataRecord[]) => Uint8Array;
}

/** Turns a body into plain records; a union over how it takes the body. */
export type Codec = { [K in BodyKind]: CodecTaking<K> }[BodyKind];

export interface CodecTaking<K extends BodyKind> {
  readonly name: string;
  readonly takes: K;
  readonly needs: readonly Need[];
  /** Prepares whatever the schema decides (outside timing); the function returned is what is timed. */
  bind(schema: RecordSchema): (body: BodyOf[K]) => DataRecord[];
}

export interface Format {
  /** As in a study file: `json`, `xml`, `xml-attributes`, `protobuf`. */
  readonly name: string;
  /** For people: `JSON`. */
  readonly title: string;
  readonly contentType: string;
  /** At least one; the first is the default. */
  readonly encoders: readonly Encoder[];
  /** At least one; the first is the default. */
  readonly codecs: readonly Codec[];
}
