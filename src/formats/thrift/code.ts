// What Thrift's compiler would generate: code that reads and writes data of each type by calls of the
// library's protocol. It consists of closures, so that a page needs no eval, and it makes plain objects.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import { put } from '../shared/plain-record.ts';
import type { ThriftType } from './plan.ts';
import {
  BOOL_CODE,
  DOUBLE_CODE,
  enumCode,
  I32_CODE,
  I64_CODE,
  LIST,
  MAP,
  STRING,
  STRING_CODE,
  sameInLists,
  type ThriftCode,
} from './scalars.ts';
import { structCode } from './struct-code.ts';
import { unionCode } from './union-code.ts';

export function thriftCode(type: ThriftType): ThriftCode {
  switch (type.kind) {
    case 'bool':
      return BOOL_CODE;
    case 'i32':
      return I32_CODE;
    case 'i64':
      return I64_CODE;
    case 'double':
      return DOUBLE_CODE;
    case 'string':
      return STRING_CODE;
    case 'enum':
      return enumCode(type.symbols);
    case 'list':
      return listCode(thriftCode(type.items));
    case 'map':
      return mapCode(thriftCode(type.values));
    case 'struct':
      return structCode(
        type,
        type.fields.map((field) => (field.type === null ? null : thriftCode(field.type))),
      );
    case 'union':
      return unionCode(type, type.branches.map(thriftCode));
  }
}

function listCode(items: ThriftCode): ThriftCode {
  return sameInLists({
    code: LIST,
    write(output, value) {
      const list = value as readonly DataValue[];
      output.writeListBegin(items.code, list.length);
      for (const item of list) items.write(output, item);
      output.writeListEnd();
    },
    read(input) {
      const { etype, size } = input.readListBegin();
      if (size > 0 && etype !== items.code)
        throw new Error(`Thrift: a list of type ${etype}, not ${items.code}`);
      const list: DataValue[] = [];
      for (let i = 0; i < size; i++) list.push(items.readItem(input));
      input.readListEnd();
      return list;
    },
  });
}

function mapCode(values: ThriftCode): ThriftCode {
  return sameInLists({
    code: MAP,
    write(output, value) {
      const entries = Object.entries(value as DataRecord);
      output.writeMapBegin(STRING, values.code, entries.length);
      for (const [key, each] of entries) {
        output.writeString(key);
        values.write(output, each);
      }
      output.writeMapEnd();
    },
    read(input) {
      const { ktype, vtype, size } = input.readMapBegin();
      if (size > 0 && (ktype !== STRING || vtype !== values.code)) {
        throw new Error(`Thrift: a map of types ${ktype} and ${vtype}, not ${STRING} and ${values.code}`);
      }
      const map: DataRecord = {};
      for (let i = 0; i < size; i++) put(map, input.readString(), values.readItem(input));
      input.readMapEnd();
      return map;
    },
  });
}
