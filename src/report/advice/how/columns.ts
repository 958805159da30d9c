// What columns are made of, from the schema: marks for absent values, and how a cell of CSV is read.

import type { DataSchema, TypeSpec } from '../../../data/schema.ts';
import { listedRecord, typeBesideNull } from '../../../data/schema.ts';

const MARKS = [null, 0, '', false] as const;

/**
 * What stands in a column where a record has no such property: of a kind that the column has not. Undefined
 * where every kind is taken. Without a schema no property is absent.
 */
export function absentMarks(schema: DataSchema | null): Readonly<Record<string, unknown>> | undefined {
  const fields = (schema && listedRecord(schema)?.fields) ?? [];
  const marks = fields
    .filter(({ optional }) => optional)
    .map(({ name, type }) => {
      const kinds = new Set(kindsOf(type));
      return [name, MARKS.find((mark) => !kinds.has(mark === null ? 'null' : typeof mark))] as const;
    });
  return marks.some(([, mark]) => mark === undefined) ? undefined : Object.fromEntries(marks);
}

/** As `typeof` names them, but for null. */
function kindsOf(type: TypeSpec): readonly string[] {
  switch (type.kind) {
    case 'union':
      return type.branches.flatMap(kindsOf);
    case 'integer':
    case 'double':
      return ['number'];
    default:
      return [type.kind];
  }
}

export interface CellReader {
  readonly name: string;
  /** A function of JavaScript that makes a value of a cell's text. */
  readonly read: string;
}

/** How each column is read; null where the schema is of no table. */
export function cellReaders(schema: DataSchema | null): readonly CellReader[] | null {
  const record = schema && listedRecord(schema);
  if (record === null) return null;
  return record.fields.map(({ name, type, optional }) => {
    const beside = typeBesideNull(type);
    const own = READERS[(beside ?? type).kind] ?? 'String';
    const empty = beside !== null || type.kind === 'null' ? 'null' : optional ? 'undefined' : null;
    return { name, read: empty === null ? own : `(text) => (text === '' ? ${empty} : ${call(own)})` };
  });
}

const BOOLEAN = "(text) => text === 'true'";
const READERS: Readonly<Record<string, string>> = { integer: 'Number', double: 'Number', boolean: BOOLEAN };

function call(read: string): string {
  if (read === BOOLEAN) return "text === 'true'";
  return read === 'Number' ? 'Number(text)' : 'text';
}
