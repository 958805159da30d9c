// The program wirefare-link as it comes with the npm package, built from the sources beside it: nobody needs
// a compiler then. A checkout has none. Which it must be stands beside it as a digest; where the sources have
// been changed since, it is none of theirs.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EnvironmentError } from '../../base/errors.ts';

/** In link/ready/programs.json, by `linux-x64`; the program stands beside it as `wirefare-link-linux-x64`. */
export type ReadyPrograms = Readonly<Record<string, ReadyProgram>>;

export interface ReadyProgram {
  /** What it was built from, as `hashOfSources` has it. */
  readonly sources: string;
  readonly sha256: string;
}

export const READY_PROGRAMS = 'ready/programs.json';

/** null where none has come for this machine. Throws an EnvironmentError where it is not what was packed. */
export function readReadyProgram(
  linkFolder: string,
  hashOfSources: string,
  platform = `${os.platform()}-${os.arch()}`,
): Buffer | null {
  const list = path.join(linkFolder, READY_PROGRAMS);
  if (!existsSync(list)) return null;
  const wanted = (JSON.parse(readFileSync(list, 'utf8')) as ReadyPrograms)[platform];
  if (wanted?.sources !== hashOfSources) return null;
  const file = path.join(path.dirname(list), `wirefare-link-${platform}`);
  const program = existsSync(file) ? readFileSync(file) : null;
  if (program !== null && createHash('sha256').update(program).digest('hex') === wanted.sha256)
    return program;
  throw new EnvironmentError(
    'wirefare-link is not the program that the package was made with',
    [`${file}: ${program === null ? 'it is not there' : `its SHA-256 is not ${wanted.sha256}`}`],
    'install the package again, or have WIREFARE_LINK name one that you built',
  );
}
