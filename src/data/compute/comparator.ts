// How two records are compared: strings by UTF-16 code unit (never by locale, which differs between engines),
// numbers by value, false before true. The comparators of a dataset name its properties literally, as any
// program would. If a variable named the property, the sort would take half as long again.

import type { DataRecord, DataValue } from '../schema.ts';

/** Negative, zero or positive, for Array.prototype.sort. */
export type Comparator = (a: DataRecord, b: DataRecord) => number;

/** The properties by which the published computation models sort a dataset. */
export interface PropertyOrder {
  /** CM1 sorts once by this comparator. */
  readonly cm1: Comparator;
  /** CM2 sorts once by each of these, one after the other. */
  readonly cm2: readonly Comparator[];
}

// byString and byNumber have the same text but must not be one function: engines learn the types of operands
// for each place in the source.

export function byString(a: DataValue | undefined, b: DataValue | undefined): number {
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0;
}

export function byNumber(a: DataValue | undefined, b: DataValue | undefined): number {
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

export function byBoolean(a: DataValue | undefined, b: DataValue | undefined): number {
  return Number(a) - Number(b);
}
