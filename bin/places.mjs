// Where this command's own files are, and in which of two forms: a checkout, or the npm package. What both
// share knows no more of it; the lab's half is src/base/places.ts.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The package has src/main.js instead, bundled from it. */
const SOURCE = join(ROOT, 'src', 'main.ts');

export const IS_PACKAGE = existsSync(join(ROOT, 'src', 'main.js')) && !existsSync(SOURCE);
export const MAIN = IS_PACKAGE ? join(ROOT, 'src', 'main.js') : SOURCE;
