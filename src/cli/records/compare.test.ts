import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import {
  type RecordChange,
  writeRecord as writeSynthetic,
} from '../../../test/support/records/written-record.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import type { LinkEngine } from '../../network/profile.ts';
import type { RunFile } from '../../record/record.ts';
import type { RecordsCompared } from '../../summary/records/records-compared.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-compare-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const NASTY = '</script><script>alert(1)</script>|\u001b[31m';

const writeRecord = (name: string, change: RecordChange = {}) => writeSynthetic(join(dir, name), change);

const withCells = (run: RunFile, change: (cell: RunFile['plan']['cells'][number]) => object): RunFile => ({
  ...run,
  plan: { ...run.plan, cells: run.plan.cells.map((cell) => ({ ...cell, ...change(cell) })) },
});

writeRecord('before');
writeRecord('after', {
  row: (row) => ({
    ...row,
    totalMs: row.totalMs * 3,
    decodeMs: row.decodeMs + row.totalMs * 2,
    bytesEncoded: row.bytesEncoded === 0 ? 0 : row.bytesEncoded * 2,
  }),
});
writeRecord('elsewhere', { run: (run) => ({ ...run, host: { ...run.host, cpu: `Big ${NASTY}` } }) });
writeRecord('deeper/before');
writeRecord('videos', {
  run: (run) =>
    withCells(run, ({ factors }) => ({ factors: { ...factors, dataset: 'video', n: factors.n + 1 } })),
});

/** As `measure` writes it: one dataset of the URL's name. */
const ofUrl = (source: string) => (run: RunFile) => ({
  ...run,
  study: {
    ...run.study,
    payloads: run.plan.cells.map(
      ({ factors: { dataset, target } }) =>
        ({ name: dataset, digest: 'd', source, url: { target } }) as RunFile['study']['payloads'][number],
    ),
  },
});
writeRecord('orders', { run: ofUrl('http://127.0.0.1:3000/orders') });
writeRecord('people', { run: ofUrl('http://127.0.0.1:3000/people') });

const overLink = (engine: LinkEngine) => (run: RunFile) => ({
  ...run,
  link: {
    ...{ version: '0.1.0', rootless: true, tcp: null, setUpMs: 0 },
    networks: run.study.networks.map((profile) => ({
      ...{ profile, engine, why: '', calibration: null, checks: [] },
    })),
  },
});
writeRecord('failing', { options: { failureShare: 0.2 } });
writeRecord('packets', { run: overLink('tun') });
writeRecord('model', { run: overLink('modelled') });

async function compare(...words: string[]): Promise<string> {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(['compare', ...words], host), 0);
  return host.printed();
}

async function refused(...words: string[]): Promise<string> {
  try {
    await compare(...words);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

test('a terminal tells what became slower, in which item, and the bytes', async () => {
  const text = await compare('before', 'after');
  assert.match(text, /^after against before\n/);
  assert.match(text, /Times: of 18 cells 18 slower\nBytes: of 18 cells 18 more\n/);
  assert.match(text, /3\.00 +\[\d\.\d\d, \d\.\d\d\] +slower +[\d ]+ +\+100\.0 %/);
  assert.match(text, /Items that changed by more than runs differ by/);
  assert.match(text, /\n +decode +[\d.]+ +[\d.]+ +\d/);
  assert.match(text, /of one machine within a day, but shared no session/);
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
});

test('Markdown has every item, folded, and a page has them without a script', async () => {
  const markdown = await compare('before', 'after', '--format', 'md');
  assert.match(markdown, /^## after against before\n/);
  assert.match(markdown, /\| cell \| before \| after \| ratio \| interval \| answer \| bytes \| change \|/);
  assert.match(markdown, /<details><summary>Items<\/summary>.*\| first byte \|/s);
  const page = await compare('before', 'after', '--format', 'html');
  assert.match(page, /<h1>after against before<\/h1>/);
  assert.ok(!page.includes('<script'));
});

test('JSON is the comparison itself', async () => {
  const { records, against } = readOutput(
    'compare',
    await compare('before', 'after', '--format', 'json'),
  ) as RecordsCompared;
  assert.deepEqual(
    records.map(({ name }) => name),
    ['before', 'after'],
  );
  assert.equal(against[0]!.cells.length, 18);
  assert.ok(against[0]!.cells.every(({ total }) => total.verdict === 'slower'));
});

test('of two machines only bytes are compared, and what a record says is only text', async () => {
  const text = await compare('before', 'elsewhere');
  assert.match(text, /of two machines: their times stand beside each other/);
  assert.doesNotMatch(text, /Times: of|ratio/);
  assert.ok(!text.includes('\u001b'));
  const page = await compare('before', 'elsewhere', '--format', 'html');
  assert.ok(!page.includes('<script'));
  assert.match(page, /&lt;script&gt;/);
});

test('several records are told one after the other, those of one name by their paths', async () => {
  const text = await compare('before', 'deeper/before', 'after', '--format', 'md');
  assert.match(text, /^## deeper\/before and after against before\n/);
  assert.match(text, /### deeper\/before against before\n.*### after against before\n/s);
});

test('a file gets it where one is named', async () => {
  const printed = await compare('before', 'after', '--format', 'html', '--out', 'difference.html');
  assert.equal(printed, `${join(dir, 'difference.html')}\n`);
  assert.match(readFileSync(join(dir, 'difference.html'), 'utf8'), /after against before/);
});

test('all that is wrong is told at once, with the nearest', async () => {
  const what = await refused('befor', 'after', '--format', 'htm');
  assert.match(what, /--format: unknown format "htm" .*did you mean html\?/);
  assert.match(what, /befor: no such folder.*did you mean .*before\?/);
  assert.match(await refused('before'), /before: is one record: name another one/);
  assert.match(
    await refused('before', 'videos'),
    /videos\/run\.json: has no cell in common with before: book n=10 .* and there book n=10/,
  );
});

test('records of two URLs are told apart by what was asked, not by cells of one name', async () => {
  assert.match(
    await refused('orders', 'people'),
    /people\/run\.json: has no cell in common with orders: http:\/\/127\.0\.0\.1:3000\/people \(.* and there http:\/\/127\.0\.0\.1:3000\/orders \(/,
  );
});

test('exchanges that failed are told first of all notes', async () => {
  const told = (await compare('before', 'failing')).replaceAll(/\s+/g, ' ');
  const cells =
    /Exchanges that failed, of which no figure here knows, before → failing: \S.* none of (\d+) → \d+ of \1 · /;
  assert.match(told, cells);
  assert.match(told, / · and of 10 more cells\. failing and before are of one machine/);
});

test('a model of a network beside packets is told, and gets no ratio', async () => {
  const text = await compare('packets', 'model');
  assert.match(text, /Times: of 18 cells 18 without a verdict\n/);
  assert.match(text, / – +none: a model beside packets /);
  const told = text.replaceAll(/\s+/g, ' ');
  assert.match(
    told,
    /Of 18 cells one record has a modelled network, and the other one that carried packets:/,
  );
});
