import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { UserError } from '../../base/errors.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { namedStudy } from '../study/study-options.ts';
import { studyNames } from '../surroundings/folders.ts';
import { checkedStudy } from './check-study.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-check-'));
after(() => rmSync(dir, { recursive: true }));
const host = fakeHost(dir, { nowMs: () => 0, date: () => new Date(0) });
const check = (text: string) => checkedStudy({ id: 'mine.yaml', text }, host);

const HEAD = 'study: mine\ntitle: Mine\nquestion: Which?\n';

test('every study that comes with Wirefare has nothing wrong with it', async () => {
  for (const id of studyNames()) {
    const text = readFileSync(join(PROJECT_ROOT, 'studies', `${id}.yaml`), 'utf8');
    assert.deepEqual((await checkedStudy({ id, text }, host)).problems, [], id);
  }
});

test('all mistakes at once, each with its line, in the words of the command line', async () => {
  const text = `${HEAD}factors:\n  format: [json, jsn]\n  dataset: bok\nprotocol:\n  budget: soon\nclaim: []\n`;
  const { problems, value } = await check(text);
  writeFileSync(join(dir, 'mine.yaml'), text);
  const told = await namedStudy('mine.yaml', host).catch((thrown: unknown) => thrown);
  assert.ok(told instanceof UserError);
  assert.deepEqual(
    problems.map(({ line, path, what }) => [`mine.yaml:${line}`, path, what]),
    told.problems.map(({ file, path, what }) => [file, path, what]),
  );
  assert.deepEqual(
    problems.map(({ line, nearest }) => [line, nearest]),
    [
      [5, 'json'],
      [6, 'book'],
      [8, undefined],
      [9, 'claims'],
    ],
  );
  assert.deepEqual((value as { factors: unknown }).factors, { format: ['json', 'jsn'], dataset: 'bok' });
});

test('data and URLs are not read while somebody types; what is not there is told', async () => {
  writeFileSync(join(dir, 'orders.json'), 'no JSON at all');
  const own = await check(`${HEAD}factors:\n  dataset: {file: orders.json}\n  format: [json, cbor]\n`);
  assert.deepEqual([own.problems, own.unread], [[], ['orders.json']]);
  const url = 'http://127.0.0.1:9/never-asked';
  const asked = await check(
    `${HEAD}factors:\n  target: {url: '${url}', name: today}\nprotocol:\n  budget: 30s\n`,
  );
  assert.deepEqual([asked.problems, asked.unread], [[], ['today']]);
  const missing = await check(`${HEAD}factors:\n  dataset: {file: ordrs.json}\n  format: json\n`);
  assert.match(missing.problems[0]!.what, /ordrs\.json/);
});

test('while something is measured only the YAML is read, which takes next to nothing', async () => {
  const during = (text: string) => checkedStudy({ id: 'mine.yaml', text }, host, 'advice on orders');
  const { problems, value, waitsFor } = await during(`${HEAD}factors: {format: jsn}\n`);
  assert.deepEqual([problems, waitsFor], [[], 'advice on orders']);
  assert.deepEqual((value as { factors: unknown }).factors, { format: 'jsn' });
  assert.equal((await during('a: [1\nb: {')).problems.length > 0, true);
});

test('what is no YAML, or of no end, is told and has no values', async () => {
  for (const text of ['a: [1\nb: {', 'a: &a [*a, *a]', '- 1', '', '\u0000', `a: ${'['.repeat(5_000)}`]) {
    const { problems } = await check(text);
    assert.ok(problems.length > 0, JSON.stringify(text.slice(0, 20)));
  }
});
