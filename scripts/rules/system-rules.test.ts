import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readSources } from './source-rules.ts';
import { systemProblems } from './system-rules.ts';

test('outside src/drive nothing asks for what only Linux or Unix has', () => {
  assert.deepEqual(systemProblems(readSources(path.resolve(import.meta.dirname, '../..'))), []);
});

test('such a call is told with its line, a comment is none, and what no file needs any more is stale', () => {
  const text = "// reads /proc/stat\nconst a = 1;\nreadFileSync('/proc/stat');\n";
  const sources = [
    { file: 'src/summary/a.ts', text },
    { file: 'src/drive/a.ts', text },
    { file: 'src/summary/a.test.ts', text },
  ];
  assert.deepEqual(systemProblems(sources, { 'src/record/b.ts': 'no reason any more' }), [
    "src/summary/a.ts:3: '/proc/stat is not of every system, and belongs into src/drive; the rules are in scripts/rules/system-rules.ts",
    'scripts/rules/system-rules.ts: src/record/b.ts asks for nothing that only some systems have',
  ]);
});
