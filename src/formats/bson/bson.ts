// BSON by the bson package of MongoDB's driver. Whole numbers of 32 bits are int32, all others doubles. The
// root of a body is a document: a list is sent as the document that BSON makes of arrays, with the keys "0",
// "1", …, and anything else that is no object as the only member of one.

import { deserialize, serialize, setInternalBufferSize } from 'bson';
import type { DataRecord, DataSchema, TypeSpec } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { droppedMark } from '../shared/binary-guard.ts';
import { makeGuard } from '../shared/guard.ts';

/** The member that holds a root which is no object; the shortest name there is. */
const ROOT_KEY = '';
/**
 * The bytes before and after that member's value: the length of the whole, a type and the empty name before
 * it, and the last NUL after it.
 */
const BYTES_BEFORE = 6;
const BYTES_AFTER = 1;

/**
 * The library writes into a buffer of fixed size. Beyond its end it mostly throws a RangeError, but the last
 * text of a body it cuts off silently. So a result that comes near the end is not believed and the buffer
 * made larger.
 */
let bufferBytes = 17 * 1_024 * 1_024;
const MARGIN_BYTES = 64;
/** Lengths in BSON are signed 32-bit integers. */
const MOST_BYTES = 2 ** 31 - 1;

const encoder: Encoder = {
  name: 'bson',
  refuse: (schema) =>
    makeGuard('BSON', schema, {
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
  bind({ root }) {
    if (isAlwaysObject(root)) return (value) => serialized(value as DataRecord);
    if (root.kind !== 'array') return (value) => serialized({ [ROOT_KEY]: value });
    // The library refuses a list as root, and a copy of it as an object would cost time that is not the
    // format's.
    return (value) => serialized({ [ROOT_KEY]: value }).subarray(BYTES_BEFORE, -BYTES_AFTER);
  },
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

/** null if the buffer may have been too small. */
function serializedWithin(document: DataRecord): Uint8Array | null {
  try {
    const bytes = serialize(document);
    return bytes.length <= bufferBytes - MARGIN_BYTES ? bytes : null;
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

const decoder: CodecTaking<'bytes'> = {
  name: 'bson',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'bson', from: 'bson', names: ['deserialize'] },
  bind({ root }) {
    if (isAlwaysObject(root)) return (bytes) => deserialize(bytes) as DataRecord;
    if (root.kind !== 'array') return (bytes) => (deserialize(bytes) as DataRecord)[ROOT_KEY]!;
    return (bytes) => Object.values(deserialize(bytes) as DataRecord);
  },
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
  mapped({ root }: DataSchema) {
    if (isAlwaysObject(root)) return [];
    return root.kind === 'array'
      ? ['the list is written as a document with the keys "0", "1", …']
      : ['the root is no object and is written as the member "" of one'];
  },
};
