// For a path that leads nowhere, finds the nearest one that leads somewhere, for "did you mean …?".

import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '../spelling.ts';

/**
 * Returns the typed path with every missing name replaced by the nearest one in the same folder; null if
 * nothing is near. `isWanted` gets the absolute path of each candidate for the last name. `typed` is relative
 * to `cwd`.
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
    const existing = name === '' || fits(resolve(folder, name)) ? name : nearestIn(folder, name, fits);
    if (existing === null) return null;
    near.push(existing);
    folder = resolve(folder, existing);
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
