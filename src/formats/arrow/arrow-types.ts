// The neutral schema as Arrow types. Arrow has one null, so a field that may be absent as well as null is a
// struct around its value: the struct's null is absence, the value's is null.

import {
  type Field as ArrowField,
  bool,
  type DataType,
  dictionary,
  field,
  float64,
  int8,
  int16,
  int32,
  int64,
  list,
  map,
  struct,
  UnionMode,
  union,
  utf8,
} from '@uwdata/flechette';
import type { Field, IntegerType, TypeSpec } from '../../data/schema.ts';
import { branchFinder } from '../shared/branch.ts';
import { branchesBesideNull, fieldPresence } from '../shared/field-presence.ts';

/** The member's name in the struct around a field that may be absent as well as null. */
export const BOXED = 'value';

export function arrowField(one: Field): ArrowField {
  const type = arrowType(one.type);
  return field(one.name, fieldPresence(one) === 'both' ? struct([field(BOXED, type)]) : type);
}

/** Always made anew: Flechette tells dictionaries apart by the identity of their types. */
function arrowType(type: TypeSpec): DataType {
  switch (type.kind) {
    // Flechette has no builder for nulls that are nested: booleans of which none is valid.
    case 'null':
    case 'never':
    case 'boolean':
      return bool();
    case 'integer':
      return integerType(type);
    case 'double':
      return float64();
    case 'string':
      return type.enum === undefined ? utf8() : dictionary(utf8(), int8());
    case 'array':
      return list(field('item', arrowType(type.items)));
    case 'map':
      return map(utf8(), arrowType(type.values));
    case 'record':
      return struct(type.fields.map(arrowField));
    case 'union':
      return unionType(type);
  }
}

/** The narrowest signed one, as Flechette infers it; it has no inference for 64 bits. */
function integerType({ min, max }: IntegerType): DataType {
  for (const [type, bits] of [
    [int8, 8],
    [int16, 16],
    [int32, 32],
  ] as const) {
    if (min >= -(2 ** (bits - 1)) && max < 2 ** (bits - 1)) return type();
  }
  return int64();
}

/** Null is a null of the first branch: a union has no validity of its own. */
function unionType(type: TypeSpec): DataType {
  const branches = branchesBesideNull(type);
  if (branches.length === 1) return arrowType(branches[0]!);
  const indexOf = branchFinder(branches);
  return union(
    UnionMode.Dense,
    branches.map((branch) => field(branch.kind, arrowType(branch))),
    branches.map((_, index) => index),
    (value) => (value === null || value === undefined ? 0 : indexOf(value)),
  );
}
