import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { realTestGroups, replaceFiles } from './real-runs.ts';

const ROOT = path.dirname(import.meta.dirname);

test('every real run is in one group, and only those that hold figures run alone', () => {
  const groups = realTestGroups(ROOT);
  const files = groups.flatMap((group) => group.files);
  assert.deepEqual(files.toSorted(), globSync('test/real/**/*.test.ts', { cwd: ROOT }).toSorted());
  const alone = groups.flatMap((group) => (group.concurrency === 1 ? group.files : []));
  assert.deepEqual(
    alone.map((file) => path.basename(file, '.test.ts')),
    ['known-delay', 'link', 'python-timing', 'qt-timing', 'slow-clients', 'threads'],
  );
});

test('of a file that is tried again only the second run counts, and others that failed stay failed', () => {
  const failed = (file: string, outsideShare: number) => {
    return { file, passed: 2, failed: 1, disturbance: { stealShare: 0, outsideShare } };
  };
  const [disturbed, flaky] = [failed('disturbed.test.ts', 0.5), failed('flaky.test.ts', 0.01)];
  const none = { skipped: [], failedFiles: [], times: [] };
  const first = { ...none, passed: 10, failed: 2, failedFiles: [disturbed, flaky] };
  const mended = replaceFiles(first, [disturbed], { ...none, passed: 3, failed: 0 });
  assert.deepEqual([mended.passed, mended.failed, mended.failedFiles], [11, 1, [flaky]]);
  const again = replaceFiles(first, [disturbed], { ...none, passed: 2, failed: 1, failedFiles: [disturbed] });
  assert.deepEqual([again.passed, again.failed, again.failedFiles], [10, 2, [flaky, disturbed]]);
});
