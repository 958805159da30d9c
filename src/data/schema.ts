// The neutral schema of a dataset's records: every schema-driven format (Protobuf, later Avro and others)
// is made from it, so that one description serves all of them.

export type FieldType = 'string' | 'int32' | 'double' | 'boolean';

export interface Field {
  readonly name: string;
  readonly type: FieldType;
}

export interface RecordSchema {
  /** Singular, capitalised: `Book`. XML elements and Protobuf messages are named after it. */
  readonly name: string;
  /** The list's name: `Books`. */
  readonly listName: string;
  /** In the order in which the properties stand in every record. */
  readonly fields: readonly Field[];
}

export type FieldValue = string | number | boolean;

/** A plain object with the schema's fields in the schema's order. */
export type DataRecord = Record<string, FieldValue>;
