// The words that somebody gave a record, in a file of its folder: they are no part of what was measured.

import { join } from 'node:path';
import { type Problem, UserError } from '../../base/errors.ts';
import { textOfPlainFile } from '../../base/files/plain-file.ts';

export const TAGS_FILE = 'tags.json';

const MOST_TAGS = 12;
const LONGEST_TAG = 40;
const MOST_BYTES = 65_536;

/** None where the file is none of ours. */
export function readTags(dir: string): readonly string[] {
  try {
    const text = textOfPlainFile(join(dir, TAGS_FILE), MOST_BYTES);
    return text === null ? [] : checkTags((JSON.parse(text) as { readonly tags?: unknown }).tags);
  } catch {
    return [];
  }
}

/** Each once, in their order. Throws a UserError with everything that is wrong. */
export function checkTags(tags: unknown): readonly string[] {
  if (!Array.isArray(tags)) throw new UserError([{ file: 'tags', path: '', what: 'is no list of words' }]);
  const words = [...new Set(tags.map((tag) => (typeof tag === 'string' ? tag.trim() : tag)))].filter(
    (tag) => tag !== '',
  );
  const problems: Problem[] = [];
  if (words.length > MOST_TAGS)
    problems.push({ file: 'tags', path: '', what: `are ${words.length}; a record has at most ${MOST_TAGS}` });
  for (const word of words) {
    if (typeof word === 'string' && word.length <= LONGEST_TAG && !/[\p{Cc},]/u.test(word)) continue;
    const what = `is no tag: at most ${LONGEST_TAG} characters on one line, without a comma`;
    problems.push({ file: 'tags', path: sayWord(word), what });
  }
  if (problems.length > 0) throw new UserError(problems);
  return words as string[];
}

function sayWord(word: unknown): string {
  if (typeof word !== 'string') return JSON.stringify(word).slice(0, LONGEST_TAG);
  return JSON.stringify(word.length > LONGEST_TAG ? `${word.slice(0, LONGEST_TAG)}…` : word);
}
