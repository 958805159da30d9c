// Checks whether a format can carry some data: all their values, before any is served or measured.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import { everyBody, type StoredData } from '../../data/store/stored-data.ts';
import { formatNamed } from '../catalogue.ts';
import type { Encoder } from '../format.ts';
import { CannotCarry } from './cannot-carry.ts';

/**
 * The reason, with the place: `CSV cannot carry [3].tags: an array`; null where all values can be carried.
 * An encoder that only a target has carries what the format's first does.
 */
export function refusalOf(data: StoredData, format: string, encoder: string): string | null {
  const { encoders } = formatNamed(format);
  const writes = encoders.find(({ name }) => name === encoder) ?? encoders[0]!;
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
