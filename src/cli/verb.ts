// What the verbs share: how they end, and how they refuse a flag.

import { UserError } from '../base/errors.ts';

/** A verb does its work and answers the exit code. */
export type Finish = (exitCode: number) => void;

/** A flag's value that is not what it must be. */
export function wrongFlag(flag: string, what: string, allowed: readonly string[] = []): UserError {
  return new UserError([{ file: flag, path: '', what, allowed }]);
}
