// Where things are: the project's own folders, the user's cache, the next free folder for a record.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** `runs/2026-11-21-quick`, or with `-2`, `-3`, … where that is taken. */
export function freshRecordDir(cwd: string, study: string, date: Date): string {
  const day = date.toISOString().slice(0, 10);
  for (let count = 1; ; count++) {
    const dir = join(cwd, 'runs', `${day}-${study}${count === 1 ? '' : `-${count}`}`);
    if (!existsSync(dir)) return dir;
  }
}
