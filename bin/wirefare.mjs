#!/usr/bin/env node
// The command `wirefare`: finds Node 24 and hands over to src/main.ts. Installs nothing.

import { join } from 'node:path';
import { runInPlace } from './child.mjs';
import { withCompileCache } from './compile-cache.mjs';
import { findNode24, requireNode20 } from './node24.mjs';
import { arePackagesAsLocked } from './packages.mjs';
import { Lacking, runMain } from './say.mjs';
import { ROOT } from './setup.mjs';

await runMain(async () => {
  requireNode20();
  if (!arePackagesAsLocked(ROOT)) {
    throw new Lacking(
      'The npm packages are missing or not those of package-lock.json.',
      `cd ${ROOT} && npm ci`,
    );
  }
  const args = [join(ROOT, 'src', 'main.ts'), ...process.argv.slice(2)];
  return runInPlace(findNode24(ROOT), args, { env: withCompileCache(process.env) });
});
