// The content coding `deflate`: DEFLATE in the zlib format (RFC 1950), as HTTP has it (RFC 9110, 8.4.1.2),
// not bare. Levels and their default are zlib's, as of gzip: the same compressed data in 6 bytes of frame
// instead of 18.

import type { Compression } from './compression.ts';

export const DEFLATE: Compression = {
  name: 'deflate',
  levels: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  defaultLevel: 6,
  contentEncoding: 'deflate',
};
