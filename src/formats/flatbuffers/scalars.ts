// How each scalar is written and read by the library.

import type { Builder, ByteBuffer } from 'flatbuffers';
import type { DataValue } from '../../data/schema.ts';
import type { ScalarName } from './layout.ts';

export interface Scalar {
  readonly bytes: number;
  /** What a field has that is not in its table's vtable. */
  readonly zero: DataValue;
  add(builder: Builder, value: DataValue): void;
  read(buffer: ByteBuffer, at: number): DataValue;
}

/** The library has no unsigned writers: the signed ones write the same bits. */
export const SCALARS: Readonly<Record<ScalarName, Scalar>> = {
  bool: {
    bytes: 1,
    zero: false,
    add: (builder, value) => builder.addInt8(value === true ? 1 : 0),
    read: (buffer, at) => buffer.readInt8(at) !== 0,
  },
  byte: {
    bytes: 1,
    zero: 0,
    add: (builder, value) => builder.addInt8(value as number),
    read: (buffer, at) => buffer.readInt8(at),
  },
  ubyte: {
    bytes: 1,
    zero: 0,
    add: (builder, value) => builder.addInt8(value as number),
    read: (buffer, at) => buffer.readUint8(at),
  },
  short: {
    bytes: 2,
    zero: 0,
    add: (builder, value) => builder.addInt16(value as number),
    read: (buffer, at) => buffer.readInt16(at),
  },
  ushort: {
    bytes: 2,
    zero: 0,
    add: (builder, value) => builder.addInt16(value as number),
    read: (buffer, at) => buffer.readUint16(at),
  },
  int: {
    bytes: 4,
    zero: 0,
    add: (builder, value) => builder.addInt32(value as number),
    read: (buffer, at) => buffer.readInt32(at),
  },
  uint: {
    bytes: 4,
    zero: 0,
    add: (builder, value) => builder.addInt32(value as number),
    read: (buffer, at) => buffer.readUint32(at),
  },
  long: {
    bytes: 8,
    zero: 0,
    add: (builder, value) => builder.addInt64(BigInt(value as number)),
    read: (buffer, at) => Number(buffer.readInt64(at)),
  },
  double: {
    bytes: 8,
    zero: 0,
    add: (builder, value) => builder.addFloat64(value as number),
    read: (buffer, at) => buffer.readFloat64(at),
  },
};
