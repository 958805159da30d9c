// At which level a server compressed, as far as its bytes tell: the header of gzip says which is the fastest
// and which the best, and what this library makes at a level is as long, if the server has the same library.
// Another library's bytes are up to some per cent more or fewer, so between the usual levels nothing is told.

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export interface ServedLevel {
  readonly level: number;
  /** Its neighbours make about as many bytes. */
  readonly isAbout?: true;
  /** What the usual level of the coding makes of the same body here. */
  readonly usual: { readonly level: number; readonly bytes: number };
}

/** RFC 1952, 2.3.1: XFL of a gzip member, which zlib, Go and Python write by level; nginx and Java do not. */
const XFL_AT = 8;
const XFL_LEVELS: Readonly<Record<number, number>> = { 2: 9, 4: 1 };
const GZIP_USUAL = 6;
const BR_USUAL = 4;
const BR_BEST = 11;

/** The best levels take seconds for more. */
const MOST_BYTES = 1_000_000;
/** Other libraries than ours differ by less at one level. */
const LIBRARY_SHARE = 0.03;

/** null where nothing tells it, or where it is one of the usual ones. */
export function servedLevel(coding: string, encoded: Uint8Array, decoded: Uint8Array): ServedLevel | null {
  if (decoded.length > MOST_BYTES || decoded.length === 0) return null;
  if (coding === 'gzip') return gzipLevel(encoded, decoded);
  return coding === 'br' ? brLevel(encoded, decoded) : null;
}

function gzipLevel(encoded: Uint8Array, decoded: Uint8Array): ServedLevel | null {
  const bytesAt = (level: number) => gzipSync(decoded, { level }).length;
  const usual = { level: GZIP_USUAL, bytes: bytesAt(GZIP_USUAL) };
  const said = XFL_LEVELS[encoded[XFL_AT] ?? 0];
  if (said !== undefined) return { level: said, usual };
  // Of a server that writes no level, the fastest is told by its length where all others are far from it.
  const fastest = bytesAt(1);
  const others = Math.max(...[4, 5, 6].map(bytesAt));
  const isFar = fastest > (1 + 2 * LIBRARY_SHARE) * others;
  return isFar && encoded.length >= (1 - LIBRARY_SHARE) * fastest ? { level: 1, isAbout: true, usual } : null;
}

function brLevel(encoded: Uint8Array, decoded: Uint8Array): ServedLevel | null {
  const bytesAt = (quality: number) =>
    brotliCompressSync(decoded, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const [best, next] = [bytesAt(BR_BEST), bytesAt(BR_BEST - 2)];
  const isFar = next > (1 + LIBRARY_SHARE) * best;
  return isFar && encoded.length <= (1 + LIBRARY_SHARE / 2) * best
    ? { level: BR_BEST, usual: { level: BR_USUAL, bytes: bytesAt(BR_USUAL) } }
    : null;
}
