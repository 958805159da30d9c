import assert from 'node:assert/strict';

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { runCli } from '../../src/cli/program.ts';
import { fakeHost } from '../../test/support/host/fake-host.ts';
import { DOCUMENTS } from './documents.ts';
import { readMarkdown, wordCount } from './markdown.ts';
import { documentProblems } from './rules.ts';
import { findWords, readTree, type Tree } from './tree.ts';

const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/**
 * What documents name that is not of this tree: a reader's own, a cache's, what is gone, other people's
 * names.
 */
const EXCEPTIONS = new Set([
  'targets/<name>-<digest>',
  'clients/<name>-<digest>',
  'name.test.ts',
  'utils.ts',
  'programCodecs',
  'WriteErrorDisallowedBySettings',
  'elementFormDefault',
  'innerHTML',
  'Us',
]);

let tree: Tree;
before(async () => {
  tree = await readTree(root, ['scripts/documents']);
});

test('every link, path, symbol, script, verb and option that a document names exists', () => {
  const documents = DOCUMENTS.map((file) => readMarkdown(file, read(file)));
  assert.deepEqual(documentProblems(documents, tree, EXCEPTIONS), []);
});

test('a document that names what does not exist is told with file, line and reason', () => {
  const page = [
    '# A page',
    '[one](README.md#no-such-heading), [two](docs/nothing.md), [here](#a-page), [data](README.md#your-own-data)',
    '`src/wire/nothing.ts`, `nowhere/gone.ts`, `noSuchSymbol()` and `main.ts`, `--no-such-option`',
    '`npm run nothing` and `npm run check`, `node --test src/nothing.test.ts`',
    '```sh',
    './wirefare run STUDY --no-such-flag --only n=10   # --not-an-option',
    './wirefare nothing && ./wirefare plan quick --quick || node scripts/nothing.ts',
    'npx --yes wirefare list',
    '```',
  ].join('\n');
  const readMe = readMarkdown('README.md', '# Any\n## Your own data');
  const withPage = { ...tree, paths: new Set([...tree.paths, 'page.md']) };
  assert.deepEqual(documentProblems([readMarkdown('page.md', page), readMe], withPage, new Set()), [
    'page.md:2: the link README.md#no-such-heading leads to a heading that README.md does not have',
    'page.md:2: the link docs/nothing.md leads to docs/nothing.md, which does not exist',
    'page.md:3: src/wire/nothing.ts does not exist',
    'page.md:3: nowhere/gone.ts does not exist',
    'page.md:3: no source has the name noSuchSymbol',
    'page.md:3: no source has the option --no-such-option',
    'page.md:7: scripts/nothing.ts does not exist',
    'page.md:4: src/nothing.test.ts does not exist',
    'page.md:6: the verb run has no option --no-such-flag',
    'page.md:7: there is no verb nothing',
    'page.md:8: npx asks the registry for a name that is not published: ./wirefare',
    'page.md:4: package.json has no script nothing',
  ]);
});

test('every study that the README and the guides show can be planned', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-documents-'));
  writeFileSync(path.join(folder, 'orders.json'), JSON.stringify([{ id: 1 }, { id: 2 }]));
  const guides = DOCUMENTS.filter((file) => file === 'README.md' || file.startsWith('docs/guide/'));
  const studies = guides.flatMap((file) =>
    [...read(file).matchAll(/^```yaml\n(study: .*?)^```$/gms)].map((match) => ({ file, text: match[1]! })),
  );
  assert.ok(studies.length >= 6);
  // What a guide calls the reader's own server.
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('[{"id":1}]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const { file, text } of studies) {
    writeFileSync(path.join(folder, 'shown.yaml'), text.replaceAll(/http:\/\/localhost:\d+/g, origin));
    const host = fakeHost(folder, { nowMs: () => 0, date: () => new Date(0) });
    assert.equal(await runCli(['plan', 'shown.yaml'], host), 0, `${file}: ${host.told()}`);
    assert.match(host.printed(), /cells/);
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

test('the README is read in five minutes, CONTRIBUTING in eight', () => {
  assert.equal(wordCount(' one two\n\nthree '), 3);
  for (const [file, most] of [
    ['README.md', 1200],
    ['CONTRIBUTING.md', 1800],
  ] as const) {
    const words = wordCount(read(file));
    assert.ok(
      words <= most,
      `${file} has ${words} words, ${most} at most: move what is for few into a guide`,
    );
  }
});

test('words of a source are its identifiers, its kinds with hyphens and its options', () => {
  assert.deepEqual(findWords("kind: 'late-first-message', --seed n $x"), [
    'kind',
    'late-first-message',
    'late',
    'first',
    'message',
    '--seed',
    'n',
    '$x',
  ]);
});
