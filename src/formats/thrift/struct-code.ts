// Reads and writes records. Every writer sends fields in the order of their numbers, so objects get their
// properties in the schema's order.

import type TCompactProtocol from 'thrift/lib/nodejs/lib/thrift/compact_protocol.js';
import type { DataRecord, DataValue } from '../../data/schema.ts';
import { emptyTemplate, put } from '../shared/plain-record.ts';
import type { ThriftField, ThriftStruct } from './plan.ts';
import { STOP, STRUCT, sameInLists, type ThriftCode } from './scalars.ts';

/** `codes` are the codes of the fields in their order; null for fields that never have a value. */
export function structCode(struct: ThriftStruct, codes: readonly (ThriftCode | null)[]): ThriftCode {
  const writers = struct.fields.map((field, i) => fieldWriter(field, i + 1, codes[i]!));
  const missing = struct.fields.map((field) => missingSetter(struct, field));
  // If no field may be absent, records are copies of a template: a copy has its properties in the object
  // itself, like a literal.
  const whole = struct.fields.some((field) => field.missing === 'absent')
    ? {}
    : emptyTemplate(struct.fields.map(({ key }) => key));
  return sameInLists({
    code: STRUCT,
    write(output, value) {
      output.writeStructBegin(struct.name);
      for (const write of writers) write(output, value as DataRecord);
      output.writeFieldStop();
      output.writeStructEnd();
    },
    read(input) {
      input.readStructBegin();
      const record: DataRecord = { ...whole };
      let next = 0;
      for (;;) {
        const { ftype, fid } = input.readFieldBegin();
        if (ftype === STOP) break;
        const code = codes[fid - 1];
        if (fid <= next || code?.code !== ftype)
          throw new Error(`Thrift: ${struct.name} has no field ${fid} of type ${ftype} there`);
        while (next < fid - 1) missing[next++]!(record);
        put(record, struct.fields[next++]!.key, code.read(input));
        input.readFieldEnd();
      }
      while (next < missing.length) missing[next++]!(record);
      input.readStructEnd();
      return record;
    },
  });
}

function fieldWriter(
  { key, name, missing }: ThriftField,
  id: number,
  code: ThriftCode | null,
): (output: TCompactProtocol, record: DataRecord) => void {
  if (code === null) return () => {};
  const write = (output: TCompactProtocol, value: DataValue) => {
    output.writeFieldBegin(name, code.code, id);
    code.write(output, value);
    output.writeFieldEnd();
  };
  switch (missing) {
    case null:
      return (output, record) => write(output, record[key]!);
    case 'null':
      return (output, record) => {
        const value = record[key]!;
        if (value !== null) write(output, value);
      };
    case 'absent':
      return (output, record) => {
        // Every object inherits some properties, `constructor` for one.
        const value = key in Object.prototype && !Object.hasOwn(record, key) ? undefined : record[key];
        if (value !== undefined) write(output, value);
      };
  }
}

function missingSetter(
  { name: structName }: ThriftStruct,
  { key, name, missing }: ThriftField,
): (record: DataRecord) => void {
  switch (missing) {
    case null:
      return () => {
        throw new Error(`Thrift: ${structName} has no ${name}`);
      };
    case 'null':
      return (record) => put(record, key, null);
    case 'absent':
      return () => {};
  }
}
