// The documents that are held to the tree.

import { globSync } from 'node:fs';
import { PROJECT_ROOT } from '../../src/base/places.ts';

const PATTERNS = ['*.md', 'docs/**/*.md', 'targets/**/*.md', 'clients/**/*.md', 'link/*.md'];

/** From the root of the repository. */
export const DOCUMENTS: readonly string[] = PATTERNS.flatMap((pattern) =>
  globSync(pattern, { cwd: PROJECT_ROOT, exclude: ['**/node_modules/**'] }),
).sort();
