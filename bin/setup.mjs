// Everything between a fresh clone and a first run: npm packages, Node 24, browsers. Does nothing, in a
// fraction of a second, when all is there. Runs on Node 20 with nothing installed.

import { ensureBrowsers } from './browsers.mjs';
import { findNode24, requireNode20 } from './node24.mjs';
import { ensurePackages } from './packages.mjs';
import { ROOT } from './places.mjs';

/** What bin/browsers.mjs looks for. */
export const EVERYTHING = ['chromium', 'firefox', 'webkit', 'link', 'programs'];

/**
 * Returns the path of a Node that runs Wirefare. Throws Lacking with the remedy where something cannot be
 * had.
 */
export async function setUp(browsers) {
  requireNode20();
  await ensurePackages(ROOT);
  const node24 = findNode24();
  await ensureBrowsers(ROOT, node24, browsers);
  return node24;
}
