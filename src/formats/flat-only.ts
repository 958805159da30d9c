// For formats that carry lists of plain records only.

import { type FlatField, flatFieldsOf } from '../data/flat-schema.ts';
import { type DataSchema, listedRecord } from '../data/schema.ts';
import { CannotCarry } from './cannot-carry.ts';

export interface FlatList {
  /** `Books`. */
  readonly listName: string;
  /** `Book`. */
  readonly recordName: string;
  readonly fields: readonly FlatField[];
}

/** Throws a CannotCarry for any other schema. */
export function flatListOf(schema: DataSchema, title: string): FlatList {
  const fields = flatFieldsOf(schema);
  if (fields === null) {
    throw new CannotCarry(`${title} cannot carry ${schema.name}: it is no list of records of plain values`);
  }
  return { listName: schema.name, recordName: listedRecord(schema)!.name, fields };
}
