// Files in folders that anybody may have written into.

import { lstatSync, readFileSync } from 'node:fs';

/**
 * Text of a file; null where there is none, where it is larger or cannot be read, and where it is no plain
 * file: a pipe would wait for ever, a device never end, and a link may lead to either.
 */
export function textOfPlainFile(
  path: string,
  mostBytes: number,
  read = (file: string) => readFileSync(file, 'utf8'),
): string | null {
  try {
    // Most often there is none, and to throw that takes as long as to read a small one.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= mostBytes ? read(path) : null;
  } catch {
    return null;
  }
}
