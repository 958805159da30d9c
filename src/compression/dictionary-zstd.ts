// zstd with a dictionary that both ends have: the content coding dcz of compression dictionary transport (RFC
// 9842, section 5). Any bytes may be a dictionary, for example an earlier answer.

import { createHash } from 'node:crypto';
import { constants, type ZstdOptions, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The start of a frame that zstd decoders skip; its 32 bytes are the dictionary's SHA-256. */
const MAGIC = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);
const HASH_BYTES = 32;
const HEAD_BYTES = MAGIC.length + HASH_BYTES;

/**
 * Dictionaries that zstd trained begin with these bytes. Node interprets such dictionaries, whereas RFC 9842
 * wants them used as they are.
 */
const TRAINED = Uint8Array.of(0x37, 0xa4, 0x30, 0xec);

/**
 * Makes the whole body, its head included. `level` is a level of zstd. Throws if the dictionary looks like
 * one that zstd trained.
 */
export function dczCompressor(level: number, dictionary: Uint8Array): (body: Uint8Array) => Uint8Array {
  if (startsWith(dictionary, TRAINED))
    throw new Error('a dictionary that zstd trained cannot be taken as it is');
  const head = Buffer.concat([MAGIC, sha256(dictionary)]);
  const options: ZstdOptions = {
    dictionary,
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 0 },
  };
  return (body) => Buffer.concat([head, zstdCompressSync(body, options)]);
}

/** Throws if the bytes are not dcz, or if they were made with another dictionary. */
export function dczDecompress(body: Uint8Array, dictionary: Uint8Array): Uint8Array {
  const hash = body.subarray(MAGIC.length, HEAD_BYTES);
  if (!startsWith(body, MAGIC)) throw new Error('not dcz');
  if (Buffer.compare(hash, sha256(dictionary)) !== 0) throw new Error('dcz with another dictionary');
  return zstdDecompressSync(body.subarray(HEAD_BYTES), { dictionary });
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, start.length), start) === 0;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
