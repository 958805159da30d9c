// "Did you mean …?": the nearest allowed spelling, if it is near enough to be what was meant.

import leven from 'leven';
import type { Problem } from './errors.ts';

/** A longer word is not taken for a misspelling. */
const LONGEST_WORD = 60;

/** The nearest allowed word; null if none is near enough. */
export function nearest(word: string, allowed: readonly string[]): string | null {
  if (word.length > LONGEST_WORD) return null;
  const lower = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  let bestLetters = Number.POSITIVE_INFINITY;
  for (const candidate of allowed) {
    const distance = countSlips(lower, candidate.toLowerCase());
    // `decod` has the stem of `decompress` too, and one letter less than `decode`.
    const letters = leven(lower, candidate.toLowerCase());
    if (distance < bestDistance || (distance === bestDistance && letters < bestLetters))
      [best, bestDistance, bestLetters] = [candidate, distance, letters];
  }
  const farthest = Math.max(1, Math.floor(Math.max(word.length, best?.length ?? 0) / 3));
  // If every letter differs, it is another word, not a slip: `a` is not a slip for `b`.
  return bestDistance <= farthest && bestDistance < word.length ? best : null;
}

/**
 * Levenshtein's distance, except that letters in the wrong order (`xlm`) and another ending (`chrome`) count
 * as one slip.
 */
function countSlips(word: string, candidate: string): number {
  const sameLetters = [...word].sort().join('') === [...candidate].sort().join('');
  const sameStem = word.length > 4 && candidate.startsWith(word.slice(0, -1));
  return Math.min(leven(word, candidate), sameLetters || sameStem ? 1 : Number.POSITIVE_INFINITY);
}

/** A typed value for a message: on one line, escaped, cut short. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD - 1)}…` : text;
}

/** What is wrong with a key, on one line: `unknown key "nam" (allowed: url, name; did you mean name?)`. */
export function sayUnknownKey(key: string, allowed: readonly string[]): string {
  const near = nearest(key, allowed);
  const hints = [`allowed: ${allowed.join(', ')}`, ...(near === null ? [] : [`did you mean ${near}?`])];
  return `unknown key ${quoted(key)} (${hints.join('; ')})`;
}

/** Kinds of which there are more than those that come with Wirefare. */
const HOW_TO_NAME_ONES_OWN: Readonly<Record<string, string>> = {
  target:
    'your own: ./mine where a flag names it, else its folder in WIREFARE_TARGETS; targets/template/README.md makes one',
  browser:
    'your own: ./mine where a flag names it, else its folder in WIREFARE_CLIENTS; clients/template/README.md makes one',
};

/** What a message says instead of listing every allowed word. */
export interface InShort {
  /** A shorter list, where there are too many words or where they follow a pattern. */
  readonly listed?: readonly string[];
  /** The allowed word that the typed word is known to mean although its spelling is not near. */
  readonly meant?: string | null;
}

/**
 * The problem of a word that is not allowed. It lists the allowed words and names the nearest. `kind` says
 * what the word should be: `network`.
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
    ...(near !== null ? { nearest: near } : ofOnesOwn(kind)),
  };
}

function ofOnesOwn(kind: string): Pick<Problem, 'hint'> {
  const hint = HOW_TO_NAME_ONES_OWN[kind];
  return hint === undefined ? {} : { hint };
}
