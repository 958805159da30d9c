// How verbs refuse a flag.

import { UserError } from '../base/errors.ts';

/** A flag's value that is not what it must be. */
export function wrongFlag(flag: string, what: string, allowed: readonly string[] = []): UserError {
  return new UserError([{ file: flag, path: '', what, allowed }]);
}
