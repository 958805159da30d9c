// The content coding `deflate`: DEFLATE in the zlib format (RFC 1950), as HTTP demands (RFC 9110, 8.4.1.2),
// not bare. Like gzip it has zlib's levels and default: the same compressed data in a frame of 6 bytes
// instead of 18.

import type { Coding } from './coding.ts';

export const DEFLATE: Coding = {
  name: 'deflate',
  levels: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  defaultLevel: 6,
  contentEncoding: 'deflate',
};
