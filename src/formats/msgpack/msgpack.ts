// MessagePack by its two usual libraries. Whole numbers up to 32 bits are integers; everything else is a
// 64-bit float (msgpackr) or an integer up to 64 bits (@msgpack/msgpack).

import { Decoder, Encoder as MessagePackEncoder } from '@msgpack/msgpack';
// Not the package's main module: in Node that one loads a native add-on, and Node would no longer run what a
// page runs.
import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { binaryGuard } from '../shared/binary-guard.ts';

const TITLE = 'MessagePack';

/** Data are read up to this depth (payload room: 500); the library's own limit is 100. */
const MAX_DEPTH = 1_000;

const refuse = (schema: DataSchema) => binaryGuard(TITLE, schema);

const msgpackr: Encoder = {
  name: 'msgpackr',
  refuse,
  bind() {
    // variableMapSize: maps with few keys get the short header every other library writes; without it each is
    // two bytes longer. useToJSON: a key named toJSON is data.
    const packr = new Packr({ useRecords: false, variableMapSize: true, useToJSON: false });
    return (value) => packr.pack(value);
  },
};

const msgpackrDecoder: CodecTaking<'bytes'> = {
  name: 'msgpackr',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'msgpackr', from: 'msgpackr/unpack', names: ['Unpackr'] },
  bind() {
    // Other libraries write large whole numbers as 64-bit integers, which it would make BigInts of.
    const unpackr = new Unpackr({ useRecords: false, int64AsType: 'number' });
    return (bytes) => unpackr.unpack(bytes) as DataValue;
  },
};

const msgpack: Encoder = {
  name: '@msgpack/msgpack',
  refuse,
  bind() {
    const encoder = new MessagePackEncoder({ maxDepth: MAX_DEPTH });
    return (value) => encoder.encode(value);
  },
};

const msgpackDecoder: CodecTaking<'bytes'> = {
  name: '@msgpack/msgpack',
  takes: 'bytes',
  needs: [],
  library: { packageName: '@msgpack/msgpack', from: '@msgpack/msgpack', names: ['Decoder'] },
  bind() {
    const decoder = new Decoder();
    return (bytes) => decoder.decode(bytes) as DataValue;
  },
};

export const MSGPACK: Format = {
  name: 'msgpack',
  title: TITLE,
  contentType: 'application/vnd.msgpack',
  needsSchema: false,
  keyOrder: 'kept',
  encoders: [msgpackr, msgpack],
  codecs: [msgpackrDecoder, msgpackDecoder],
};
