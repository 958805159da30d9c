// A record with the schema's properties in the schema's order. Decoders copy it and set the values: a copy has its
// properties in the object itself, as a literal has, whatever order the values come in, and needs no eval.

import type { FlatField, FlatType } from '../data/flat-schema.ts';
import type { DataRecord, DataValue } from '../data/schema.ts';

/** The values a Protobuf field has when it is not on the wire. */
const DEFAULTS: Readonly<Record<FlatType, DataValue>> = { string: '', int32: 0, double: 0, boolean: false };

export function recordTemplate(fields: readonly FlatField[]): DataRecord {
  return Object.fromEntries(fields.map(({ name, type }) => [name, DEFAULTS[type]]));
}
