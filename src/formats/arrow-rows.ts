// Plain values from Flechette's batches, by functions made once for each batch of columns. Flechette's own rows would have
// typed arrays for lists of numbers, entries for maps, and null for what is absent.

import type { Batch, Column } from '@uwdata/flechette';
import type { DataRecord, DataValue, Field, TypeSpec } from '../data/schema.ts';
import { branchesBesideNull, presenceOf } from './field-presence.ts';
import { put, templateOf } from './plain-record.ts';
import { textOf } from './utf8-text.ts';

type AnyBatch = Batch<unknown>;

/** The value at an index of its batch. */
type Read = (index: number) => DataValue;
/** The same, and undefined for a field that is absent. */
type ReadField = (index: number) => DataValue | undefined;

/** Rows of one batch, whose columns are the record's fields in their order. */
export function rowReader(
  fields: readonly Field[],
  columns: readonly AnyBatch[],
): (index: number) => DataRecord {
  const reads = fields.map((field, i) => fieldReader(field, columns[i]!));
  const names = fields.map(({ name }) => name);
  return fields.some(({ optional }) => optional)
    ? sparseRows(names, reads)
    : wholeRows(names, reads as Read[]);
}

function wholeRows(names: readonly string[], reads: readonly Read[]): (index: number) => DataRecord {
  const template = templateOf(names);
  const count = names.length;
  return (index) => {
    const record = { ...template };
    for (let i = 0; i < count; i++) record[names[i]!] = reads[i]!(index);
    return record;
  };
}

function sparseRows(names: readonly string[], reads: readonly ReadField[]): (index: number) => DataRecord {
  const count = names.length;
  return (index) => {
    const record: DataRecord = {};
    for (let i = 0; i < count; i++) {
      const value = reads[i]!(index);
      if (value !== undefined) put(record, names[i]!, value);
    }
    return record;
  };
}

function fieldReader(field: Field, batch: AnyBatch): ReadField {
  switch (presenceOf(field)) {
    case 'always':
    case 'null':
      return readerOf(field.type, batch);
    case 'absent': {
      const read = readerOf(field.type, batch);
      return (index) => read(index) ?? undefined;
    }
    case 'both': {
      const read = readerOf(field.type, batch.children[0]!);
      if (batch.nullCount === 0) return read;
      return (index) => (batch.isValid(index) ? read(index) : undefined);
    }
  }
}

/** Null where the batch has none. */
function readerOf(type: TypeSpec, batch: AnyBatch): Read {
  const branches = branchesBesideNull(type);
  if (branches.length > 1) return unionReader(branches, batch as UnionBatch);
  if (branches.length === 0) return () => null;
  const read = valueReader(branches[0]!, batch);
  if (batch.nullCount === 0) return read;
  return (index) => (batch.isValid(index) ? read(index) : null);
}

/** Only asked for values that are there. */
function valueReader(type: TypeSpec, batch: AnyBatch): Read {
  switch (type.kind) {
    case 'string':
      return type.enum === undefined ? textReader(batch) : enumReader(batch as DictionaryBatch);
    case 'array':
      return arrayReader(type.items, batch);
    case 'map':
      return mapReader(type.values, batch);
    case 'record':
      return rowReader(type.fields, batch.children);
    default:
      return (index) => batch.value(index) as DataValue;
  }
}

function textReader({ values, offsets }: AnyBatch): Read {
  const bytes = values as Uint8Array;
  const ends = offsets as Int32Array;
  return (index) => textOf(bytes.subarray(ends[index]!, ends[index + 1]!));
}

/** Flechette does not export the classes of its batches. */
interface DictionaryBatch extends AnyBatch {
  readonly dictionary: Column<string>;
}

function enumReader({ values, dictionary }: DictionaryBatch): Read {
  const texts: DataValue[] = [];
  for (const batch of dictionary.data) {
    const read = textReader(batch);
    for (let i = 0; i < batch.length; i++) texts.push(read(i));
  }
  return (index) => texts[values[index] as number]!;
}

function arrayReader(items: TypeSpec, batch: AnyBatch): Read {
  const read = readerOf(items, batch.children[0]!);
  const ends = batch.offsets as Int32Array;
  return (index) => {
    const start = ends[index]!;
    const array: DataValue[] = [];
    for (let at = start; at < ends[index + 1]!; at++) array.push(read(at));
    return array;
  };
}

function mapReader(values: TypeSpec, batch: AnyBatch): Read {
  const [keys, each] = batch.children[0]!.children as [AnyBatch, AnyBatch];
  const readKey = textReader(keys);
  const read = readerOf(values, each);
  const ends = batch.offsets as Int32Array;
  return (index) => {
    const record: DataRecord = {};
    for (let at = ends[index]!; at < ends[index + 1]!; at++) put(record, readKey(at) as string, read(at));
    return record;
  };
}

interface UnionBatch extends AnyBatch {
  readonly typeIds: Int8Array;
}

function unionReader(branches: readonly TypeSpec[], { typeIds, offsets, children }: UnionBatch): Read {
  const reads = branches.map((branch, i) => readerOf(branch, children[i]!));
  const places = offsets as Int32Array;
  return (index) => reads[typeIds[index]!]!(places[index]!);
}
