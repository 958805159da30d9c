// The studies that come with the project, and the next free folder for a record.

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { PROJECT_ROOT } from '../../base/places.ts';

/** Names of the studies that come with the project. */
export function studyNames(): string[] {
  return readdirSync(join(PROJECT_ROOT, 'studies'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace(/\.yaml$/, ''));
}

/** Where records go if nobody says otherwise. */
export const RECORDS_FOLDER = 'runs';

/**
 * Makes `2026-11-21-quick` in the folder, or with `-2`, `-3`, … where that is taken: two runs at once get one
 * each.
 */
export function claimRecordDir(runs: string, study: string, date: Date): string {
  try {
    makeFolder(runs);
  } catch (thrown) {
    throw cannotMake(runs, thrown);
  }
  const day = date.toISOString().slice(0, 10);
  for (let count = 1; ; count++) {
    const dir = join(runs, `${day}-${study}${count === 1 ? '' : `-${count}`}`);
    try {
      mkdirSync(dir);
      return dir;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotMake(dir, thrown);
    }
  }
}

function cannotMake(dir: string, thrown: unknown): EnvironmentError {
  return new EnvironmentError(`${dir} cannot be made`, [messageOf(thrown)], 'name another folder: --out DIR');
}
