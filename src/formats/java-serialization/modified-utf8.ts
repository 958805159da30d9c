// Java's modified UTF-8 as text: one to three bytes are one UTF-16 code unit.

/** Code units that are put together at once; more would be too many arguments. */
const CHUNK = 4_096;

export const UNIT_BREAKS = 'what is no modified UTF-8';

/**
 * Returns the text or, if the bytes are invalid, the place of the error, counted from the first byte. A
 * character that is written in too many bytes is invalid.
 */
export function decodeModifiedUtf8(bytes: Uint8Array): string | { readonly brokenAt: number } {
  const units = new Uint16Array(Math.min(CHUNK, bytes.length));
  let count = 0;
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at]!);
    const unit = length === 0 ? null : unitAt(bytes, at, length);
    if (unit === null) return { brokenAt: at };
    units[count++] = unit;
    at += length;
    if (count === units.length) {
      text += String.fromCharCode(...units);
      count = 0;
    }
  }
  return text + String.fromCharCode(...units.subarray(0, count));
}

/** 0 of what begins no code unit. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >> 5 === 0b110) return 2;
  return first >> 4 === 0b1110 ? 3 : 0;
}

function unitAt(bytes: Uint8Array, at: number, length: number): number | null {
  const first = bytes[at]!;
  // Java also reads NUL as a single byte, though it never writes it so.
  if (length === 1) return first;
  const second = laterBits(bytes[at + 1]);
  if (second === null) return null;
  if (length === 2) {
    const unit = ((first & 0x1f) << 6) | second;
    return unit >= 0x80 || unit === 0 ? unit : null;
  }
  const third = laterBits(bytes[at + 2]);
  if (third === null) return null;
  const unit = ((first & 0x0f) << 12) | (second << 6) | third;
  return unit >= 0x800 ? unit : null;
}

function laterBits(byte: number | undefined): number | null {
  return byte === undefined || byte >> 6 !== 0b10 ? null : byte & 0x3f;
}
