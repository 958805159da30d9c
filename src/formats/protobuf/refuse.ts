// What Protobuf cannot carry.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import { guardOf } from '../guard.ts';

/** Strings are UTF-8 on the wire, which lone surrogates are not. */
export function refuseForProtobuf(schema: DataSchema): (value: DataValue) => void {
  return guardOf('Protobuf', schema, { nonFinite: true, negativeZero: true, loneSurrogates: false });
}
