import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { checkLinks } from './check-links.ts';
import { linkPage } from './links.ts';
import { firstSentence } from './llms.ts';

const LINKS = {
  routes: new Map([
    ['docs/guide/own-data.md', 'guide/own-data'],
    ['README.md', 'project/readme'],
  ]),
  folders: new Map([['docs/decisions', 'decisions/']]),
  records: new Map([['docs/records/quick', 'quick']]),
};

test('links between files become links between pages; records lead to reports, and files are brought along', () => {
  const text = [
    '[a](own-data.md#bytes), [b](../../README.md), [c](../decisions), [d](../records/quick), [e](#here)',
    '[f](../../studies/http3.yaml), [g](https://example.org/x)',
    '```sh',
    'echo [h](own-data.md)',
    '```',
  ].join('\n');
  const linked = linkPage({ source: 'docs/guide/page.md', text }, LINKS);
  assert.deepEqual(linked.files, ['studies/http3.yaml']);
  assert.equal(
    linked.text,
    [
      '[a](/guide/own-data#bytes), [b](/project/readme), [c](/decisions/), [d](/records/quick/report.html){target="_self"}, [e](#here)',
      '[f](/files/studies/http3.yaml){target="_self"}, [g](https://example.org/x)',
      '```sh',
      'echo [h](own-data.md)',
      '```',
    ].join('\n'),
  );
});

test('a raw copy leads on to raw copies, without marks that only the site reads', () => {
  const text =
    '[a](own-data.md#bytes), [b](own-data.md), [c](../decisions), [d](../records/quick), [e](#here)';
  assert.equal(
    linkPage({ source: 'docs/guide/page.md', text }, LINKS, 'raw').text,
    '[a](/guide/own-data.md#bytes), [b](/guide/own-data.md), [c](/decisions/index.md), [d](/records/quick/report.html), [e](#here)',
  );
});

test('links that lead nowhere, and what a page loads from elsewhere, are told', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'guide'));
  writeFileSync(
    path.join(folder, 'index.html'),
    '<a href="/guide/one.html#there">1</a><a href="/guide/one#gone">2</a><a href="/guide/two">3</a>' +
      '<a href="https://example.org">4</a><script src="https://example.org/x.js"></script><link href="/style.css">',
  );
  writeFileSync(path.join(folder, 'guide', 'one.html'), '<h2 id="there">x</h2><a href="../index.html">5</a>');
  writeFileSync(path.join(folder, 'style.css'), '@import url(//example.org/font.css)');
  const { pages, links, problems } = checkLinks(folder);
  assert.deepEqual([pages, links], [2, 4]);
  assert.deepEqual(problems.toSorted(), [
    'index.html links to /guide/one#gone: guide/one.html has no such heading',
    'index.html links to /guide/two, which is not there',
    'index.html loads https://example.org/x.js from elsewhere',
    'style.css loads //example.org/font.css from elsewhere',
  ]);
});

test('a page is told by the first sentence of its prose', () => {
  const text =
    '<!-- Generated -->\n\n# Title\n\n```sh\nx\n```\n\n| a |\n\nWhat [a\nlink](x.md) costs. And more.\n';
  assert.equal(firstSentence({ text }), 'What a link costs.');
});
