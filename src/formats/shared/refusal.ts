// Checks whether a format can carry some data: all their values, before any is served or measured.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import { everyBody, type StoredData } from '../../data/store/stored-data.ts';
import { encoderNamed } from '../catalogue.ts';
import type { Encoder } from '../format.ts';
import { CannotCarry } from './cannot-carry.ts';

/**
 * The reason, with the place: `CSV cannot carry [3].tags: an array`; null where all values can be carried.
 */
export function refusalOf(data: StoredData, format: string, encoder: string): string | null {
  const writes = encoderNamed(format, encoder);
  const before = data.dictionary === undefined ? [] : [data.dictionary];
  return whyRefused(writes, data.schema, everyBody(data)) ?? whyRefused(writes, data.schema, before);
}

/**
 * Why an encoder refuses any of the values; null where it carries them all. Any other error is one of ours,
 * and thrown.
 */
export function whyRefused(encoder: Encoder, schema: DataSchema, values: Iterable<DataValue>): string | null {
  try {
    const refuse = encoder.refuse(schema);
    for (const value of values) refuse(value);
    return null;
  } catch (thrown) {
    if (thrown instanceof CannotCarry) return thrown.message;
    throw thrown;
  }
}
