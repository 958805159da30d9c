// npm run site: the documents as a site, site/dist/www. What makes it is a package of its own,
// site/package.json, which is installed here and by `npm test` alone: it takes a hundred megabytes.
//   node bin/site.mjs [--serve | --install]

import { join } from 'node:path';
import { runInPlace } from './child.mjs';
import { ensurePackages } from './packages.mjs';
import { ROOT } from './places.mjs';
import { runMain } from './say.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const asked = process.argv[2];
  const node24 = await setUp([]);
  await ensurePackages(join(ROOT, 'site'));
  if (asked === '--install') return 0;
  const built = await runInPlace(node24, [join(ROOT, 'scripts', 'site', 'main.ts')], { cwd: ROOT });
  if (built !== 0 || asked !== '--serve') return built;
  const vitepress = join(ROOT, 'site', 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const preview = [vitepress, 'preview', join('site', 'dist', 'pages'), '--host', '127.0.0.1'];
  return runInPlace(node24, preview, { cwd: ROOT });
});
