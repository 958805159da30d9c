// npm run build-all: sets up what is missing and builds every target, client and the link, so that nothing is
// left for the first run. With --set-up-only it stops before the builds, which then another user makes.

import { join } from 'node:path';
import { runInPlace } from './child.mjs';
import { ROOT } from './places.mjs';
import { runMain } from './say.mjs';
import { EVERYTHING, setUp } from './setup.mjs';

await runMain(async () => {
  const node24 = await setUp(EVERYTHING);
  if (process.argv.includes('--set-up-only')) return 0;
  return runInPlace(node24, [join(ROOT, 'scripts', 'build-all.ts')], { cwd: ROOT });
});
