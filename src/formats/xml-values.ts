// How single values stand in XML, shared by the two XML formats: lexical forms as in XML Schema part 2, escaping, and
// the refusal of characters that XML 1.0 cannot carry even escaped.

import type { FlatType } from '../data/flat-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../data/schema.ts';
import { CannotCarry } from './cannot-carry.ts';
import { flatListOf } from './flat-only.ts';
import { isInt32 } from './guard.ts';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export type WriteValue = (value: DataValue) => string;
export type ReadValue = (text: string) => DataValue;

/** For element content. A carriage return would be read as a line feed unless written as a reference. */
export const TEXT_WRITERS: Readonly<Record<FlatType, WriteValue>> = writersWith(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 excludes.
  /^[^&<>\u0000-\u0008\u000b-\u001f\ud800-\uffff]*$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
  /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/gu,
);

/** For attribute values in double quotes: tab and line feed too would be read as spaces. */
export const ATTRIBUTE_WRITERS: Readonly<Record<FlatType, WriteValue>> = writersWith(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
  /^[^&<>"\u0000-\u001f\ud800-\uffff]*$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
  /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/gu,
);

// `plain` is asked first: written as "all of it is harmless" V8 answers twice as fast as to "something is not".
function writersWith(plain: RegExp, special: RegExp): Record<FlatType, WriteValue> {
  return {
    string: (value) => (plain.test(value as string) ? (value as string) : escaped(value as string, special)),
    int32: writeInt32,
    double: writeDouble,
    boolean: String,
  };
}

/** A writer has to look at every character anyway, so it refuses by itself: here every value is written once. */
export function refuseUnwritable(schema: DataSchema): (value: DataValue) => void {
  const { fields } = flatListOf(schema, 'XML');
  return (value) => {
    for (const record of value as DataRecord[])
      for (const { name, type } of fields) TEXT_WRITERS[type](record[name]!);
  };
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

// With the u flag a surrogate class matches lone surrogates only, so that paired ones pass.
function escaped(text: string, special: RegExp): string {
  return text.replace(special, (character) => {
    const reference = REFERENCES[character];
    if (reference !== undefined) return reference;
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new CannotCarry(`XML 1.0 cannot carry the character U+${code}`);
  });
}

function writeInt32(value: DataValue): string {
  if (!isInt32(value)) throw new Error(`${Object.is(value, -0) ? '-0' : value} is not a 32-bit integer`);
  return String(value);
}

function writeDouble(value: DataValue): string {
  const number = value as number;
  if (Number.isFinite(number)) return number === 0 && 1 / number < 0 ? '-0' : String(number);
  return Number.isNaN(number) ? 'NaN' : number > 0 ? 'INF' : '-INF';
}

export const READERS: Readonly<Record<FlatType, ReadValue>> = {
  string: (text) => text,
  int32: (text) => {
    const value = Number(text);
    if ((value | 0) !== value || text === '') throw new Error(`"${text}" is not a 32-bit integer`);
    return value;
  },
  double: (text) => {
    const value = Number(text);
    return Number.isNaN(value) || text === '' ? readUncommonDouble(text) : value;
  },
  boolean: (text) => {
    if (text === 'true') return true;
    if (text === 'false') return false;
    throw new Error(`"${text}" is not a boolean`);
  },
};

function readUncommonDouble(text: string): number {
  if (text === 'NaN') return Number.NaN;
  if (text === 'INF') return Number.POSITIVE_INFINITY;
  if (text === '-INF') return Number.NEGATIVE_INFINITY;
  throw new Error(`"${text}" is not a number`);
}

/** The names of a dataset's XML: `books`, `book` and the properties as they are. Throws where one cannot be a name. */
export function xmlNamesOf(schema: DataSchema): { root: string; record: string } {
  const { listName, recordName, fields } = flatListOf(schema, 'XML');
  const root = lowerCamel(listName);
  const record = lowerCamel(recordName);
  for (const name of [root, record, ...fields.map((field) => field.name)]) {
    if (!/^[A-Za-z_][\w.-]*$/.test(name))
      throw new CannotCarry(`"${name}" cannot be the name of an XML element`);
  }
  return { root, record };
}

function lowerCamel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
