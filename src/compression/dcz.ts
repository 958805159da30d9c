// Zstandard with a dictionary that both ends have (RFC 9842): what its name and levels are;
// dictionary-zstd.ts does the work. It stands beside the catalogue, since without a dictionary there is
// nothing that it could be asked to do.

import type { Compression } from './compression.ts';
import { ZSTD } from './zstd.ts';

export const DCZ: Compression = {
  name: 'dcz',
  levels: ZSTD.levels,
  defaultLevel: ZSTD.defaultLevel,
  contentEncoding: 'dcz',
};
