// Lists of records whose fields are all plain values: the generated datasets are such lists, and some formats
// (CSV, XML attributes) can carry nothing else.

import type { DataSchema, Field, TypeSpec } from './schema.ts';
import { listedRecord } from './schema.ts';

export type FlatType = 'string' | 'int32' | 'double' | 'boolean';

export interface FlatField {
  readonly name: string;
  readonly type: FlatType;
}

const INT32 = { min: -2_147_483_648, max: 2_147_483_647 };

const TYPES: Readonly<Record<FlatType, TypeSpec>> = {
  string: { kind: 'string' },
  int32: { kind: 'integer', ...INT32 },
  double: { kind: 'double' },
  boolean: { kind: 'boolean' },
};

/** `flatSchema('Books', 'Book', [{ name: 'title', type: 'string' }, …])`: no field is optional or null. */
export function flatSchema(name: string, recordName: string, fields: readonly FlatField[]): DataSchema {
  const typed: Field[] = fields.map((field) => ({
    name: field.name,
    type: TYPES[field.type],
    optional: false,
  }));
  const record = { kind: 'record', name: recordName, fields: typed, orderVaries: false } as const;
  return { name, root: { kind: 'array', items: record, mayBeEmpty: true } };
}

/** The fields of a list of such records; null if the schema is anything else. */
export function listFlatFields(schema: DataSchema): readonly FlatField[] | null {
  const record = listedRecord(schema);
  if (record === null || record.orderVaries) return null;
  const fields = record.fields.map(({ name, type, optional }) => {
    const flat = optional ? null : flatType(type);
    return flat === null ? null : { name, type: flat };
  });
  return fields.every((field) => field !== null) ? fields : null;
}

function flatType(type: TypeSpec): FlatType | null {
  switch (type.kind) {
    case 'boolean':
    case 'double':
      return type.kind;
    case 'string':
      return 'string';
    case 'integer':
      return type.min >= INT32.min && type.max <= INT32.max ? 'int32' : 'double';
    default:
      return null;
  }
}
