// What MessagePack's and CBOR's JavaScript libraries would change silently, or break on, however plain the
// data.

import type { DataSchema, DataValue } from '../../data/schema.ts';
import { makeGuard } from './guard.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * TextDecoder drops a leading U+FEFF unless told not to, and the libraries do not tell it (some only for long
 * strings).
 */
export function droppedMark(text: string): string | null {
  return text.startsWith(BYTE_ORDER_MARK) ? 'its libraries drop the byte order mark it begins with' : null;
}

/** `ownKeys`: further keys that a library uses for itself. */
export function binaryGuard(
  title: string,
  schema: DataSchema,
  ownKeys: readonly string[] = [],
): (value: DataValue) => void {
  return makeGuard(title, schema, {
    nonFinite: true,
    // Whole numbers are written as integers, and −0 with them.
    negativeZero: false,
    loneSurrogates: false,
    badString: droppedMark,
    badKey(key) {
      if (key === '__proto__') return 'its libraries rename or refuse it';
      return ownKeys.includes(key) ? 'its library uses it for itself' : null;
    },
  });
}
