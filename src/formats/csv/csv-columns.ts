// What a CSV column can hold. CSV has one type, text, and one way to say that there is no value, the empty
// cell. The schema says what they mean. A column may have empty strings, or nulls, or absent values, but not
// two of them.

import type { DataRecord, DataSchema, DataValue, Field, RecordType, TypeSpec } from '../../data/schema.ts';
import { listedRecord, typeBesideNull } from '../../data/schema.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { ownValue } from '../shared/record-builder.ts';
import { isScalar, type ReadText, type ScalarType, scalarReader } from '../shared/scalar-text.ts';

export interface Column {
  readonly name: string;
  /** The type of the values that are present; null if all values are null. */
  readonly type: ScalarType | null;
  /** What an empty cell stands for. */
  readonly empty: 'value' | 'null' | 'absent';
}

export interface Table {
  readonly record: RecordType;
  readonly columns: readonly Column[];
}

/** Throws a CannotCarry for anything but a list of flat records. */
export function planTable(schema: DataSchema): Table {
  const record = listedRecord(schema);
  if (record === null) throw new CannotCarry(`CSV cannot carry ${schema.name}: it is no list of records`);
  if (record.fields.length === 0)
    throw new CannotCarry(`CSV cannot carry ${schema.name}: its records have no properties`);
  return { record, columns: record.fields.map(planColumn) };
}

function planColumn({ name, type, optional }: Field): Column {
  const beside = typeBesideNull(type);
  const mayBeNull = type.kind === 'null' || beside !== null;
  if (mayBeNull && optional) throw cannot(name, 'null and absent in one column, both an empty cell');
  const value = type.kind === 'null' ? null : (beside ?? type);
  if (value !== null && !isScalar(value)) throw cannot(name, whatIs(value));
  return { name, type: value, empty: mayBeNull ? 'null' : optional ? 'absent' : 'value' };
}

function cannot(name: string, reason: string): CannotCarry {
  return new CannotCarry(`CSV cannot carry [..].${name}: ${reason}`);
}

function whatIs({ kind }: TypeSpec): string {
  switch (kind) {
    case 'array':
      return 'an array';
    case 'record':
    case 'map':
      return 'an object';
    default:
      return 'values of several kinds';
  }
}

/** Throws a CannotCarry at the first cell that would come back as something else. */
export function refuseEmpty({ columns }: Table, records: readonly DataRecord[]): void {
  const alone = columns.length === 1;
  const doubtful = columns.filter(
    ({ type, empty }) => alone || (empty !== 'value' && type?.kind === 'string'),
  );
  if (doubtful.length === 0) return;
  records.forEach((record, i) => {
    for (const { name, empty } of doubtful) {
      const value = ownValue(record, name) ?? '';
      if (value !== '') continue;
      if (alone) throw new CannotCarry(`CSV cannot carry [${i}].${name}: an empty line, which readers skip`);
      if (ownValue(record, name) === '')
        throw new CannotCarry(
          `CSV cannot carry [${i}].${name}: an empty string where ${empty} is an empty cell`,
        );
    }
  });
}

/** Answers undefined for an absent value. */
export function cellReader({ type, empty }: Column): (cell: string) => DataValue | undefined {
  const read = type === null ? nothingBut : scalarReader(type);
  if (empty === 'value') return read;
  const nothing = empty === 'null' ? null : undefined;
  return (cell) => (cell === '' ? nothing : read(cell));
}

const nothingBut: ReadText = (text) => {
  throw new Error(`${JSON.stringify(text)} is not null`);
};
