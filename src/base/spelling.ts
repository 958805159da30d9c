// "Did you mean …?": the nearest allowed spelling, if it is near enough to be what was meant.

import leven from 'leven';
import type { Problem } from './errors.ts';

/** Longer words than this are no slips of the finger. */
const LONGEST_WORD = 60;

/** null where nothing is near. */
export function nearest(word: string, allowed: readonly string[]): string | null {
  if (word.length > LONGEST_WORD) return null;
  const lower = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  let bestLetters = Number.POSITIVE_INFINITY;
  for (const candidate of allowed) {
    const distance = distanceOf(lower, candidate.toLowerCase());
    // `decod` has the stem of `decompress` too, and one letter less than `decode`.
    const letters = leven(lower, candidate.toLowerCase());
    if (distance < bestDistance || (distance === bestDistance && letters < bestLetters))
      [best, bestDistance, bestLetters] = [candidate, distance, letters];
  }
  const farthest = Math.max(1, Math.floor(Math.max(word.length, best?.length ?? 0) / 3));
  // All of a word of one letter is another one.
  return bestDistance <= farthest && bestDistance < word.length ? best : null;
}

/** Levenshtein's, but letters in the wrong order (`xlm`) and another ending (`chrome`) count as one slip. */
function distanceOf(word: string, candidate: string): number {
  const sameLetters = [...word].sort().join('') === [...candidate].sort().join('');
  const sameStem = word.length > 4 && candidate.startsWith(word.slice(0, -1));
  return Math.min(leven(word, candidate), sameLetters || sameStem ? 1 : Number.POSITIVE_INFINITY);
}

/** A typed value for a message: on one line, escaped, cut short. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD - 1)}…` : text;
}

/** Of the words that are allowed, what a message tells instead of all of them. */
export interface InShort {
  /** For words that are too many, or patterns. */
  readonly listed?: readonly string[];
  /** What is known to be meant by a word that nothing is near to. */
  readonly meant?: string | null;
}

/**
 * The problem of a word that is none of the allowed ones: it lists them and names the nearest. `kind`:
 * `network`.
 */
export function unknownWord(
  file: string,
  kind: string,
  word: unknown,
  allowed: readonly string[],
  { listed = allowed, meant = null }: InShort = {},
): Problem {
  const near = meant ?? (typeof word === 'string' ? nearest(word, allowed) : null);
  return {
    file,
    path: '',
    what: `unknown ${kind} ${quoted(word)}`,
    allowed: listed,
    ...(near !== null && { nearest: near }),
  };
}
