// npm start: sets up what is missing, then runs the main job in a real browser. Further arguments go to the
// run: npm start -- --budget 2m

import { join } from 'node:path';
import { runInPlace } from './child.mjs';
import { withCompileCache } from './compile-cache.mjs';
import { MAIN, ROOT } from './places.mjs';
import { runMain } from './say.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const node24 = await setUp(['chromium']);
  const study = join('studies', 'quick.yaml');
  const env = withCompileCache(process.env);
  return runInPlace(node24, [MAIN, 'run', study, ...process.argv.slice(2)], { cwd: ROOT, env });
});
