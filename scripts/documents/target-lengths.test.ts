// How long targets are: what documents and notes say of it is so, and the template that people copy is the
// shortest.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { readTargetFile } from '../../src/drive/targets/target-file.ts';
import { targetFolders } from '../../src/drive/targets/target-names.ts';
import { DOCUMENTS } from './documents.ts';

const SOURCES = '**/*.{ts,js,go,rs,py,php,java}';
/** Tests, what benches alone start, and what a generator wrote. */
const NOT_WRITTEN_FOR_IT = /_test\.go$|\.test\.ts$|\.pb\.go$|\/src\/test\/|\/examples\//;

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

/** Of all that somebody has written below these folders, each file once. */
function linesIn(...folders: readonly string[]): number {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/${SOURCES}`, { cwd: PROJECT_ROOT, exclude: ['**/node_modules/**'] }),
  );
  return [...new Set(files)]
    .filter((file) => !NOT_WRITTEN_FOR_IT.test(file))
    .reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);
}

/** Where the rest of a target is that does not lie in its own folder. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  node: ['src/target'],
  php: ['targets/php'],
  'php-deflate': ['targets/php'],
  express: ['targets/javascript/contract'],
  fastify: ['targets/javascript/contract'],
};
const OF_ALL_JAVA = ['targets/jvm/data', 'targets/jvm/codecs', 'targets/jvm/exchange'];

interface Written {
  readonly name: string;
  readonly folder: string;
  readonly shared: readonly string[];
  readonly notes: string;
}

let targets: readonly Written[] = [];
before(async () => {
  targets = await Promise.all(
    [...targetFolders(PROJECT_ROOT, {})].map(async ([name, folder]) => {
      const { language, notes = '' } = await readTargetFile(folder);
      const shared = ELSEWHERE[name] ?? (language === 'Java' ? OF_ALL_JAVA : []);
      return { name, folder: path.relative(PROJECT_ROOT, folder), shared, notes };
    }),
  );
});

const templateLines = linesIn('targets/template');

test('where a document says how long the template of a target is, it is so long', () => {
  const told = DOCUMENTS.flatMap((file) => [
    ...read(file).matchAll(/\(\S*targets\/template\/README\.md\) is a server of (\d+)\s+lines/g),
  ]).map(([, count]) => Number(count));
  assert.ok(told.length >= 2, 'the guides say it');
  assert.deepEqual([...new Set(told)], [templateLines]);
});

test('the template is the shortest target, each counted with all that it shares', () => {
  const others = targets.filter(({ name }) => name !== 'template');
  assert.ok(others.length >= 12);
  for (const { name, folder, shared } of others) {
    const lines = linesIn(folder, ...shared);
    assert.ok(lines > templateLines, `${name} has ${lines} lines, the template ${templateLines}`);
  }
});

/** What is said is round: it stays true while a line comes or goes. */
function assertAbout(said: string, lines: number, what: string): void {
  const isTrue = Math.abs(Number(said) - lines) <= 0.05 * lines;
  assert.ok(isTrue, `${what}: its notes say about ${said} lines, it has ${lines}`);
}

test('the notes of a target that is written as its users write it say how long it is', () => {
  const said = targets.flatMap(({ name, folder, shared, notes }) => {
    const [, lines, beside] = /\babout (\d+) lines(?:, beside (\d+) that it shares)?/i.exec(notes) ?? [];
    if (lines === undefined) return [];
    assertAbout(lines, linesIn(folder), name);
    if (beside !== undefined) assertAbout(beside, linesIn(...shared), `what ${name} shares`);
    return [name];
  });
  assert.deepEqual(said.toSorted(), ['axum', 'express', 'fastapi', 'fastify', 'go', 'spring']);
});
