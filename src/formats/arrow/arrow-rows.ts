// Plain values from Flechette's batches. What the schema decides is prepared once; the functions for a batch
// are made when it comes. Flechette's own rows would have typed arrays for lists of numbers, entries for
// maps, and null for what is absent.

import type { Batch, Column } from '@uwdata/flechette';
import type { DataRecord, DataValue, Field, TypeSpec } from '../../data/schema.ts';
import { branchesBesideNull, fieldPresence } from '../shared/field-presence.ts';
import { put } from '../shared/plain-record.ts';
import { sparseReader, wholeReader } from '../shared/record-reader.ts';
import { decodeUtf8 } from '../shared/utf8-text.ts';

type AnyBatch = Batch<unknown>;

/** The value at an index of its batch. */
type Read<T = DataValue> = (index: number) => T;
/** For the values of a batch. */
type Prepared<T = DataValue> = (batch: AnyBatch) => Read<T>;

/** The parameter of the functions that read. */
const PLACE = ['index'];

/** For records whose fields are the columns, in their order. */
export function rowReader(fields: readonly Field[]): (columns: readonly AnyBatch[]) => Read<DataRecord> {
  const prepared = fields.map(fieldReader);
  const names = fields.map(({ name }) => name);
  const make = fields.some(({ optional }) => optional)
    ? sparseReader<[index: number]>(PLACE, names)
    : (wholeReader<[index: number]>(PLACE, names) as ReturnType<typeof sparseReader<[index: number]>>);
  return (columns) => make(prepared.map((prepare, i) => prepare(columns[i]!)));
}

/** undefined for a field that is absent. */
function fieldReader(field: Field): Prepared<DataValue | undefined> {
  const prepare = makeReader(field.type);
  switch (fieldPresence(field)) {
    case 'always':
    case 'null':
      return prepare;
    case 'absent':
      return (batch) => {
        const read = prepare(batch);
        return (index) => read(index) ?? undefined;
      };
    case 'both':
      return (batch) => {
        const read = prepare(batch.children[0]!);
        if (batch.nullCount === 0) return read;
        return (index) => (batch.isValid(index) ? read(index) : undefined);
      };
  }
}

/** Null where the batch has none. */
function makeReader(type: TypeSpec): Prepared {
  const branches = branchesBesideNull(type);
  if (branches.length > 1) return unionReader(branches) as Prepared;
  if (branches.length === 0) return () => () => null;
  const prepare = valueReader(branches[0]!);
  return (batch) => {
    const read = prepare(batch);
    if (batch.nullCount === 0) return read;
    return (index) => (batch.isValid(index) ? read(index) : null);
  };
}

/** Reads a value that is present. */
function valueReader(type: TypeSpec): Prepared {
  switch (type.kind) {
    case 'string':
      return type.enum === undefined ? textReader : (enumReader as Prepared);
    case 'array':
      return arrayReader(type.items);
    case 'map':
      return mapReader(type.values);
    case 'record': {
      const prepare = rowReader(type.fields);
      return (batch) => prepare(batch.children);
    }
    default:
      return (batch) => (index) => batch.value(index) as DataValue;
  }
}

function textReader({ values, offsets }: AnyBatch): Read {
  const bytes = values as Uint8Array;
  const ends = offsets as Int32Array;
  return (index) => decodeUtf8(bytes.subarray(ends[index]!, ends[index + 1]!));
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

function arrayReader(items: TypeSpec): Prepared {
  const prepare = makeReader(items);
  return ({ children, offsets }) => {
    const read = prepare(children[0]!);
    const ends = offsets as Int32Array;
    return (index) => {
      const array: DataValue[] = [];
      for (let at = ends[index]!; at < ends[index + 1]!; at++) array.push(read(at));
      return array;
    };
  };
}

function mapReader(values: TypeSpec): Prepared {
  const prepare = makeReader(values);
  return ({ children, offsets }) => {
    const [keys, each] = children[0]!.children as [AnyBatch, AnyBatch];
    const readKey = textReader(keys);
    const read = prepare(each);
    const ends = offsets as Int32Array;
    return (index) => {
      const record: DataRecord = {};
      for (let at = ends[index]!; at < ends[index + 1]!; at++) put(record, readKey(at) as string, read(at));
      return record;
    };
  };
}

interface UnionBatch extends AnyBatch {
  readonly typeIds: Int8Array;
}

function unionReader(branches: readonly TypeSpec[]): (batch: UnionBatch) => Read {
  const prepared = branches.map(makeReader);
  return ({ typeIds, offsets, children }) => {
    const reads = prepared.map((prepare, i) => prepare(children[i]!));
    const places = offsets as Int32Array;
    return (index) => reads[typeIds[index]!]!(places[index]!);
  };
}
