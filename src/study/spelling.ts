// "Did you mean …?": the nearest allowed spelling, if it is near enough to be what was meant.

import leven from 'leven';

/** Longer words than this are no slips of the finger. */
const LONGEST_WORD = 60;

/** null where nothing is near: more than a third of the letters differ. */
export function nearest(word: string, allowed: readonly string[]): string | null {
  if (word.length > LONGEST_WORD) return null;
  const lower = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of allowed) {
    const distance = leven(lower, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  const farthest = Math.max(1, Math.floor(Math.max(word.length, best?.length ?? 0) / 3));
  return bestDistance <= farthest ? best : null;
}

/** A typed value for a message: on one line, escaped, cut short. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD - 1)}…` : text;
}
