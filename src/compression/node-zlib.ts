// What compresses, by Node's zlib: a whole body in one call, as the target contract asks.

import { gunzipSync, gzipSync } from 'node:zlib';
import { compressionNamed } from './catalogue.ts';
import type { CompressionLevel } from './compression.ts';

interface Member {
  /** The level is prepared here; the function returned is what is timed. */
  compressor(level: number | null): (body: Uint8Array) => Uint8Array;
  decompress(body: Uint8Array): Uint8Array;
}

const MEMBERS: Readonly<Record<string, Member>> = {
  none: { compressor: () => (body) => body, decompress: (body) => body },
  gzip: {
    compressor: (level) => {
      const options = { level: level! };
      return (body) => gzipSync(body, options);
    },
    decompress: (body) => gunzipSync(body),
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
