// The body of /bytes: bytes that no compression can shorten, the same in every process and every run.

import { seededRandom } from '../base/random.ts';

const SEED = 20_170_601;

/**
 * Gives the first n bytes of one seeded stream. What has been made once is kept: /bytes measures the network
 * only.
 */
export function randomBytes(): (n: number) => Uint8Array {
  const random = seededRandom(SEED);
  let words = new Uint32Array(0);
  return (n) => {
    const wordsNeeded = Math.ceil(n / 4);
    if (wordsNeeded > words.length) {
      const grown = new Uint32Array(wordsNeeded);
      grown.set(words);
      for (let i = words.length; i < wordsNeeded; i++) grown[i] = random() * 0x1_0000_0000;
      words = grown;
    }
    return new Uint8Array(words.buffer, 0, n);
  };
}
