// A folder and those above it, made one by one. Node's own way, `recursive`, asks for ever where a file
// system says that a folder is not there and will not have it made (/proc), and says of a read-only one that
// the folder above is not there.

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Nothing happens where it is there already. Throws the system's error: EACCES, EEXIST, ENOENT, ENOTDIR,
 * EROFS …
 */
export function makeFolder(folder: string): void {
  const whole = resolve(folder);
  if (isFolder(whole)) return;
  const above = dirname(whole);
  if (above !== whole) makeFolder(above);
  try {
    mkdirSync(whole);
  } catch (thrown) {
    // Another process may have made it meanwhile.
    if (!isFolder(whole)) throw thrown;
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
