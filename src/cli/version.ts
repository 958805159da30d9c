// The version of this wirefare, from its package.json.

import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

export const WIREFARE_VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string })
  .version;
