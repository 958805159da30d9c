// Source texts are UTF-8, with or without a byte order mark; anything else is refused, with the place and the
// way to convert it.

import { isUtf8 } from 'node:buffer';
import { refusal } from './findings.ts';
import { positionAt, sayPlace } from './source-text.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf] as const;

/** Removes the byte order mark. Throws if the bytes are UTF-16, UTF-32 or compressed. */
export function withoutMark(file: string, bytes: Uint8Array): Uint8Array {
  const wide = detectWideEncoding(bytes);
  if (wide !== null)
    throw refusal(file, `is ${wide}, but UTF-8 is read; convert it: iconv -f ${wide} -t UTF-8`);
  const packed = COMPRESSED.find(({ magic }) => startsWith(bytes, magic));
  if (packed !== undefined) throw refusal(file, `is compressed (${packed.name}); decompress it first`);
  return startsWith(bytes, UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
}

/** Removes the mark as `withoutMark` does, and throws if a byte is no UTF-8. */
export function requireUtf8(file: string, bytes: Uint8Array): Uint8Array {
  const text = withoutMark(file, bytes);
  if (isUtf8(text)) return text;
  const { path, what } = invalidUtf8At(text, 1);
  throw refusal(file, what, path);
}

/** The problem of the first bytes that are no UTF-8, with their place. */
export function invalidUtf8At(bytes: Uint8Array, firstLine: number): { path: string; what: string } {
  const offset = firstInvalid(bytes);
  const byte = bytes[offset] ?? 0;
  return {
    path: sayPlace(positionAt(bytes, offset, firstLine)),
    what: `is not UTF-8 here (byte 0x${byte.toString(16).padStart(2, '0')}); if it is Latin-1: iconv -f ISO-8859-1 -t UTF-8`,
  };
}

const COMPRESSED = [
  { name: 'gzip', magic: [0x1f, 0x8b] },
  { name: 'zstd', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68, 0x39] },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58] },
] as const;

/** Detects it by its mark, or by the zero bytes that ASCII has in it. */
function detectWideEncoding(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) return 'UTF-32';
  if (startsWith(bytes, [0xff, 0xfe])) return 'UTF-16';
  if (startsWith(bytes, [0xfe, 0xff])) return 'UTF-16';
  if (bytes.length >= 4 && bytes[0] === 0 && bytes[2] === 0 && bytes[1] !== 0) return 'UTF-16BE';
  if (bytes.length >= 4 && bytes[1] === 0 && bytes[3] === 0 && bytes[0] !== 0) return 'UTF-16LE';
  return null;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, i) => bytes[i] === byte);
}

/**
 * Finds by halving the start of the shortest invalid beginning. A piece may end inside a character, so ends
 * are moved.
 */
function firstInvalid(bytes: Uint8Array): number {
  let from = 0;
  let size = bytes.length;
  while (size > 4) {
    const half = characterEnd(bytes, from + (size >> 1));
    if (half >= from + size) break;
    if (isUtf8(bytes.subarray(from, half))) {
      size -= half - from;
      from = half;
    } else {
      size = half - from;
    }
  }
  while (from < bytes.length && isUtf8(bytes.subarray(from, characterEnd(bytes, from + 1))))
    from = characterEnd(bytes, from + 1);
  return from;
}

/** The first byte at or behind `at` that does not continue a character. */
function characterEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end += 1;
  return end;
}
