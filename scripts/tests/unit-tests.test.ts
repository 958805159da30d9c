import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { unitTests } from './unit-tests.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('every unit test runs once, and the processes that begin last have few of them', () => {
  const { waiting, first, others } = unitTests(ROOT);
  const files = [waiting, first, others].flat(2);
  const all = globSync('{scripts,bin,bench,src}/**/*.test.ts', { cwd: ROOT });
  assert.deepEqual(files.toSorted(), all.toSorted());
  const sizes = others.map((group) => group.length);
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  assert.ok(sizes[0]! >= 20 && sizes.at(-1)! <= 5, sizes.join());
});
