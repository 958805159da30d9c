// Compresses with Node's zlib: a whole body in one call, as the target contract demands.

import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflate,
  deflateSync,
  gunzipSync,
  gzip,
  gzipSync,
  inflateSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { Compression } from '../factors/compression.ts';
import { compressionNamed } from './catalogue.ts';

interface Member {
  /** The level is prepared here; the function returned is what is timed. */
  compressor(level: number | null): (body: Uint8Array) => Uint8Array;
  /** The same bytes, made on another thread. */
  compress(level: number | null, body: Uint8Array): Promise<Uint8Array>;
  /** zlib throws ERR_BUFFER_TOO_LARGE if the output is longer than `maxOutputLength` bytes. */
  decompress(body: Uint8Array, options: { readonly maxOutputLength?: number }): Uint8Array;
}

/** 4 MiB, the library's default (BROTLI_DEFAULT_WINDOW). */
const BROTLI_WINDOW_BITS = 22;

const zlibOptions = (level: number | null): ZlibOptions => ({ level: level! });

// Brotli and zstd find out the length themselves because the body is whole. They give the same bytes if the
// options name it.
const brotliOptions = (level: number | null): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level!,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_GENERIC,
  },
});

// There is no checksum: libraries leave it out, unlike the command line tool. Everything else follows from
// the level.
const zstdOptions = (level: number | null): ZstdOptions => ({
  params: { [constants.ZSTD_c_compressionLevel]: level!, [constants.ZSTD_c_checksumFlag]: 0 },
});

/**
 * One call of zlib does all the work if the output fits into one chunk. With the default chunk, zlib comes
 * back to the script's thread after every 16 kB.
 */
const LARGEST_CHUNK = 8 * 1024 * 1024;
const SMALLEST_CHUNK = 1024;

function inOneChunk<T extends { chunkSize?: number | undefined }>(options: T, body: Uint8Array): T {
  const chunkSize = Math.min(LARGEST_CHUNK, Math.max(SMALLEST_CHUNK, body.length));
  return { ...options, chunkSize };
}

const gzipAside = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const deflateAside = promisify<Uint8Array, ZlibOptions, Buffer>(deflate);
const brotliAside = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const zstdAside = promisify<Uint8Array, ZstdOptions, Buffer>(zstdCompress);

const MEMBERS: Readonly<Record<string, Member>> = {
  none: {
    compressor: () => (body) => body,
    compress: (_, body) => Promise.resolve(body),
    decompress: (body) => body,
  },
  gzip: {
    compressor: (level) => {
      const options = zlibOptions(level);
      return (body) => gzipSync(body, options);
    },
    compress: (level, body) => gzipAside(body, inOneChunk(zlibOptions(level), body)),
    decompress: (body, options) => gunzipSync(body, options),
  },
  deflate: {
    compressor: (level) => {
      const options = zlibOptions(level);
      return (body) => deflateSync(body, options);
    },
    compress: (level, body) => deflateAside(body, inOneChunk(zlibOptions(level), body)),
    decompress: (body, options) => inflateSync(body, options),
  },
  br: {
    compressor: (level) => {
      const options = brotliOptions(level);
      return (body) => brotliCompressSync(body, options);
    },
    compress: (level, body) => brotliAside(body, inOneChunk(brotliOptions(level), body)),
    decompress: (body, options) => brotliDecompressSync(body, options),
  },
  zstd: {
    compressor: (level) => {
      const options = zstdOptions(level);
      return (body) => zstdCompressSync(body, options);
    },
    // On another thread the end comes in a call of its own, so the options must name the length.
    compress: (level, body) => {
      const options = { ...zstdOptions(level), pledgedSrcSize: body.length };
      return zstdAside(body, inOneChunk(options, body));
    },
    decompress: (body, options) => zstdDecompressSync(body, options),
  },
};

/** Throws if the compression or the level is unknown. */
export function compressorOf({ coding, level }: Compression): (body: Uint8Array) => Uint8Array {
  checkLevel({ coding, level });
  return memberNamed(coding).compressor(level);
}

/**
 * The same bytes as the compressor's, made on another thread. Throws if the compression or the level is
 * unknown.
 */
export function compressAside({ coding, level }: Compression, body: Uint8Array): Promise<Uint8Array> {
  checkLevel({ coding, level });
  return memberNamed(coding).compress(level, body);
}

function checkLevel({ coding, level }: Compression): void {
  const { levels } = compressionNamed(coding);
  if (levels.length === 0 ? level !== null : level === null || !levels.includes(level)) {
    throw new Error(`${coding} has no level ${level}`);
  }
}

/**
 * Throws if the bytes are not of that compression, or if they decompress to more than `mostBytes` (code
 * ERR_BUFFER_TOO_LARGE).
 */
export function decompress(name: string, body: Uint8Array, mostBytes?: number): Uint8Array {
  return memberNamed(name).decompress(body, mostBytes === undefined ? {} : { maxOutputLength: mostBytes });
}

function memberNamed(name: string): Member {
  const member = MEMBERS[name];
  if (member === undefined) throw new Error(`zlib has no compression named ${name}`);
  return member;
}
