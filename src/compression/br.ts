// Brotli (RFC 7932) by the name of its content coding; the levels are the library's qualities 0 to 11.
// Level 5 is the default of Apache's mod_brotli; ngx_brotli has 6. The library's own 11 is meant for files
// that are compressed once: on 1 000 Books it takes about sixty times as long as 5 and saves 3.5 per cent of
// the bytes.

import type { Coding } from './coding.ts';

export const BR: Coding = {
  name: 'br',
  levels: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  defaultLevel: 5,
  contentEncoding: 'br',
};
