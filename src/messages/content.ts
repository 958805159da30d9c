// The different messages of a sequence of random content, made from its seed before anything is timed.

import type { RandomContent } from '../wire/sequence.ts';
import { HEAD_BYTES, writeHead } from './head.ts';
import { messageSizes } from './sizes.ts';
import { xorshift32State, xorshiftFill } from './xorshift.ts';

/** 64 characters that no transport and no quoting changes, and of one byte each. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Message `i` of the cycle is `of(i)`: a view, all of them lie in one piece of memory. Text is the low six
 * bits of one draw a character; binary the low byte of one draw a byte. One stream of draws from the
 * content's seed runs through all messages.
 */
export function randomMessages(content: RandomContent, messages: number): Uint8Array[] {
  const { body, size, seed } = content;
  const sizes = messageSizes(size, messages, seed);
  const slab = new Uint8Array(sizes.reduce((sum, bytes) => sum + bytes, 0));
  const letters = Uint8Array.from(body === 'text' ? ALPHABET : '', (letter) => letter.charCodeAt(0));
  let state = xorshift32State(seed);
  let end = 0;
  return sizes.map((bytes, number) => {
    const message = slab.subarray(end, end + bytes);
    end += bytes;
    state = xorshiftFill(message.subarray(HEAD_BYTES), state, letters);
    writeHead(message, number);
    return message;
  });
}
