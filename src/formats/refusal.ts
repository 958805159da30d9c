// Whether a format can carry some data: asked of all their values, before any is served or measured.

import { everyBody, type StoredData } from '../data/stored-data.ts';
import { CannotCarry } from './cannot-carry.ts';
import { encoderOf } from './catalogue.ts';

/** The reason, with the place: `CSV cannot carry [3].tags: an array`; null where all values can be carried. */
export function refusalOf(data: StoredData, format: string, encoder: string): string | null {
  try {
    const refuse = encoderOf(format, encoder).refuse(data.schema);
    for (const body of everyBody(data)) refuse(body);
    if (data.dictionary !== undefined) refuse(data.dictionary);
    return null;
  } catch (thrown) {
    if (thrown instanceof CannotCarry) return thrown.message;
    throw thrown;
  }
}
