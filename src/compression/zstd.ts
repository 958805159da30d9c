// Zstandard (RFC 8878), levels 1 to 19. Level 3 is the library's default (ZSTD_CLEVEL_DEFAULT). From 20 on
// its window may be larger than the 8 MiB that a decoder of HTTP has to take (RFC 9659), so these are left
// out.

import type { Coding } from './coding.ts';

export const ZSTD: Coding = {
  name: 'zstd',
  levels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  defaultLevel: 3,
  contentEncoding: 'zstd',
};
