// What keeps a format from changing values silently: the ones it cannot carry are refused when records are loaded.

import type { DataRecord, FieldType, FieldValue, RecordSchema } from '../data/schema.ts';

/** What a format can carry beyond 32-bit integers, finite doubles and well-formed strings. */
export interface Carries {
  /** NaN and the infinities. */
  readonly nonFinite: boolean;
  readonly negativeZero: boolean;
  readonly loneSurrogates: boolean;
}

/** Throws at the first record with a value that the format, named for people by `title`, cannot carry. */
export function guardOf(
  title: string,
  schema: RecordSchema,
  { nonFinite, negativeZero, loneSurrogates }: Carries,
): (records: readonly DataRecord[]) => void {
  const namesOf = (type: FieldType) =>
    schema.fields.filter((each) => each.type === type).map(({ name }) => name);
  const integers = namesOf('int32');
  const doubles = nonFinite && negativeZero ? [] : namesOf('double');
  const strings = loneSurrogates ? [] : namesOf('string');
  const isCarried = (value: number) =>
    (nonFinite || Number.isFinite(value)) && (negativeZero || !Object.is(value, -0));
  // Three plain loops in one pass: a closure a field would cost half as much again.
  return (records) => {
    for (let i = 0; i < records.length; i++) {
      const record = records[i]!;
      for (const name of integers) if (!isInt32(record[name]!)) throw refusal(title, i, name, record[name]);
      for (const name of doubles) {
        if (!isCarried(record[name] as number)) throw refusal(title, i, name, record[name]);
      }
      for (const name of strings) {
        if (!(record[name] as string).isWellFormed()) throw refusal(title, i, name, record[name]);
      }
    }
  };
}

function refusal(title: string, record: number, name: string, value: FieldValue | undefined): Error {
  const shown = Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : value;
  return new Error(`${title} cannot carry record ${record}: ${name} is ${shown}`);
}

/** A whole number a 32-bit field can hold; −0 is none, because no integer field keeps its sign. */
export function isInt32(value: FieldValue): boolean {
  return ((value as number) | 0) === value && !Object.is(value, -0);
}
