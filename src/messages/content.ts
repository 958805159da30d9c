// The different messages of a sequence of random content, made from its seed before anything is timed.

import type { RandomContent } from '../wire/sequence.ts';
import { HEAD_BYTES, writeHead } from './head.ts';
import { messageSizes } from './sizes.ts';
import { xorshift32State, xorshiftFill } from './xorshift.ts';

/** 64 characters of one byte each that no transport and no quoting changes. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Makes the messages of one cycle, as views of one piece of memory. Each character of text is the low six
 * bits of one draw; each binary byte is the low byte of one draw. One stream of draws from the content's seed
 * runs through all messages.
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
