// Reads and writes values of several types: as a struct with one field set, or with none for null.

import { branchFinder } from '../shared/branch.ts';
import type { ThriftUnion } from './plan.ts';
import { STOP, STRUCT, sameInLists, type ThriftCode } from './scalars.ts';

export function unionCode({ name, of, mayBeNull }: ThriftUnion, codes: readonly ThriftCode[]): ThriftCode {
  const indexOf = branchFinder(of);
  return sameInLists({
    code: STRUCT,
    write(output, value) {
      output.writeStructBegin(name);
      if (value !== null) {
        const index = indexOf(value);
        const code = codes[index]!;
        output.writeFieldBegin(name, code.code, index + 1);
        code.write(output, value);
        output.writeFieldEnd();
      }
      output.writeFieldStop();
      output.writeStructEnd();
    },
    read(input) {
      input.readStructBegin();
      const { ftype, fid } = input.readFieldBegin();
      if (ftype === STOP) {
        if (!mayBeNull) throw new Error(`Thrift: ${name} has no field set`);
        input.readStructEnd();
        return null;
      }
      const code = codes[fid - 1];
      if (code?.code !== ftype) throw new Error(`Thrift: ${name} has no field ${fid} of type ${ftype}`);
      const value = code.read(input);
      input.readFieldEnd();
      if (input.readFieldBegin().ftype !== STOP) throw new Error(`Thrift: ${name} has two fields set`);
      input.readStructEnd();
      return value;
    },
  });
}
