// The first records of a large list, or the first of many messages: it stands for all of them if all would
// take minutes.

import type { DataValue } from '../../data/schema.ts';
import type { Payload } from '../../payload/payload.ts';

/** If there is more JSON than this, only the first records are screened, unless the user wants all. */
const MOST_SCREENED_JSON_BYTES = 16_000_000;

/**
 * The same payload with as many of its first records, or messages, as have that much JSON together (one at
 * least); itself where it has no more, and where it is a document, which cannot be cut. The schema stays that
 * of all.
 */
export function firstPart(payload: Payload, mostJsonBytes = MOST_SCREENED_JSON_BYTES): Payload {
  if (payload.shape === 'document') return payload;
  const values = payload.value as readonly DataValue[];
  const first = firstWithin(values, mostJsonBytes);
  return first.length === values.length ? payload : { ...payload, value: first };
}

/** As many values as have that much JSON together; at least one if there is one. */
export function firstWithin(values: readonly DataValue[], mostJsonBytes: number): readonly DataValue[] {
  let bytes = 0;
  const end = values.findIndex((value) => {
    bytes += JSON.stringify(value).length;
    return bytes > mostJsonBytes;
  });
  return end < 0 ? values : values.slice(0, Math.max(1, end));
}
