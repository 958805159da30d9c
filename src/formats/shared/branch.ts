// Which branch of a union a value belongs to: unions have at most one of each family (data/schema.ts).

import type { DataValue, TypeKind, TypeSpec } from '../../data/schema.ts';

export type Family = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const FAMILY_OF: Readonly<Record<Exclude<TypeKind, 'union' | 'never'>, Family>> = {
  null: 'null',
  boolean: 'boolean',
  integer: 'number',
  double: 'number',
  string: 'string',
  array: 'array',
  map: 'object',
  record: 'object',
};

/** Answers a branch's index; -1 for a value that the union does not have. */
export function branchFinder(branches: readonly TypeSpec[]): (value: DataValue) => number {
  const indexOf: Record<Family, number> = {
    null: -1,
    boolean: -1,
    number: -1,
    string: -1,
    array: -1,
    object: -1,
  };
  branches.forEach(({ kind }, index) => {
    if (kind !== 'union' && kind !== 'never') indexOf[FAMILY_OF[kind]] = index;
  });
  return (value) => indexOf[valueFamily(value)];
}

/** The families of all values of a type. */
export function typeFamilies(type: TypeSpec): ReadonlySet<Family> {
  const kinds = (type.kind === 'union' ? type.branches : [type]).map(({ kind }) => kind);
  return new Set(kinds.flatMap((kind) => (kind === 'union' || kind === 'never' ? [] : [FAMILY_OF[kind]])));
}

export function valueFamily(value: DataValue): Family {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Family;
}
