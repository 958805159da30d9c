// npm test: sets up what is missing, then checks, unit tests and real runs. Ends with the line `N passed, N
// failed`.

import { join } from 'node:path';
import { runInPlace } from './child.mjs';
import { ROOT } from './places.mjs';
import { runMain } from './say.mjs';
import { EVERYTHING, setUp } from './setup.mjs';

await runMain(async () => {
  const startMs = performance.now();
  const node24 = await setUp([...EVERYTHING, 'driver']);
  console.log(`set-up: ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
  return runInPlace(node24, [join(ROOT, 'scripts', 'test.ts'), ...process.argv.slice(2)], { cwd: ROOT });
});
