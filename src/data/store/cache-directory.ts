// Where generated datasets are kept unless the caller says otherwise.

import { isAbsolute, join } from 'node:path';

/**
 * WIREFARE_CACHE, else XDG_CACHE_HOME/wirefare, else HOME/.cache/wirefare, else null: then nothing is kept.
 */
export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string | null {
  const { WIREFARE_CACHE: own, XDG_CACHE_HOME: shared, HOME: home } = env;
  if (own !== undefined && own !== '') return own;
  // The XDG base directory specification has relative paths ignored.
  if (shared !== undefined && isAbsolute(shared)) return join(shared, 'wirefare');
  return home !== undefined && home !== '' ? join(home, '.cache', 'wirefare') : null;
}
