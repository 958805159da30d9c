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
    const stats = lstatSync(path);
    return stats.isFile() && stats.size <= mostBytes ? read(path) : null;
  } catch {
    return null;
  }
}
