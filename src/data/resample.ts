// Makes n records from a list of another length. It goes through the whole list again and again, each time in
// a new shuffled order, so that no record comes more than once more often than another. The order follows
// from the data's digest, so that lab and target draw the same one on any machine.

import { JavaRandom } from '../base/java-random.ts';

/** The largest n, unless the list itself is longer. */
const MOST_RESAMPLED = 1_000_000;

/** 12 hexadecimal digits are the 48 bits that java.util.Random takes of a seed. */
const SEED_DIGITS = 12;

/** The largest n that a list of that many records is resampled to. */
export function mostResampled(count: number): number {
  return Math.max(count, MOST_RESAMPLED);
}

/**
 * Returns a function that gives the indexes of n records; n = count gives the list as it is. `digest` is
 * hexadecimal. Drawn indexes are kept: a larger n goes on where a smaller one ended.
 */
export function resampler(count: number, digest: string): (n: number) => Uint32Array {
  const random = new JavaRandom(Number.parseInt(digest.slice(0, SEED_DIGITS), 16));
  const inOrder = Uint32Array.from({ length: count }, (_, index) => index);
  let drawn = new Uint32Array(0);
  return (n) => {
    if (n === count) return inOrder;
    while (drawn.length < n) drawn = joined(drawn, shuffledPass(inOrder, random));
    return drawn.subarray(0, n);
  };
}

/** Shuffles by Fisher and Yates, from the last place down, as java.util.Collections.shuffle does it. */
function shuffledPass(indexes: Uint32Array, random: JavaRandom): Uint32Array {
  const pass = indexes.slice();
  for (let last = pass.length - 1; last > 0; last--) {
    const other = random.nextInt(last + 1);
    const lastIndex = pass[last]!;
    pass[last] = pass[other]!;
    pass[other] = lastIndex;
  }
  return pass;
}

function joined(before: Uint32Array, after: Uint32Array): Uint32Array<ArrayBuffer> {
  const both = new Uint32Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}
