// What keeps a format from changing values silently: its encoder refuses the ones it cannot carry. The checks take
// about a hundredth of the encoding they stand before.

import type { DataRecord, FieldValue, RecordSchema } from '../data/schema.ts';

/** What a format can carry beyond 32-bit integers, finite doubles and well-formed strings. */
export interface Carries {
  /** NaN and the infinities. */
  readonly nonFinite: boolean;
  readonly negativeZero: boolean;
  readonly loneSurrogates: boolean;
}

/** Throws at the first value that the format, named for people by `title`, cannot carry. */
export function guardOf(
  title: string,
  schema: RecordSchema,
  carries: Carries,
): (records: readonly DataRecord[]) => void {
  const named = (type: string) => schema.fields.filter((each) => each.type === type).map((each) => each.name);
  const refuse = (record: number, name: string, value: unknown): never => {
    const shown = Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : value;
    throw new Error(`${title} cannot carry record ${record}: ${name} is ${shown}`);
  };
  const checks: ((record: DataRecord, index: number) => void)[] = [];
  for (const name of named('int32')) {
    checks.push((record, i) => {
      if (!isInt32(record[name]!)) refuse(i, name, record[name]);
    });
  }
  const { nonFinite, negativeZero } = carries;
  for (const name of nonFinite && negativeZero ? [] : named('double')) {
    checks.push((record, i) => {
      const value = record[name] as number;
      if ((!nonFinite && !Number.isFinite(value)) || (!negativeZero && Object.is(value, -0))) {
        refuse(i, name, value);
      }
    });
  }
  for (const name of carries.loneSurrogates ? [] : named('string')) {
    checks.push((record, i) => {
      if (!(record[name] as string).isWellFormed()) refuse(i, name, record[name]);
    });
  }
  return (records) => {
    for (const check of checks) records.forEach(check);
  };
}

/** A whole number a 32-bit field can hold; −0 is none, because no integer field keeps its sign. */
export function isInt32(value: FieldValue): boolean {
  return ((value as number) | 0) === value && !Object.is(value, -0);
}
