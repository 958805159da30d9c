// Where Node keeps what it has compiled: with so many libraries, compiling them anew takes longer than all
// else that a start does. Node checks the text and its own version before it takes anything from there.

import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The environment with that folder named, unless it names one already: beside the generated data. */
export function withCompileCache(env) {
  if (env.NODE_COMPILE_CACHE !== undefined) return env;
  return { ...env, NODE_COMPILE_CACHE: join(cacheOf(env), 'compiled') };
}

/** For the rest of this process, where the environment names that folder only now. Node 24 has it. */
export function enableCompileCache({ NODE_COMPILE_CACHE: folder }) {
  if (folder !== '') module.enableCompileCache(folder);
}

/** As src/data/store/cache-directory.ts has it. */
function cacheOf({ WIREFARE_CACHE: own, XDG_CACHE_HOME: shared }) {
  if (own !== undefined && own !== '') return own;
  return shared !== undefined && isAbsolute(shared)
    ? join(shared, 'wirefare')
    : join(homedir(), '.cache', 'wirefare');
}
