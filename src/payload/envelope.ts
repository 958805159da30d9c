// Finds the list inside a document that is little more than an envelope around it: {"orders": […], "page":
// 1}. Formats for lists refuse the document; with --path they can be tried on the list.

import type { DataRecord, DataValue } from '../data/schema.ts';
import { pathStep } from './json/explain.ts';

export interface Envelope {
  /** As `pick` takes it: `orders`, `data.items`. */
  readonly path: string;
  /** At least one. */
  readonly list: readonly DataRecord[];
}

/** Each level is written out once to see what is large in it. */
const DEEPEST = 8;

/**
 * null where no list of objects outweighs what stands beside it, at each level on the way to it. `within` is
 * the path to the document itself, if that was picked from another.
 */
export function findEnvelope(document: DataValue, within: string | null = null): Envelope | null {
  let path = within ?? '';
  let value = document;
  for (let depth = 0; depth < DEEPEST && isRecord(value); depth++) {
    const key = dominantKey(value);
    if (key === null) return null;
    path += pathStep(key);
    value = value[key]!;
    if (isListOfObjects(value)) return { path: path.replace(/^\./, ''), list: value };
  }
  return null;
}

/** The key whose value is larger, as JSON, than those of all others together; null where none is. */
function dominantKey(record: DataRecord): string | null {
  const keys = Object.keys(record);
  const lengths = keys.map((key) => JSON.stringify(record[key]).length);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const largest = lengths.findIndex((length) => 2 * length > all);
  return largest === -1 ? null : keys[largest]!;
}

function isRecord(value: DataValue): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: DataValue): value is readonly DataRecord[] {
  return Array.isArray(value) && value.length > 0 && (value as readonly DataValue[]).every(isRecord);
}
