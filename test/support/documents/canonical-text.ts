// A canonical text of records, the same from any language: one line a record, its fields in the schema's
// order, each ended by a tab. Strings are `length:text` (length in UTF-16 units), integers decimal, doubles
// the 16 hexadecimal digits of their IEEE 754 bits, booleans `true` or `false`. The digest of its UTF-8 bytes
// stands for the data.

import { type FlatType, listFlatFields } from '../../../src/data/flat-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../../../src/data/schema.ts';

export function canonicalText(records: readonly DataRecord[], schema: DataSchema): string {
  const fields = listFlatFields(schema);
  if (fields === null) throw new Error(`no canonical text is defined for ${schema.name}`);
  const lines: string[] = [];
  for (const record of records) {
    let line = '';
    for (const { name, type } of fields) line += `${WRITERS[type](record[name]!)}\t`;
    lines.push(`${line}\n`);
  }
  return lines.join('');
}

const WRITERS: Readonly<Record<FlatType, (value: DataValue) => string>> = {
  string: (value) => `${(value as string).length}:${value}`,
  int32: String,
  double: (value) => doubleBits(value as number),
  boolean: String,
};

const view = new DataView(new ArrayBuffer(8));

function doubleBits(value: number): string {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
