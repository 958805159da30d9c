// Reads study files from the file system.

import { readFile, stat } from 'node:fs/promises';
import { nearestPath } from '../../base/files/nearest-path.ts';
import type { StudyReader } from './study-text.ts';

export const fsReader: StudyReader = {
  async look(path) {
    const stats = await stat(path).catch(nullIfMissing);
    if (stats === null) return null;
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    return { kind, bytes: stats.size };
  },
  read: (path) => readFile(path),
  nearest: (path) => nearestStudy(path, '.'),
};

/** The nearest study file beside a path where nothing is; null where none is near. */
export function nearestStudy(path: string, cwd: string): string | null {
  return nearestPath(path, cwd, (file) => /\.ya?ml$/.test(file));
}

function nullIfMissing(thrown: NodeJS.ErrnoException): null {
  if (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR') return null;
  throw thrown;
}
