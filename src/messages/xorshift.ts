// The generator of message contents: small enough that any target can have it in five lines, fast enough for hundreds of
// megabytes a second. Nothing is decided by it, so its statistical faults do no harm.

/** Stands for the seed that the generator cannot leave. */
const INSTEAD_OF_ZERO = 0x9e37_79b9;

/** G. Marsaglia, Xorshift RNGs, 2003: the triple 13, 17, 5. Whole numbers from 1 to 2³² − 1. */
export function xorshift32(seed: number): () => number {
  let state = seed >>> 0 || INSTEAD_OF_ZERO;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
