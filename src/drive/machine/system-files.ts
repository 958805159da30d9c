// The system's own files (/proc, /sys) behind a function, so that other machines can be described in tests.

import { readFileSync } from 'node:fs';

/** The file's text, or null if it does not exist or may not be read. */
export type ReadText = (file: string) => string | null;

export const readSystemFile: ReadText = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};
