// BSON by the bson package of MongoDB's driver. Whole numbers of 32 bits are int32, all others doubles. The root of a BSON
// document is an object, so anything else is written as the only member of one.

import { deserialize, serialize, setInternalBufferSize } from 'bson';
import type { DataRecord, DataSchema, TypeSpec } from '../data/schema.ts';
import { droppedMark } from './binary-guard.ts';
import type { CodecTaking, Encoder, Format } from './format.ts';
import { guardOf } from './guard.ts';

/** The member that holds a root which is no object: one byte shorter than any other name. */
const ROOT_KEY = '';

/**
 * The library writes into a buffer of fixed size, and beyond its end nothing is written and nothing thrown. So a result
 * that comes near the end is not believed and the buffer made larger.
 */
let bufferBytes = 17 * 1_024 * 1_024;
const MARGIN_BYTES = 64;
/** Lengths in BSON are signed 32-bit integers. */
const MOST_BYTES = 2 ** 31 - 1;

const encoder: Encoder = {
  name: 'bson',
  refuse: (schema) =>
    guardOf('BSON', schema, {
      nonFinite: true,
      negativeZero: true,
      loneSurrogates: false,
      badString: droppedMark,
      badKey(key) {
        if (key.includes('\0')) return 'its keys end at the first NUL';
        return key === '_bsontype' ? 'its library uses it for itself' : null;
      },
      // Together they are a reference to another document.
      badTogether: ['$ref', '$id'],
    }),
  bind: ({ root }) =>
    isAlwaysObject(root)
      ? (value) => serialized(value as DataRecord)
      : (value) => serialized({ [ROOT_KEY]: value }),
};

function serialized(document: DataRecord): Uint8Array {
  for (;;) {
    const bytes = serializedWithin(document);
    if (bytes !== null) return bytes;
    if (bufferBytes >= MOST_BYTES) throw new RangeError('BSON: more than 2 GiB');
    bufferBytes = Math.min(bufferBytes * 4, MOST_BYTES);
    setInternalBufferSize(bufferBytes);
  }
}

/** null where the buffer may have been too small. */
function serializedWithin(document: DataRecord): Uint8Array | null {
  try {
    const bytes = serialize(document);
    return bytes.length <= bufferBytes - MARGIN_BYTES ? bytes : null;
  } catch (thrown) {
    // In a page the library's writes beyond the end do throw.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

const decoder: CodecTaking<'bytes'> = {
  name: 'bson',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'bson', from: 'bson', names: ['deserialize'] },
  bind: ({ root }) =>
    isAlwaysObject(root)
      ? (bytes) => deserialize(bytes) as DataRecord
      : (bytes) => (deserialize(bytes) as DataRecord)[ROOT_KEY]!,
};

function isAlwaysObject({ kind }: TypeSpec): boolean {
  return kind === 'record' || kind === 'map';
}

export const BSON: Format = {
  name: 'bson',
  title: 'BSON',
  contentType: 'application/bson',
  needsSchema: false,
  keyOrder: 'kept',
  encoders: [encoder],
  codecs: [decoder],
  mapped: ({ root }: DataSchema) =>
    isAlwaysObject(root) ? [] : ['the root is no object and is written as the member "" of one'],
};
