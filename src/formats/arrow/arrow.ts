// Apache Arrow's IPC stream by Flechette, with column types made from the schema. A table is a list of
// records, so nothing else can be sent; nested records are structs, arrays lists, maps maps, mixed values
// dense unions, and strings of an enumeration are dictionary-encoded.

import { columnFromValues, tableFromColumns, tableFromIPC, tableToIPC } from '@uwdata/flechette';
import { type DataRecord, type DataSchema, listedRecord, type RecordType } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { ambiguousFields } from '../shared/field-presence.ts';
import { makeGuard } from '../shared/guard.ts';
import { rowReader } from './arrow-rows.ts';
import { arrowField } from './arrow-types.ts';
import { columnReader } from './arrow-values.ts';

const encoder: Encoder = {
  name: 'flechette',
  refuse(schema) {
    rowRecord(schema);
    return makeGuard('Arrow', schema, { nonFinite: true, negativeZero: true, loneSurrogates: false });
  },
  bind(schema) {
    const columns = rowRecord(schema).fields.map((field) => ({
      name: field.name,
      type: arrowField(field).type,
      read: columnReader(field),
    }));
    return (value) => {
      const rows = value as readonly DataRecord[];
      const table = tableFromColumns(
        columns.map(({ name, type, read }) => {
          const visit = (each: (value: unknown) => void) => {
            for (const row of rows) each(read(row));
          };
          return [name, columnFromValues(visit, type)];
        }),
      );
      return tableToIPC(table, { format: 'stream' })!;
    };
  },
};

/** Buffers of 64-bit values can be looked at in place only where the body begins at a multiple of this. */
const ALIGNMENT_BYTES = 8;

const decoder: CodecTaking<'bytes'> = {
  name: 'flechette',
  takes: 'bytes',
  needs: [],
  library: { packageName: '@uwdata/flechette', from: '@uwdata/flechette', names: ['tableFromIPC'] },
  bind(schema) {
    const prepare = rowReader(rowRecord(schema).fields);
    return (bytes) => {
      const { children } = tableFromIPC(
        bytes.byteOffset % ALIGNMENT_BYTES === 0 ? bytes : new Uint8Array(bytes),
      );
      const rows: DataRecord[] = [];
      const batchCount = children[0]!.data.length;
      for (let b = 0; b < batchCount; b++) {
        const batches = children.map(({ data }) => data[b]!);
        const read = prepare(batches);
        for (let i = 0; i < batches[0]!.length; i++) rows.push(read(i));
      }
      return rows;
    };
  },
};

/** Throws a CannotCarry for a schema that is no list of records with fields. */
function rowRecord(schema: DataSchema): RecordType {
  const record = listedRecord(schema);
  if (record === null) {
    throw new CannotCarry(`Arrow cannot carry ${schema.name}: a table is a list of records, and it is none`);
  }
  if (record.fields.length === 0) {
    throw new CannotCarry(
      `Arrow cannot carry ${schema.name}: its records have no fields, and a table needs columns`,
    );
  }
  return record;
}

export const ARROW: Format = {
  name: 'arrow',
  title: 'Arrow',
  contentType: 'application/vnd.apache.arrow.stream',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [encoder],
  codecs: [decoder],
  mapped: (schema) =>
    ambiguousFields(schema).map(
      (name) => `${name} may be absent as well as null: it stands in a struct, whose null is absence`,
    ),
};
