// Zstandard with a dictionary that both ends have (RFC 9842): its name and levels. dictionary-zstd.ts does
// the work. It is not in the catalogue because it can do nothing without a dictionary.

import type { Coding } from './coding.ts';
import { ZSTD } from './zstd.ts';

export const DCZ: Coding = {
  name: 'dcz',
  levels: ZSTD.levels,
  defaultLevel: ZSTD.defaultLevel,
  contentEncoding: 'dcz',
};
