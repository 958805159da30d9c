// At which level a server compressed, as far as its bytes tell: the header of gzip says which is the fastest
// and which the best, whatever the length. Else what this library makes at a level is as long, if the server
// has the same library; to try that takes time, so of long bodies it is not asked.
// Another library's bytes are up to some per cent more or fewer, so between the usual levels nothing is told.

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export interface ServedLevel {
  readonly level: number;
  /** Its neighbours make about as many bytes. */
  readonly isAbout?: true;
}

/** RFC 1952, 2.3.1: XFL of a gzip member, which zlib, Go and Python write by level; nginx and Java do not. */
const XFL_AT = 8;
const XFL_LEVELS: Readonly<Record<number, number>> = { 2: 9, 4: 1 };
const BR_BEST = 11;

/** Other libraries than ours differ by less at one level. */
const LIBRARY_SHARE = 0.03;

/**
 * null where nothing tells it, or where it is one of the usual ones. `mostTried`: decoded bytes up to which
 * levels are tried; the best take seconds for more.
 */
export function servedLevel(
  coding: string,
  encoded: Uint8Array,
  decoded: Uint8Array,
  mostTried: number,
): ServedLevel | null {
  if (decoded.length === 0) return null;
  const said = coding === 'gzip' ? XFL_LEVELS[encoded[XFL_AT] ?? 0] : undefined;
  if (said !== undefined) return { level: said };
  if (decoded.length > mostTried) return null;
  if (coding === 'gzip') return gzipLevel(encoded, decoded);
  return coding === 'br' ? brLevel(encoded, decoded) : null;
}

/** Of a server that writes no level, the fastest is told by its length where all others are far from it. */
function gzipLevel(encoded: Uint8Array, decoded: Uint8Array): ServedLevel | null {
  const bytesAt = (level: number) => gzipSync(decoded, { level }).length;
  const fastest = bytesAt(1);
  const others = Math.max(...[4, 5, 6].map(bytesAt));
  const isFar = fastest > (1 + 2 * LIBRARY_SHARE) * others;
  return isFar && encoded.length >= (1 - LIBRARY_SHARE) * fastest ? { level: 1, isAbout: true } : null;
}

function brLevel(encoded: Uint8Array, decoded: Uint8Array): ServedLevel | null {
  const bytesAt = (quality: number) =>
    brotliCompressSync(decoded, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const [best, next] = [bytesAt(BR_BEST), bytesAt(BR_BEST - 2)];
  const isFar = next > (1 + LIBRARY_SHARE) * best;
  return isFar && encoded.length <= (1 + LIBRARY_SHARE / 2) * best ? { level: BR_BEST } : null;
}
