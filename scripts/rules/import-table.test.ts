import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { IMPORT_TABLE } from './import-table.ts';
import { outsideProblems, PROCESS_FILES } from './outside-rules.ts';
import { findImports, readSources, tableProblems } from './source-rules.ts';

const WHERE = 'scripts/rules/import-table.ts';
const sources = readSources(path.resolve(import.meta.dirname, '../..'));

test('every room imports only from the rooms of its row, and no row is stale', () => {
  assert.deepEqual(tableProblems(sources, IMPORT_TABLE, WHERE), []);
});

test('only the process files touch the process, the console, clocks and chance', () => {
  assert.deepEqual(outsideProblems(sources), []);
});

test('every process file that the rules name exists', () => {
  const files = sources.map(({ file }) => file);
  assert.deepEqual(
    PROCESS_FILES.filter((file) => !files.includes(file)),
    [],
  );
});

test('an import that the table does not allow is named with its file and the place of the table', () => {
  const bad = [
    { file: 'src/stats/mean.ts', text: "import { a } from '../base/units.ts';\nimport '../run/run.ts';\n" },
    { file: 'src/base/units.ts', text: 'export const a = 1;\n' },
    { file: 'src/run/run.ts', text: '' },
  ];
  assert.deepEqual(tableProblems(bad, { base: [], stats: ['base'], run: [] }, WHERE), [
    'src/stats/mean.ts: stats may not import from run (../run/run.ts); the table is scripts/rules/import-table.ts',
  ]);
});

test('rows without a room, rooms without a row and names that nobody imports from are all told', () => {
  const some = [{ file: 'src/stats/mean.ts', text: '' }];
  assert.deepEqual(tableProblems(some, { old: [], base: [] }, WHERE), [
    'src/stats/mean.ts: the room stats has no row in scripts/rules/import-table.ts',
    'scripts/rules/import-table.ts: the row old is stale, there is no such room',
    'scripts/rules/import-table.ts: the row base is stale, there is no such room',
  ]);
  assert.deepEqual(
    tableProblems([...some, { file: 'src/base/a.ts', text: '' }], { stats: ['base'], base: [] }, WHERE),
    ['scripts/rules/import-table.ts: the row stats is stale, nothing in it imports from base'],
  );
});

test('a test may import from anywhere, what ships not from what is there for tests', () => {
  const text = "import '../../test/support/host/fake-host.ts';\nimport '../run/run.ts';\n";
  const run = { file: 'src/run/run.ts', text: '' };
  const table = { stats: [], run: [] };
  assert.deepEqual(
    tableProblems(
      [{ file: 'src/stats/mean.test.ts', text }, { file: 'src/stats/mean.ts', text: '' }, run],
      table,
      WHERE,
    ),
    [],
  );
  assert.deepEqual(tableProblems([{ file: 'src/stats/mean.ts', text }, run], table, WHERE), [
    'src/stats/mean.ts: ships, and may not import from test/ (../../test/support/host/fake-host.ts)',
    'src/stats/mean.ts: stats may not import from run (../run/run.ts); the table is scripts/rules/import-table.ts',
  ]);
});

test('imports are found in every form and not in comments', () => {
  const text = [
    "import type { A } from './a.ts';",
    "export * from './b.ts';",
    "const c = await import('./c.ts');",
    "import './d.ts';",
    "// import './no.ts';",
    "/* from './no.ts' */",
    "const url = 'http://x'; import './e.ts';",
  ].join('\n');
  assert.deepEqual(findImports(text), ['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
});

test('what touches the world outside is told with its line, but not in strings, comments or members of that name', () => {
  const text = [
    '// console.log is not for us',
    "const said = 'process.exit';",
    'const id = options.process.id;',
    'console.log(said, id);',
  ].join('\n');
  assert.deepEqual(outsideProblems([{ file: 'src/run/x.ts', text }]), [
    'src/run/x.ts:4: console. in a file that writes by Host.out and Host.err; the rules are in scripts/rules/outside-rules.ts',
  ]);
  const clock = { file: 'src/exchange/y.ts', text: 'const t = performance.now();' };
  assert.deepEqual(outsideProblems([clock]), []);
  assert.equal(outsideProblems([{ ...clock, file: 'src/report/y.ts' }]).length, 1);
  const spawn = { file: 'src/run/z.ts', text: "import { spawn } from 'node:child_process';" };
  assert.equal(outsideProblems([spawn]).length, 1);
  assert.deepEqual(outsideProblems([{ ...spawn, file: 'src/drive/z.ts' }]), []);
  assert.deepEqual(outsideProblems([{ file: 'src/main.ts', text }]), []);
  for (const code of ["body.pipeThrough(new CompressionStream('gzip'));", 'Readable.toWeb(file);'])
    assert.match(outsideProblems([{ file: 'src/ui/x.ts', text: code }]).join(), /makes no web stream/, code);
  const compress = { file: 'src/ui/x.ts', text: "import { compress } from 'hono/compress';" };
  assert.match(outsideProblems([compress]).join(), /nothing imports hono\/compress/);
});

test('the table in ARCHITECTURE.md is the one that the code is held to', () => {
  const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)`\s*\|[^|]*\|([^|]*)\|$/gm)].map(([, room, imports]) => [
    room!,
    imports!.trim() === '–' ? [] : imports!.trim().split(', '),
  ]);
  assert.deepEqual(Object.fromEntries(rows), IMPORT_TABLE);
});
