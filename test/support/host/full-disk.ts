// A full disk, for what writes a file at once: no link to /dev/full stands in for one where links are not
// followed.

import fs, { type PathLike, type WriteFileOptions } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** While `act` runs, which must not wait for anything, no byte of this process finds room in a file. */
export function onFullDisk<T>(act: () => T): T {
  const { writeFileSync, writeSync } = fs;
  const full = () => {
    const said = 'ENOSPC: no space left on device, write';
    throw Object.assign(new Error(said), { code: 'ENOSPC', syscall: 'write' });
  };
  const opened = (path: PathLike, _: unknown, options?: WriteFileOptions) => {
    const flag = typeof options === 'object' ? options?.flag : undefined;
    fs.closeSync(fs.openSync(path, flag ?? 'w'));
    full();
  };
  Object.assign(fs, { writeFileSync: opened, writeSync: full });
  syncBuiltinESMExports();
  try {
    return act();
  } finally {
    Object.assign(fs, { writeFileSync, writeSync });
    syncBuiltinESMExports();
  }
}
