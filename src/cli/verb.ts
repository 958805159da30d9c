// How verbs refuse a flag.

import { UserError } from '../base/errors.ts';
import { unknownWord } from '../base/spelling.ts';

/** A flag's value that is not what it must be. */
export function wrongFlag(flag: string, what: string, allowed: readonly string[] = []): UserError {
  return new UserError([{ file: flag, path: '', what, allowed }]);
}

/** A flag's word that is none of the allowed ones. */
export function unknownFlagWord(
  flag: string,
  kind: string,
  word: string,
  allowed: readonly string[],
): UserError {
  return new UserError([unknownWord(flag, kind, word, allowed)]);
}
