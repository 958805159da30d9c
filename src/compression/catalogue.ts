// Every compression there is. To add one, add a file beside this one, a line in the list, and a line in
// node-zlib.ts.

import { type Compression, parseCompression, spellCompression } from '../factors/compression.ts';
import { BR } from './br.ts';
import type { Coding } from './coding.ts';
import { DEFLATE } from './deflate.ts';
import { GZIP } from './gzip.ts';
import { NONE } from './none.ts';
import { ZSTD } from './zstd.ts';

export const COMPRESSIONS: readonly Coding[] = [NONE, GZIP, DEFLATE, BR, ZSTD];

/** Throws if there is none of that name; callers check names beforehand. */
export function compressionNamed(name: string): Coding {
  const matching = COMPRESSIONS.find((compression) => compression.name === name);
  if (matching !== undefined) return matching;
  throw new Error(
    `no compression named ${name}; there are ${COMPRESSIONS.map((each) => each.name).join(', ')}`,
  );
}

/** Every way a study may write a compression: `none`, `gzip`, `gzip-1` … `zstd-19`. */
export const COMPRESSION_SPELLINGS: readonly string[] = COMPRESSIONS.flatMap(({ name, levels }) => [
  name,
  ...levels.map((level) => spellCompression({ coding: name, level })),
]);

/** As people type it: `gzip-6`, `gzip` (its default level) or `none`; null for anything else. */
export function readTypedCompression(text: string): Compression | null {
  if (!COMPRESSION_SPELLINGS.includes(text)) return null;
  const { coding, level } = parseCompression(text)!;
  return { coding, level: level ?? compressionNamed(coding).defaultLevel };
}
