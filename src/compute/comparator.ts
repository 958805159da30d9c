// Orders of records by one property: strings by UTF-16 code unit (never by locale, which differs between engines),
// numbers by value, false before true. All three are what `<` says of two values of the same type.

import type { DataRecord, Field, FieldType, FieldValue } from '../data/schema.ts';

export type Comparator = (a: DataRecord, b: DataRecord) => number;

/** Negative, zero or positive, for Array.prototype.sort. */
export function comparatorOf(field: Field): Comparator {
  return MAKERS[field.type](field.name);
}

// One maker a type, so that the engine sees one type of operand at each comparison.
const MAKERS: Readonly<Record<FieldType, (name: string) => Comparator>> = {
  string: (name) => (a, b) => {
    const x = a[name] as string;
    const y = b[name] as string;
    return x < y ? -1 : x > y ? 1 : 0;
  },
  int32: byNumber,
  double: byNumber,
  boolean: (name) => (a, b) => rank(a[name]) - rank(b[name]),
};

function byNumber(name: string): Comparator {
  return (a, b) => {
    const x = a[name] as number;
    const y = b[name] as number;
    return x < y ? -1 : x > y ? 1 : 0;
  };
}

function rank(value: FieldValue | undefined): number {
  return value === true ? 1 : 0;
}
