// Of a path that leads nowhere: the nearest one that does, for "did you mean …?".

import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from './spelling.ts';

/**
 * As typed, with every name that is not there replaced by the nearest one beside it; null where nothing is
 * near. `isWanted` is asked of what the last name may be, by its absolute path. Paths are relative to `cwd`.
 */
export function nearestPath(
  typed: string,
  cwd: string,
  isWanted: (path: string) => boolean = isFile,
): string | null {
  const names = typed.split('/');
  const last = names.findLastIndex((name) => name !== '');
  let folder = typed.startsWith('/') ? '/' : cwd;
  const near: string[] = [];
  for (const [index, name] of names.entries()) {
    const isLast = index === last;
    const fits = (path: string) => (isLast ? existsSync(path) && isWanted(path) : isFolder(path));
    const there = name === '' || fits(resolve(folder, name)) ? name : nearestIn(folder, name, fits);
    if (there === null) return null;
    near.push(there);
    folder = resolve(folder, there);
  }
  return near.join('/');
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function nearestIn(folder: string, name: string, fits: (path: string) => boolean): string | null {
  try {
    const names = readdirSync(folder).filter((each) => !each.startsWith('.'));
    return nearest(
      name,
      names.filter((each) => fits(resolve(folder, each))),
    );
  } catch {
    return null;
  }
}
