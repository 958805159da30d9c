// Reads study files from the file system.

import { readdir, readFile, stat } from 'node:fs/promises';
import type { StudyReader } from './study-text.ts';

export const fsReader: StudyReader = {
  async look(path) {
    const found = await stat(path).catch(nullIfMissing);
    if (found === null) return null;
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
    return { kind, bytes: found.size };
  },
  read: (path) => readFile(path),
  names: (folder) => readdir(folder).catch(() => []),
};

function nullIfMissing(thrown: NodeJS.ErrnoException): null {
  if (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR') return null;
  throw thrown;
}
