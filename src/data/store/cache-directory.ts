// The folder of generated datasets, unless the caller names another.

import { isAbsolute, join } from 'node:path';

/**
 * WIREFARE_CACHE, else XDG_CACHE_HOME/wirefare, else HOME/.cache/wirefare, else null, which means that
 * nothing is kept.
 */
export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string | null {
  const { WIREFARE_CACHE: own, XDG_CACHE_HOME: shared, HOME: home } = env;
  if (own !== undefined && own !== '') return own;
  // The XDG base directory specification says that relative paths are ignored.
  if (shared !== undefined && isAbsolute(shared)) return join(shared, 'wirefare');
  return home !== undefined && home !== '' ? join(home, '.cache', 'wirefare') : null;
}
