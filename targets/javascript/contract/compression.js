// Compression by node:zlib at the level asked for, the whole body in one call.

import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

const levels = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** As /about lists them. */
export const COMPRESSIONS = {
  none: [],
  gzip: levels(1, 9),
  deflate: levels(1, 9),
  br: levels(0, 11),
  zstd: levels(1, 19),
};

const COMPRESS = {
  none: (body) => body,
  gzip: (body, level) => gzipSync(body, { level }),
  deflate: (body, level) => deflateSync(body, { level }),
  br: (body, level) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  zstd: (body, level) =>
    zstdCompressSync(body, {
      params: { [constants.ZSTD_c_compressionLevel]: level },
      pledgedSrcSize: body.length,
    }),
};

export function compress(body, { compression, level }) {
  return COMPRESS[compression](body, level);
}
