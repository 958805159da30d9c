// Golden files: a report must equal the file that was looked at and committed. Tests run with
// WIREFARE_UPDATE_GOLDEN=1 write them anew.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

const GOLDEN_FILES = new URL('../../../src/report/testdata/', import.meta.url);

export function holdsToGolden(
  name: string,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const file = new URL(name, GOLDEN_FILES);
  if (env.WIREFARE_UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.equal(
    text,
    readFileSync(file, 'utf8'),
    `${name} differs: look at it, then WIREFARE_UPDATE_GOLDEN=1`,
  );
}
