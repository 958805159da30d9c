// The version of this wirefare, from its package.json.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../base/places.ts';

const PACKAGE = join(PROJECT_ROOT, 'package.json');

export const WIREFARE_VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string })
  .version;
