// Plain values out of a FlatBuffer, by functions made once for each layout. Everything is read: what a
// program would get from accessors one by one.

import { type ByteBuffer, Encoding } from 'flatbuffers';
import type { DataRecord, DataValue } from '../../data/schema.ts';
import { put } from '../shared/plain-record.ts';
import { sparseReader, wholeReader } from '../shared/record-reader.ts';
import { decodeUtf8 } from '../shared/utf8-text.ts';
import type { Layout, Slot, Table } from './layout.ts';
import { SCALARS } from './scalars.ts';

const OFFSET_BYTES = 4;
/** A vtable begins with its own size and the table's. */
const FIRST_FIELD = 4;
const FIELD_BYTES = 2;

/** `at` is the place of the value or of its offset. */
type Read<T = DataValue> = (buffer: ByteBuffer, at: number) => T;

interface Reader {
  /** Bytes of one element of a vector. */
  readonly bytes: number;
  readonly zero: DataValue;
  readonly read: Read;
  readonly field: FieldMaker;
}

/** Makes what reads a slot of a table; `missing` where the table has nothing there. */
type FieldMaker = <T>(slot: number, missing: T) => Read<DataValue | T>;

function makeReader(layout: Layout): Reader {
  switch (layout.kind) {
    case 'nothing':
      return { bytes: 1, zero: null, read: () => null, field: () => () => null };
    case 'scalar':
      return SCALARS[layout.scalar];
    case 'enum':
      return enumReader(layout.values);
    case 'string':
      return { bytes: OFFSET_BYTES, zero: null, read: readText, field: textField };
    case 'vector':
      return reference(vectorReader(makeReader(layout.items)));
    case 'map':
      return reference(mapReader(layout.entry));
    case 'table':
      return reference(indirect(tableReader(layout.table)));
  }
}

function enumReader(values: readonly string[]): Reader {
  return {
    bytes: 1,
    zero: values[0]!,
    read: (buffer, at) => values[buffer.readUint8(at)]!,
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : values[buffer.readUint8(table + offset)]!;
    },
  };
}

function reference(read: Read): Reader {
  const field: FieldMaker = (slot, missing) => (buffer, table) => {
    const offset = buffer.__offset(table, slot);
    return offset === 0 ? missing : read(buffer, table + offset);
  };
  return { bytes: OFFSET_BYTES, zero: null, read, field };
}

function indirect<T>(readTable: Read<T>): Read<T> {
  return (buffer, at) => readTable(buffer, buffer.__indirect(at));
}

function readText(buffer: ByteBuffer, at: number): string {
  return decodeUtf8(buffer.__string(at, Encoding.UTF8_BYTES) as Uint8Array);
}

function textField<T>(slot: number, missing: T): Read<DataValue | T> {
  return (buffer, table) => {
    const offset = buffer.__offset(table, slot);
    return offset === 0 ? missing : readText(buffer, table + offset);
  };
}

function vectorReader({ bytes, read }: Reader): Read {
  return (buffer, at) => {
    const count = buffer.__vector_len(at);
    const start = buffer.__vector(at);
    const values: DataValue[] = [];
    for (let i = 0; i < count; i++) values.push(read(buffer, start + i * bytes));
    return values;
  };
}

function mapReader({ slots }: Table): Read {
  const [key, value] = slots.map(fieldReader) as [ReadField, ReadField];
  return (buffer, at) => {
    const count = buffer.__vector_len(at);
    const start = buffer.__vector(at);
    const record: DataRecord = {};
    for (let i = 0; i < count; i++) {
      const entry = buffer.__indirect(start + i * OFFSET_BYTES);
      put(record, key(buffer, entry) as string, value(buffer, entry)!);
    }
    return record;
  };
}

/** `at`: where the table begins. */
export function tableReader({ role, slots }: Table): Read {
  switch (role) {
    case 'record':
      return recordReader(slots);
    case 'box':
      return fieldReader(slots[0]!) as Read;
    case 'union':
      return unionReader(slots);
    case 'entry':
      throw new Error('entries are read by their map');
  }
}

/** undefined for a field that is absent. */
type ReadField = Read<DataValue | undefined>;

/** The parameters of the functions that read. */
const PLACE = ['buffer', 'at'];

type BufferPosition = [buffer: ByteBuffer, at: number];

function recordReader(slots: readonly Slot[]): Read {
  const names = slots.map(({ name }) => name);
  const reads = slots.map(fieldReader);
  const isWhole = slots.every(({ presence }) => presence === 'always' || presence === 'null');
  return isWhole
    ? wholeReader<BufferPosition>(PLACE, names)(reads as Read[])
    : sparseReader<BufferPosition>(PLACE, names)(reads);
}

function fieldReader({ layout, presence, index, nullIndex }: Slot): ReadField {
  const { zero, field } = makeReader(layout);
  const slot = FIRST_FIELD + index * FIELD_BYTES;
  if (nullIndex !== null) {
    return nullableReader(index < 0 ? null : field(slot, undefined), FIRST_FIELD + nullIndex * FIELD_BYTES);
  }
  if (index < 0) return () => null;
  return field(slot, presence === 'always' ? zero : presence === 'null' ? null : undefined);
}

/** `read` is null if null is the type's only value. */
function nullableReader(read: ReadField | null, nullSlot: number): ReadField {
  return (buffer, at) => {
    const value = read?.(buffer, at);
    if (value !== undefined) return value;
    return buffer.__offset(at, nullSlot) === 0 ? undefined : null;
  };
}

function unionReader(slots: readonly Slot[]): Read {
  const reads = slots.map(fieldReader);
  return (buffer, at) => {
    for (const read of reads) {
      const value = read(buffer, at);
      if (value !== undefined) return value;
    }
    return null;
  };
}
