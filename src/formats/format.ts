// What a format is. A member is one file in this folder and one line in catalogue.ts; it runs in Node
// and in a page alike, so nothing here may touch node: modules.

import type { DataSchema, DataValue } from '../data/schema.ts';

/**
 * What a codec needs from the place where it runs. `response-end`: Resource Timing stamps the last byte
 * before the script has the body, as browsers do and Node does not.
 */
export type Need = 'dom' | 'eval' | 'response-end';

/** How a codec takes the body of an answer. `json` is `response.json()`: body and decoding in one step. */
export type BodyKind = 'json' | 'text' | 'bytes';

export interface BodyOf {
  json: unknown;
  text: string;
  bytes: Uint8Array;
}

/** Turns a value into the bytes of a body. */
export interface Encoder {
  /** Names the library, `protobufjs`; the `codec` of the target contract. */
  readonly name: string;
  /**
   * Refuses what the format cannot carry. Throws a CannotCarry if it can carry no value of this schema; the
   * returned function throws one at the first value that would come back changed. It is called once, when
   * data are loaded, because no check may stand inside the timed encoding. The value is always one that the
   * schema describes.
   */
  refuse(schema: DataSchema): (value: DataValue) => void;
  /** Prepares whatever the schema decides (outside timing); the function returned is what is timed. */
  bind(schema: DataSchema): (value: DataValue) => Uint8Array;
}

/**
 * Turns a body into plain data: objects, arrays, strings, numbers, booleans, null. A union over how it takes
 * the body.
 */
export type Codec = { [K in BodyKind]: CodecTaking<K> }[BodyKind];

export interface CodecTaking<K extends BodyKind> {
  readonly name: string;
  readonly takes: K;
  readonly needs: readonly Need[];
  /** What a page must load for it; null if the platform has everything. */
  readonly library: Library | null;
  /**
   * Prepares whatever the schema decides (outside timing); the function returned is what is timed. What it
   * gives back is new at every call, and equal to what was encoded, order of keys included unless the
   * format's `keyOrder` says otherwise.
   */
  bind(schema: DataSchema): (body: BodyOf[K]) => DataValue;
}

/** The part of a package that decoding needs, so that its weight in a page can be counted. */
export interface Library {
  /** Its name in npm. */
  readonly packageName: string;
  /**
   * A module specifier and what is taken from it, as a page would:
   * `{ from: 'msgpackr/unpack', names: ['Unpackr'] }`.
   */
  readonly from: string;
  readonly names: readonly string[];
}

/**
 * The names of a format that a study may use, which are known without loading its libraries
 * (format-facts.ts).
 */
export interface FormatFacts extends Pick<Format, 'name' | 'title'> {
  readonly encoders: readonly Pick<Encoder, 'name'>[];
  readonly codecs: readonly Pick<Codec, 'name' | 'takes' | 'needs'>[];
}

export interface Format {
  /** Its name in study files: `json`, `xml`, `xml-attributes`, `protobuf`. */
  readonly name: string;
  /** For people: `JSON`. */
  readonly title: string;
  readonly contentType: string;
  /** Both ends need the schema to read it. */
  readonly needsSchema: boolean;
  /**
   * `kept`: objects come back with their keys in the order they had. `schema`: in the schema's order, which
   * is a declared loss where the data's order varies.
   */
  readonly keyOrder: 'kept' | 'schema';
  /** At least one; the first is the default. */
  readonly encoders: readonly Encoder[];
  /** At least one; the first is the default. */
  readonly codecs: readonly Codec[];
  /** Says for people what it writes in another way and changes back: `scope-case is written scope_case`. */
  mapped?(schema: DataSchema): readonly string[];
}
