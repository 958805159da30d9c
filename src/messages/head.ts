// The head of every message: 16 lower-case hexadecimal digits in ASCII. The first eight are its number in the
// cycle, the last eight the FNV-1a digest (32 bit) of the bytes after it. With it a receiver can tell a lost,
// doubled, reordered or changed message, whatever carried it.

import { MESSAGE_LIMITS } from '../wire/sequence.ts';

export const HEAD_BYTES = MESSAGE_LIMITS.leastBytes;

/** Character code → value of a lower-case hexadecimal digit; −1 for any other character. */
const VALUES = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code)),
);
const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Fowler, Noll and Vo's hash, variant 1a, 32 bit (RFC 9923), of the bytes from `from` on. */
export function fnv1a(bytes: Uint8Array, from = 0): number {
  return digestBytes(bytes, from) >>> 0;
}

/** The same hash as a signed number, because an unsigned one would be boxed for every message. */
function digestBytes(bytes: Uint8Array, from: number, to = bytes.length): number {
  let hash = 0x811c_9dc5 | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x0100_0193);
  return hash;
}

/**
 * Writes the head of message `number` over the first 16 bytes; the bytes after them must be there already.
 */
export function writeHead(message: Uint8Array, number: number): void {
  writeHex8(message, 0, number);
  writeHex8(message, 8, digestBytes(message, HEAD_BYTES));
}

function writeHex8(into: Uint8Array, from: number, word: number): void {
  for (let i = 0; i < 8; i++) into[from + i] = DIGITS[(word >>> (28 - 4 * i)) & 15]!;
}

/** A message: its head, then the body. */
export function withHead(number: number, body: Uint8Array): Uint8Array {
  const message = behindHead(new Uint8Array(HEAD_BYTES), body);
  writeHead(message, number);
  return message;
}

/**
 * A message from a body that was known beforehand and a head that was made from it then. A digest takes
 * longer than some encoders, so none is made here.
 */
export function behindHead(head: Uint8Array, body: Uint8Array): Uint8Array {
  const message = new Uint8Array(HEAD_BYTES + body.length);
  message.set(head);
  message.set(body, HEAD_BYTES);
  return message;
}

/** The heads of messages 0 to `count` − 1 with these bodies, one after the other; `headAt` finds them. */
export function writeHeads(count: number, bodyOf: (number: number) => Uint8Array): Uint8Array {
  const heads = new Uint8Array(HEAD_BYTES * count);
  for (let i = 0; i < count; i++) heads.set(withHead(i, bodyOf(i)).subarray(0, HEAD_BYTES), i * HEAD_BYTES);
  return heads;
}

export function headAt(heads: Uint8Array, number: number): Uint8Array {
  return heads.subarray(number * HEAD_BYTES, (number + 1) * HEAD_BYTES);
}

/** What is wrong with a message that should have this number; null if nothing is. */
export function findFault(message: Uint8Array, number: number): string | null {
  return faultIn(message, 0, message.length, number);
}

/**
 * The same for a message that lies among others. A view for each would make garbage by the hundred thousand.
 */
export function faultIn(bytes: Uint8Array, from: number, to: number, number: number): string | null {
  if (!isHex(bytes, from, to, HEAD_BYTES))
    return `has no head: ${to - from} bytes, ${JSON.stringify(String.fromCharCode(...bytes.subarray(from, Math.min(to, from + HEAD_BYTES))))}`;
  const actualNumber = hex8At(bytes, from);
  if (actualNumber !== (number | 0)) return `is number ${actualNumber >>> 0}, expected ${number}`;
  const digest = digestBytes(bytes, from + HEAD_BYTES, to);
  const statedDigest = hex8At(bytes, from + 8);
  return statedDigest === digest
    ? null
    : `arrived changed: its digest is ${hex8(digest)}, not ${hex8(statedDigest)}`;
}

/** The number that a message states; null if it has no head. */
export function readNumber(message: Uint8Array): number | null {
  return numberIn(message, 0, message.length);
}

/** The same for a message that lies among others. */
export function numberIn(bytes: Uint8Array, from: number, to: number): number | null {
  return isHex(bytes, from, to, 8) ? hex8At(bytes, from) >>> 0 : null;
}

/** Whether the first `digits` bytes are hexadecimal digits. */
function isHex(bytes: Uint8Array, from: number, to: number, digits: number): boolean {
  if (to - from < HEAD_BYTES) return false;
  let all = 0;
  for (let i = from; i < from + digits; i++) all |= VALUES[bytes[i]!]!;
  return all >= 0;
}

/** Signed, as `digestBytes`. */
function hex8At(message: Uint8Array, from: number): number {
  let word = 0;
  for (let i = from; i < from + 8; i++) word = (word << 4) | VALUES[message[i]!]!;
  return word;
}

function hex8(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
