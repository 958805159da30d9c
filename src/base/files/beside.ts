// Where a file is written before it is renamed to its name, so that a reader never sees half of it. Folders
// of records are handed over, and whoever made one may have put a link where the lab will write: a name that
// nobody can know beforehand, opened only where nothing stands, leads to no file of anybody.

import { randomBytes } from 'node:crypto';

const NAME_BYTES = 4;

/** To open it with: it fails where anything stands there, a link that leads nowhere too. */
export const ONLY_NEW = 'wx';

/** `run.json` → `run.json.5f3a90c1.writing` */
export function besideOf(path: string): string {
  return `${path}.${randomBytes(NAME_BYTES).toString('hex')}.writing`;
}
