// Content codings as fields name them → compressions.

import { COMPRESSIONS } from '../../compression/catalogue.ts';

const ALIASES: Readonly<Record<string, string>> = { '': 'none', identity: 'none', 'x-gzip': 'gzip' };

/** `x-gzip` → `gzip`; null for what is none of ours. */
export function compressionByCoding(contentCoding: string): string | null {
  const name = ALIASES[contentCoding] ?? contentCoding;
  return COMPRESSIONS.some((compression) => compression.name === name) ? name : null;
}
