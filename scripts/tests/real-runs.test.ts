import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { realTestGroups } from './real-runs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('every real run is in one group, and only those that hold figures run alone', () => {
  const groups = realTestGroups(ROOT);
  const files = groups.flatMap((group) => group.files);
  assert.deepEqual(files.toSorted(), globSync('test/real/**/*.test.ts', { cwd: ROOT }).toSorted());
  const alone = groups.flatMap((group) =>
    group.concurrency === 1 && group.isQuiet !== true ? group.files : [],
  );
  assert.deepEqual(alone.map((file) => path.basename(file, '.test.ts')).toSorted(), [
    'client-timing',
    'known-delay',
    'link',
    'many-clients',
    'python-timing',
    'slow-clients',
    'threads',
  ]);
});
