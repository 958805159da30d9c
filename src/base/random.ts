// Seeded randomness for everything that the lab decides by chance (orders, resampling). The datasets use
// java-random.ts instead, because the published study drew them with Java's generator.

/** Uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * sfc32 (Small Fast Counter, C. Doty-Humphrey, PractRand): 128 bits of state, passes BigCrush.
 * The seed is spread over the state by splitmix32, so that neighbouring seeds give unrelated streams.
 */
export function seededRandom(seed: number): Random {
  const spread = splitmix32(seed >>> 0);
  let a = spread();
  let b = spread();
  let c = spread();
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** A seed for a named part of a seeded whole: the same names always give the same seed. */
export function deriveSeed(seed: number, ...names: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ (seed >>> 0);
  for (const character of names.join('/')) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  return splitmix32(hash >>> 0)() >>> 0;
}

/** Fisher–Yates; returns a new array. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const out = items.slice();
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return (z ^ (z >>> 15)) | 0;
  };
}
