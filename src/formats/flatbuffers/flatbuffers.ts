// FlatBuffers by the library of the project, with tables made from the schema at run time: there is no flatc
// step, but the same calls of Builder and ByteBuffer that its output would make.

import { Builder, ByteBuffer } from 'flatbuffers';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { ambiguousFields } from '../shared/field-presence.ts';
import { makeGuard } from '../shared/guard.ts';
import { rootTable } from './layout.ts';
import { tableReader } from './read.ts';
import { tableWriter } from './write.ts';

/** The library's own default. */
const FIRST_BYTES = 1_024;

const encoder: Encoder = {
  name: 'flatbuffers',
  refuse: (schema) =>
    makeGuard('FlatBuffers', schema, { nonFinite: true, negativeZero: true, loneSurrogates: false }),
  bind(schema) {
    const write = tableWriter(rootTable(schema));
    return (value) => {
      const builder = new Builder(FIRST_BYTES);
      builder.finish(write(builder, value));
      return builder.asUint8Array();
    };
  },
};

const decoder: CodecTaking<'bytes'> = {
  name: 'flatbuffers',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'flatbuffers', from: 'flatbuffers', names: ['ByteBuffer', 'Encoding'] },
  bind(schema) {
    const read = tableReader(rootTable(schema));
    return (bytes) => {
      const buffer = new ByteBuffer(bytes);
      return read(buffer, buffer.__indirect(buffer.position()));
    };
  },
};

export const FLATBUFFERS: Format = {
  name: 'flatbuffers',
  title: 'FlatBuffers',
  contentType: 'application/x-flatbuffers',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [encoder],
  codecs: [decoder],
  mapped: (schema) =>
    ambiguousFields(schema).map(
      (name) => `${name} may be absent as well as null: a boolean beside it says that it is null`,
    ),
};
