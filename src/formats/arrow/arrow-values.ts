// Makes the values that Flechette's builders take, if they do not take the data's values as they are: entries
// for maps, a struct around a field that may be absent as well as null.

import type { DataRecord, DataValue, Field, MapType, TypeSpec } from '../../data/schema.ts';
import { branchFinder } from '../shared/branch.ts';
import { branchesBesideNull, fieldPresence } from '../shared/field-presence.ts';
import { ownReader } from '../shared/plain-record.ts';
import { BOXED } from './arrow-types.ts';

/** A value for a builder; null and undefined mean that there is no value. */
type Buildable = unknown;

type Lower = (value: DataValue) => Buildable;

/** Reads one field of a record for the builder of its column. */
export function columnReader(field: Field): (record: DataRecord) => Buildable {
  const read = ownReader(field.name);
  const lower = makeLower(field.type);
  if (fieldPresence(field) === 'both') {
    return (record) => {
      const value = read(record);
      if (value === undefined) return null;
      return { [BOXED]: value === null || lower === null ? value : lower(value) };
    };
  }
  if (lower === null) return read;
  return (record) => {
    const value = read(record);
    return value === undefined || value === null ? null : lower(value);
  };
}

/** null if the builder takes values of the type as they are. The returned function never gets null. */
function makeLower(type: TypeSpec): Lower | null {
  switch (type.kind) {
    case 'array':
      return arrayLower(makeLower(type.items));
    case 'map':
      return mapLower(makeLower(type.values));
    case 'record':
      return recordLower(type.fields);
    case 'union':
      return unionLower(branchesBesideNull(type));
    default:
      return null;
  }
}

function arrayLower(lower: Lower | null): Lower | null {
  if (lower === null) return null;
  return (value) => (value as DataValue[]).map((item) => (item === null ? null : lower(item)));
}

function mapLower(lower: Lower | null): Lower {
  if (lower === null) return (value) => Object.entries(value as DataRecord);
  return (value) =>
    Object.entries(value as DataRecord).map(([key, each]) => [key, each === null ? null : lower(each)]);
}

function recordLower(fields: readonly Field[]): Lower | null {
  const isAsItIs = ({ name, type, ...rest }: Field): boolean =>
    !(name in Object.prototype) &&
    fieldPresence({ name, type, ...rest }) !== 'both' &&
    makeLower(type) === null;
  if (fields.every(isAsItIs)) return null;
  const readers = fields.map((field) => [field.name, columnReader(field)] as const);
  // A copy of a template has every field as its own, whatever it is called.
  const template = Object.fromEntries(fields.map(({ name }) => [name, null as Buildable]));
  return (value) => {
    const record: Record<string, Buildable> = { ...template };
    for (const [name, read] of readers) record[name] = read(value as DataRecord);
    return record;
  };
}

function unionLower(branches: readonly TypeSpec[]): Lower | null {
  if (branches.length === 1) return makeLower(branches[0]!);
  const lowers = branches.map((branch) => (branch.kind === 'map' ? mapInUnion(branch) : makeLower(branch)));
  if (lowers.every((lower) => lower === null)) return null;
  const indexOf = branchFinder(branches);
  return (value) => {
    const lower = lowers[indexOf(value)];
    return lower === null || lower === undefined ? value : lower(value);
  };
}

/** Entries in an array would be taken for the union's array. */
function mapInUnion({ values }: MapType): Lower {
  const entriesOf = mapLower(makeLower(values)) as (value: DataValue) => [string, Buildable][];
  return (value) => new Map(entriesOf(value));
}
