// What a snippet is, and the way that it sends. Every snippet there is, is started and asked by a test
// (test/real/verbs/snippets.test.ts), so one stands here only if that is possible with what Wirefare
// installs.

import type { DataSchema } from '../../../data/schema.ts';
import { noArrow } from './arrow.ts';
import { noAvro } from './avro.ts';
import { noProtobuf } from './protobuf.ts';
import { noXml } from './xml.ts';

export interface Coding {
  /** As in HTTP: `gzip`, `br`. */
  readonly coding: string;
  readonly level: number;
}

/** One way to send some data. */
export interface Recipe {
  /** Letters, digits and hyphens: the path, and the name of the file that stands for the data. */
  readonly name: string;
  readonly format: string;
  readonly codec: string;
  /** Content codings with their level, the preferred first; none: the body goes as it is. */
  readonly codings: readonly Coding[];
  /** null where the record has none. */
  readonly schema: DataSchema | null;
}

export interface SnippetFile {
  readonly name: string;
  /** As a fenced block names it. */
  readonly language: string;
  readonly code: string;
}

export interface Snippet {
  /** What installs and starts it. */
  readonly commands: readonly string[];
  readonly files: readonly SnippetFile[];
  /** What it does not do, and what does. */
  readonly notes: readonly string[];
}

/** Why there is no snippet of that way, and what does it. */
export interface NoSnippet {
  readonly why: string;
  /**
   * Address of what says how it is done there; absent: nothing is to be done, or nobody has written of it.
   */
  readonly read?: string;
}

export interface ServerHow {
  readonly name: string;
  /** `Express 5`. */
  readonly title: string;
  write(recipe: Recipe): Snippet | NoSnippet;
}

export function hasCode(written: Snippet | NoSnippet): written is Snippet {
  return 'files' in written;
}

/** Lines of code; parts that are not needed are null. */
export function lines(...parts: readonly (string | readonly string[] | null)[]): string {
  return `${parts
    .flat()
    .filter((part) => part !== null)
    .join('\n')}\n`;
}

/** As a property of a literal of JavaScript, whatever the data call it. */
export function property(name: string): string {
  return name === '__proto__' ? "['__proto__']" : JSON.stringify(name);
}

/** The media type of each format that has snippets. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  'json-columns': 'application/json',
  xml: 'application/xml',
  'xml-attributes': 'application/xml',
  csv: 'text/csv; charset=utf-8',
  msgpack: 'application/vnd.msgpack',
  'msgpack-records': 'application/vnd.msgpack',
  cbor: 'application/cbor',
  bson: 'application/bson',
  protobuf: 'application/x-protobuf',
  avro: 'application/avro',
  arrow: 'application/vnd.apache.arrow.stream',
};

export function noSnippet(recipe: Recipe, server: string, written: readonly string[]): NoSnippet {
  const { format } = recipe;
  if (!(format in MEDIA_TYPES))
    return {
      why: `no snippet of ${format} is tried here: its code follows from your schema (wirefare schema prints it as proto, avro or fbs)`,
    };
  if (format === 'protobuf') return noProtobuf(recipe, server);
  if (format.startsWith('xml')) return noXml(recipe, server);
  if (format === 'avro') return noAvro(recipe, server);
  if (format === 'arrow') return noArrow(recipe, server);
  return {
    why: `no library for ${format} is tried with ${server} here; it is with ${written.join(' and ')}`,
  };
}
