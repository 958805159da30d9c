// What Protobuf cannot carry.

import { firstDifference } from '../../data/equal.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder } from '../format.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { makeGuard } from '../shared/guard.ts';
import { planProtoFile } from './mapping.ts';

/** Strings are UTF-8 on the wire, which lone surrogates are not. */
export function refuseForProtobuf(
  schema: DataSchema,
  bindEncoder: Encoder['bind'],
  bindDecoder: CodecTaking<'bytes'>['bind'],
): (value: DataValue) => void {
  const guard = makeGuard('Protobuf', schema, { nonFinite: true, negativeZero: true, loneSurrogates: false });
  if (schema.proto === undefined) return guard;
  planProtoFile(schema);
  // Messages that are made from the data hold them. A user's own messages must be tried: an enum may lack a
  // value, and an optional value may be the one that absence means.
  const encode = bindEncoder(schema);
  const decode = bindDecoder(schema);
  return (value) => {
    guard(value);
    const problem = describeProblem(() =>
      firstDifference(decode(encode(value)), value, { keyOrder: 'schema' }),
    );
    if (problem !== null) {
      throw new CannotCarry(`Protobuf by the .proto file given cannot carry ${schema.name}: ${problem}`);
    }
  };
}

/** Libraries throw where an enum has no number for a text. */
function describeProblem(compare: () => string | null): string | null {
  try {
    const difference = compare();
    return difference === null ? null : `it comes back with ${difference}`;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
