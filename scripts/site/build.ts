// From documents to the finished site: pages, VitePress, and a look at every link of what came out.

import path from 'node:path';
import { ended } from '../tests/check-steps.ts';
import { checkLinks } from './check-links.ts';
import { stageSite } from './stage.ts';

export interface BuiltSite {
  readonly folder: string;
  readonly pages: number;
  readonly links: number;
}

/** Throws with everything that is wrong. */
export async function buildSite(root: string): Promise<BuiltSite> {
  const site = path.join(root, 'site');
  await stageSite(root);
  const vitepress = path.join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { code, output } = await ended(
    process.execPath,
    [vitepress, 'build', path.join(site, 'dist', 'pages')],
    root,
  );
  if (code !== 0) throw new Error(`vitepress build ended with code ${code}:\n${output}`);
  const folder = path.join(site, 'dist', 'www');
  const { pages, links, problems } = checkLinks(folder);
  if (problems.length > 0) throw new Error(`the site has links that lead nowhere:\n${problems.join('\n')}`);
  return { folder, pages, links };
}
