import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PROJECT_ROOT } from '../../src/base/places.ts';

test('examples that readers start with a Node of their own take any Node 20', () => {
  const files = globSync('docs/examples/**/*.{js,mjs}', { cwd: PROJECT_ROOT });
  assert.ok(files.length > 0);
  // Import attributes came with Node 20.10.
  for (const file of files)
    assert.doesNotMatch(
      readFileSync(path.join(PROJECT_ROOT, file), 'utf8'),
      /\bfrom ['"][^'"]+['"] (?:with|assert) \{/,
      file,
    );
});
