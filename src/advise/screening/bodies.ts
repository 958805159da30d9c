// The bodies that exchanges send of a payload: one body, or one for each of several messages.

import type { DataValue } from '../../data/schema.ts';
import type { Payload } from '../../payload/payload.ts';
import type { BytesRange } from './screened.ts';

/** What each body holds: one for a list or a document, one for each of several messages. */
export function valuesByBody({ shape, value }: Pick<Payload, 'shape' | 'value'>): readonly DataValue[] {
  return shape === 'messages' ? (value as readonly DataValue[]) : [value];
}

export interface Sizes {
  /** Bytes; the mean if there are several messages. */
  readonly bytes: number;
  readonly bytesRange: BytesRange | null;
}

/** At least one length; a payload of one body has no range. */
export function summariseSizes(lengths: readonly number[], { shape }: Pick<Payload, 'shape'>): Sizes {
  let total = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const length of lengths) {
    total += length;
    least = Math.min(least, length);
    most = Math.max(most, length);
  }
  return { bytes: total / lengths.length, bytesRange: shape === 'messages' ? [least, most] : null };
}
