// A record with the schema's properties in the schema's order. Decoders copy it and set the values: a copy has its
// properties in the object itself, as a literal has, whatever order the values come in, and needs no eval.

import type { DataRecord, FieldType, FieldValue, RecordSchema } from '../data/schema.ts';

/** The values a Protobuf field has when it is not on the wire. */
const DEFAULTS: Readonly<Record<FieldType, FieldValue>> = { string: '', int32: 0, double: 0, boolean: false };

export function recordTemplate(schema: RecordSchema): DataRecord {
  return Object.fromEntries(schema.fields.map(({ name, type }) => [name, DEFAULTS[type]]));
}
