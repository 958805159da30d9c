// Ways to send a document as screening leaves them, without times and bytes that were found.

import type { Way } from '../../../src/record/advice-facts.ts';

export function jsonWay(compression: string, bytes: number): Way {
  return {
    format: 'json',
    encoder: 'JSON.stringify',
    codec: 'JSON.parse',
    compression,
    bytes,
    encodeMs: 0.3,
    compressMs: 1,
    decompressMs: 0.3,
    decodeMs: 1,
    decodedIn: 'chromium',
    losesKeyOrder: false,
  };
}

/** The first is today's. */
export const JSON_WAYS = {
  screened: [],
  ways: [jsonWay('none', 60_000), jsonWay('br-5', 5_000), jsonWay('gzip-6', 6_000)],
  today: 0,
};
