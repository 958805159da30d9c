// The head of every message: 16 lower-case hexadecimal digits in ASCII. The first eight are its number in the cycle, the
// last eight the FNV-1a digest (32 bit) of the bytes after it. With it whoever receives can tell a lost, doubled, reordered
// or changed message, whatever carried it.

import { MESSAGE_LIMITS } from '../wire/sequence.ts';

export const HEAD_BYTES = MESSAGE_LIMITS.leastBytes;

/** Fowler, Noll and Vo's hash, variant 1a, 32 bit (RFC 9923), of bytes `from` and on. */
export function fnv1a(bytes: Uint8Array, from = 0): number {
  let hash = 0x811c_9dc5;
  for (let i = from; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x0100_0193);
  return hash >>> 0;
}

/** Writes the head of message `number` over the first 16 bytes; what comes after them must be there already. */
export function writeHead(message: Uint8Array, number: number): void {
  const digits = hex8(number) + hex8(fnv1a(message, HEAD_BYTES));
  for (let i = 0; i < HEAD_BYTES; i++) message[i] = digits.charCodeAt(i);
}

/** A message: its head and, behind it, the body. */
export function withHead(number: number, body: Uint8Array): Uint8Array {
  const message = new Uint8Array(HEAD_BYTES + body.length);
  message.set(body, HEAD_BYTES);
  writeHead(message, number);
  return message;
}

/** What is wrong with a message that should have this number; null where nothing is. */
export function faultOf(message: Uint8Array, number: number): string | null {
  const head = message.length < HEAD_BYTES ? '' : String.fromCharCode(...message.subarray(0, HEAD_BYTES));
  if (!/^[0-9a-f]{16}$/.test(head)) return `has no head: ${message.length} bytes, ${JSON.stringify(head)}`;
  const found = Number.parseInt(head.slice(0, 8), 16);
  if (found !== number) return `is number ${found}, expected ${number}`;
  const digest = fnv1a(message, HEAD_BYTES);
  return head.slice(8) === hex8(digest)
    ? null
    : `arrived changed: its digest is ${hex8(digest)}, not ${head.slice(8)}`;
}

/** The number a message says it has; null where it has no head. */
export function numberOf(message: Uint8Array): number | null {
  if (message.length < HEAD_BYTES) return null;
  const digits = String.fromCharCode(...message.subarray(0, 8));
  return /^[0-9a-f]{8}$/.test(digits) ? Number.parseInt(digits, 16) : null;
}

function hex8(number: number): string {
  return number.toString(16).padStart(8, '0');
}
