// What compresses, by Node's zlib: a whole body in one call, as the target contract asks.

import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { compressionNamed } from './catalogue.ts';
import type { CompressionLevel } from './compression.ts';

interface Member {
  /** The level is prepared here; the function returned is what is timed. */
  compressor(level: number | null): (body: Uint8Array) => Uint8Array;
  decompress(body: Uint8Array): Uint8Array;
}

/** 4 MiB, the library's default (BROTLI_DEFAULT_WINDOW). */
const BROTLI_WINDOW_BITS = 22;

const MEMBERS: Readonly<Record<string, Member>> = {
  none: { compressor: () => (body) => body, decompress: (body) => body },
  gzip: {
    compressor: (level) => {
      const options = { level: level! };
      return (body) => gzipSync(body, options);
    },
    decompress: (body) => gunzipSync(body),
  },
  deflate: {
    compressor: (level) => {
      const options = { level: level! };
      return (body) => deflateSync(body, options);
    },
    decompress: (body) => inflateSync(body),
  },
  // Brotli and zstd find the length out by themselves, since the body is whole: told it, they give the same bytes.
  br: {
    compressor: (level) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: level!,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_GENERIC,
      };
      return (body) => brotliCompressSync(body, { params });
    },
    decompress: (body) => brotliDecompressSync(body),
  },
  // No checksum, which is how libraries leave it, unlike the command line tool; all else is the level's own.
  zstd: {
    compressor: (level) => {
      const params = { [constants.ZSTD_c_compressionLevel]: level!, [constants.ZSTD_c_checksumFlag]: 0 };
      return (body) => zstdCompressSync(body, { params });
    },
    decompress: (body) => zstdDecompressSync(body),
  },
};

/** Throws where the compression or the level is unknown. */
export function compressorOf({ name, level }: CompressionLevel): (body: Uint8Array) => Uint8Array {
  const { levels } = compressionNamed(name);
  if (levels.length === 0 ? level !== null : level === null || !levels.includes(level)) {
    throw new Error(`${name} has no level ${level}`);
  }
  return memberNamed(name).compressor(level);
}

/** Throws where the bytes are not of that compression. */
export function decompress(name: string, body: Uint8Array): Uint8Array {
  return memberNamed(name).decompress(body);
}

function memberNamed(name: string): Member {
  const member = MEMBERS[name];
  if (member === undefined) throw new Error(`zlib has no compression named ${name}`);
  return member;
}
