// How long each message of a sequence is, and after how many messages they repeat.

import type { SizePolicy } from '../factors/size.ts';
import { xorshift32 } from './xorshift.ts';

/** Messages are made before anything is timed, and kept. After this many bytes of them, they repeat. */
export const CYCLE_BYTES = 32_000_000;

/**
 * How many different messages of a dataset there are before they repeat: each is encoded anew, but its
 * objects are kept.
 */
export const MOST_DATA_MESSAGES = 1_000;

/** Keeps the sizes of a seed independent of its contents. */
const SIZES_STREAM = 0x5157_1ce5;

/**
 * Bytes of each different message, its head included, in order. A sequence of more messages begins again with
 * the first; a growing one is never longer than its messages are together allowed to be, and does not repeat.
 */
export function messageSizes(size: SizePolicy, messages: number, seed: number): number[] {
  const sizeAt = sizer(size, seed);
  const sizes: number[] = [];
  let bytes = 0;
  for (let i = 0; i < messages && (bytes < CYCLE_BYTES || size.policy === 'growing'); i++) {
    const next = sizeAt(i);
    sizes.push(next);
    bytes += next;
  }
  return sizes;
}

/**
 * Bytes of all messages of a sequence together, as far as sizes alone tell; for random sizes the expected
 * value.
 */
export function roughBytes(size: SizePolicy, messages: number): number {
  switch (size.policy) {
    case 'fixed':
      return size.bytes * messages;
    case 'random':
      return ((size.least + size.most) / 2) * messages;
    case 'growing':
      return (size.bytes * messages * (messages + 1)) / 2;
  }
}

function sizer(size: SizePolicy, seed: number): (i: number) => number {
  switch (size.policy) {
    case 'fixed':
      return () => size.bytes;
    case 'growing':
      return (i) => size.bytes * (i + 1);
    case 'random': {
      const next = xorshift32(seed ^ SIZES_STREAM);
      return () => size.least + (next() % (size.most - size.least + 1));
    }
  }
}
