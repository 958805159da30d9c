// Reads and writes single values by calls of the library's protocol.

// In Node this is the platform's Buffer; in a page it is the package of that name, which thrift needs there.
import { Buffer } from 'buffer';
import type TCompactProtocol from 'thrift/lib/nodejs/lib/thrift/compact_protocol.js';
import type { DataValue } from '../../data/schema.ts';

/** The code that Thrift's compiler would generate for a type. */
export interface ThriftCode {
  /** Its number in Thrift.Type. */
  readonly code: number;
  write(output: TCompactProtocol, value: DataValue): void;
  /** Reads it as a field of a struct. */
  read(input: TCompactProtocol): DataValue;
  /** Reads it as an item of a list or a value of a map. */
  readItem(input: TCompactProtocol): DataValue;
}

export const STOP = 0;
export const STRUCT = 12;
export const MAP = 13;
export const LIST = 15;
export const STRING = 11;

const BOOL = 2;
const DOUBLE = 4;
const I32 = 8;
const I64 = 10;

/** The compact protocol's byte for true if the boolean is no field. */
const TRUE = 1;

export const BOOL_CODE: ThriftCode = {
  code: BOOL,
  write: (output, value) => output.writeBool(value as boolean),
  read: (input) => input.readBool(),
  // The library's readBool gives false for every boolean that is no field.
  readItem: (input) => input.readByte() === TRUE,
};

export const I32_CODE = sameInLists({
  code: I32,
  write: (output, value) => output.writeI32(value as number),
  read: (input) => input.readI32(),
});

export const I64_CODE = sameInLists({
  code: I64,
  write: (output, value) => output.writeI64(value as number),
  read(input) {
    const value = input.readI64().toNumber();
    if (!Number.isSafeInteger(value)) throw new Error('Thrift: an i64 beyond ±2⁵³');
    return value;
  },
});

export const DOUBLE_CODE = sameInLists({
  code: DOUBLE,
  write(output, value) {
    // The library's writeDouble takes the exponent from a logarithm: it halves one double in a few thousand,
    // and −0 is 0.
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value as number);
    output.getTransport().write(bytes);
  },
  read: (input) => input.readDouble(),
});

export const STRING_CODE = sameInLists({
  code: STRING,
  write: (output, value) => output.writeString(value as string),
  read: (input) => input.readString(),
});

export function enumCode(symbols: readonly string[]): ThriftCode {
  const numbers = new Map(symbols.map((symbol, number) => [symbol as DataValue, number]));
  return sameInLists({
    code: I32,
    write: (output, value) => output.writeI32(numbers.get(value)!),
    read(input) {
      const number = input.readI32();
      const symbol = symbols[number];
      if (symbol === undefined) throw new Error(`Thrift: an enum of ${symbols.length} has no ${number}`);
      return symbol;
    },
  });
}

export function sameInLists(code: Omit<ThriftCode, 'readItem'>): ThriftCode {
  return { ...code, readItem: code.read };
}
