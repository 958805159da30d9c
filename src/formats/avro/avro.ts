// Avro by avsc: the binary encoding of one datum (no container file, no schema on the wire). avsc generates
// code, so a page must allow eval.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { makeGuard } from '../shared/guard.ts';
import { avroPlan } from './avro-schema.ts';
import { asBuffer, makeAvscType } from './avro-types.ts';

const encoder: Encoder = {
  name: 'avsc',
  refuse: (schema) =>
    makeGuard('Avro', schema, {
      nonFinite: true,
      negativeZero: true,
      loneSurrogates: false,
      // avsc assigns to it, in maps and in its own tables.
      badKey: (key) => (key === '__proto__' ? 'its library would lose it' : null),
    }),
  bind(schema) {
    const type = makeAvscType(avroPlan(schema));
    return (value) => type.toBuffer(value);
  },
};

const decoder: CodecTaking<'bytes'> = {
  name: 'avsc',
  takes: 'bytes',
  needs: ['eval'],
  library: { packageName: 'avsc', from: 'avsc/etc/browser/avsc-types.js', names: ['default'] },
  bind(schema) {
    const type = makeAvscType(avroPlan(schema));
    return (bytes) => type.fromBuffer(asBuffer(bytes)) as DataValue;
  },
};

export const AVRO: Format = {
  name: 'avro',
  title: 'Avro',
  contentType: 'application/avro',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [encoder],
  codecs: [decoder],
  mapped: (schema: DataSchema) => avroPlan(schema).mapped,
};
