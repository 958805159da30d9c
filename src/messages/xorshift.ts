// The generator of message contents: small enough that any target can have it in five lines, fast enough for
// hundreds of megabytes a second. Nothing is decided by it, so its statistical faults do no harm.

/** Replaces the seed 0, which the generator could not leave. */
const INSTEAD_OF_ZERO = 0x9e37_79b9;

/** What the generator starts from. */
export function xorshift32State(seed: number): number {
  return seed | 0 || INSTEAD_OF_ZERO | 0;
}

/** G. Marsaglia, Xorshift RNGs, 2003: the triple 13, 17, 5. Whole numbers from 1 to 2³² − 1. */
export function xorshift32(seed: number): () => number {
  let state = xorshift32State(seed);
  return () => {
    state = advanced(state);
    return state >>> 0;
  };
}

/**
 * Fills each byte from one draw: with character `draw & 63` of 64 `letters` or, without letters, with
 * `draw & 255`. Returns the state to go on from, as a signed number, because every draw would be boxed as an
 * unsigned one.
 */
export function xorshiftFill(into: Uint8Array, from: number, letters: Uint8Array): number {
  let state = from | 0;
  const { length } = into;
  if (letters.length === 0) {
    for (let i = 0; i < length; i++) {
      state = advanced(state);
      into[i] = state;
    }
  } else {
    for (let i = 0; i < length; i++) {
      state = advanced(state);
      into[i] = letters[state & 63]!;
    }
  }
  return state;
}

function advanced(from: number): number {
  let state = from;
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state;
}
