// npm test: sets up what is missing, then checks, unit tests and real runs. Ends with the line `N passed, N failed`.

import { join } from 'node:path';
import { runInPlace } from './child.mjs';
import { runMain } from './say.mjs';
import { ROOT, setUp } from './setup.mjs';

await runMain(async () => {
  const node24 = await setUp(['chromium', 'firefox', 'webkit', 'link', 'programs']);
  return runInPlace(node24, [join(ROOT, 'scripts', 'test.ts'), ...process.argv.slice(2)], { cwd: ROOT });
});
