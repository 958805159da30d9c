// CBOR (RFC 8949) by cbor-x, without its extensions: definite lengths, the shortest heads, no tags.

// Not the package's main module: in Node that one loads a native add-on, and Node would no longer run what a
// page runs.
import { Decoder } from 'cbor-x/decode';
import { Encoder as CborEncoder } from 'cbor-x/encode';
import type { DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { binaryGuard } from '../shared/binary-guard.ts';

const TITLE = 'CBOR';

const encoder: Encoder = {
  name: 'cbor-x',
  refuse: (schema) => binaryGuard(TITLE, schema),
  bind() {
    const cbor = new CborEncoder({ useRecords: false, variableMapSize: true });
    return (value) => cbor.encode(value);
  },
};

const decoder: CodecTaking<'bytes'> = {
  name: 'cbor-x',
  takes: 'bytes',
  // Compiles readers for its record extension only, which these bodies have not.
  needs: [],
  library: { packageName: 'cbor-x', from: 'cbor-x/decode', names: ['Decoder'] },
  bind() {
    // Other libraries write large whole numbers as 64-bit integers, which it would make BigInts of.
    const options = { useRecords: false, int64AsNumber: true };
    const cbor = new Decoder(options);
    return (bytes) => cbor.decode(bytes) as DataValue;
  },
};

export const CBOR: Format = {
  name: 'cbor',
  title: TITLE,
  contentType: 'application/cbor',
  needsSchema: false,
  keyOrder: 'kept',
  encoders: [encoder],
  codecs: [decoder],
};
