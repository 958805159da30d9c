// gzip (RFC 1952), DEFLATE at levels 1 to 9. Level 6 is the default of zlib and of every common server.

import type { Coding } from './coding.ts';

export const GZIP: Coding = {
  name: 'gzip',
  levels: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  defaultLevel: 6,
  contentEncoding: 'gzip',
};
