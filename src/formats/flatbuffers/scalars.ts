// How each scalar is written and read by the library.

import type { Builder, ByteBuffer } from 'flatbuffers';
import type { DataValue } from '../../data/schema.ts';
import type { ScalarName } from './layout.ts';

export interface Scalar {
  readonly bytes: number;
  /** The value of a field that is not in its table's vtable. */
  readonly zero: DataValue;
  add(builder: Builder, value: DataValue): void;
  read(buffer: ByteBuffer, at: number): DataValue;
  /** Reads a field of the table that begins at `table`; `missing` where its vtable has nothing at `slot`. */
  field<T>(slot: number, missing: T): (buffer: ByteBuffer, table: number) => DataValue | T;
}

/**
 * The readers of fields are written out one by one, so that each is small and engines can build it into what
 * calls it. The library has no unsigned writers: the signed ones write the same bits.
 */
export const SCALARS: Readonly<Record<ScalarName, Scalar>> = {
  bool: {
    bytes: 1,
    zero: false,
    add: (builder, value) => builder.addInt8(value === true ? 1 : 0),
    read: (buffer, at) => buffer.readInt8(at) !== 0,
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readInt8(table + offset) !== 0;
    },
  },
  byte: {
    bytes: 1,
    zero: 0,
    add: (builder, value) => builder.addInt8(value as number),
    read: (buffer, at) => buffer.readInt8(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readInt8(table + offset);
    },
  },
  ubyte: {
    bytes: 1,
    zero: 0,
    add: (builder, value) => builder.addInt8(value as number),
    read: (buffer, at) => buffer.readUint8(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readUint8(table + offset);
    },
  },
  short: {
    bytes: 2,
    zero: 0,
    add: (builder, value) => builder.addInt16(value as number),
    read: (buffer, at) => buffer.readInt16(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readInt16(table + offset);
    },
  },
  ushort: {
    bytes: 2,
    zero: 0,
    add: (builder, value) => builder.addInt16(value as number),
    read: (buffer, at) => buffer.readUint16(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readUint16(table + offset);
    },
  },
  int: {
    bytes: 4,
    zero: 0,
    add: (builder, value) => builder.addInt32(value as number),
    read: (buffer, at) => buffer.readInt32(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readInt32(table + offset);
    },
  },
  uint: {
    bytes: 4,
    zero: 0,
    add: (builder, value) => builder.addInt32(value as number),
    read: (buffer, at) => buffer.readUint32(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readUint32(table + offset);
    },
  },
  long: {
    bytes: 8,
    zero: 0,
    add: (builder, value) => builder.addInt64(BigInt(value as number)),
    read: (buffer, at) => Number(buffer.readInt64(at)),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : Number(buffer.readInt64(table + offset));
    },
  },
  double: {
    bytes: 8,
    zero: 0,
    add: (builder, value) => builder.addFloat64(value as number),
    read: (buffer, at) => buffer.readFloat64(at),
    field: (slot, missing) => (buffer, table) => {
      const offset = buffer.__offset(table, slot);
      return offset === 0 ? missing : buffer.readFloat64(table + offset);
    },
  },
};
