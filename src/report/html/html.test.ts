import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { parseHTML } from 'linkedom';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import { hostileInput, syntheticInput } from '../../../test/support/reports/records.ts';
import { markdown } from '../markdown.ts';
import { terminalText } from '../terminal/terminal.ts';
import { page } from './page.ts';

test('the page has every part that a reader looks for', () => {
  const input = syntheticInput();
  const { document } = parseHTML(page(input));
  const measured = input.summary.cells.filter((cell) => cell.twinOf === null && cell.totalMs !== null).length;
  assert.equal(document.querySelector('h1')!.textContent, input.summary.title);
  assert.ok(document.querySelectorAll('.answer li').length >= 4);
  assert.equal(document.querySelectorAll('.cells > table > tbody > tr').length, measured);
  assert.equal(document.querySelectorAll('.cells td.bar svg[aria-label]').length, measured);
  assert.equal(document.querySelectorAll('.strips .strip [role=img], .strips img').length, measured);
  assert.equal(document.querySelectorAll('svg.plot[aria-label]').length, 1);
  const asked = input.summary.comparisons.filter((comparison) => comparison.asked).length;
  assert.equal(document.querySelectorAll('.forest .drawn svg').length, asked);
  for (const id of ['cells', 'n', 'comparisons', 'every', 'environment', 'reading']) {
    assert.ok(document.getElementById(id), id);
  }
});

test('a bar’s pieces and its residual are as long as its total', () => {
  const { document } = parseHTML(page(madeUp({ n: [1000] })));
  const widths = [...document.querySelectorAll('.cells td.bar svg')].map((svg) =>
    [...svg.querySelectorAll('rect')].reduce(
      (sum, rect) => sum + Number.parseFloat(rect.getAttribute('width')!),
      0,
    ),
  );
  const means = madeUp({ n: [1000] })
    .summary.cells.map((cell) => cell.totalMs!.mean)
    .sort((a, b) => a - b);
  assert.equal(widths.length, means.length);
  for (const [i, width] of widths.entries()) {
    assert.ok(Math.abs(width / Math.max(...widths) - means[i]! / Math.max(...means)) < 0.005);
  }
});

test('every counted sample is in the picture', () => {
  const input = syntheticInput({ sessions: 2, blocks: 8 });
  const { document } = parseHTML(page(input));
  const dots = [...document.querySelectorAll('path.dots')].reduce(
    (sum, path) => sum + path.getAttribute('d')!.split('M').length - 1,
    0,
  );
  const counted = input.summary.cells
    .filter((cell) => cell.twinOf === null)
    .reduce((sum, cell) => sum + cell.exchanges, 0);
  assert.equal(dots, counted);
});

test('the page asks nobody for anything and lets only its own script run', () => {
  const text = page(syntheticInput({ sessions: 2, blocks: 4 }));
  const { document } = parseHTML(text);
  for (const element of document.querySelectorAll('[src], [href]')) {
    assert.match(element.getAttribute('src') ?? element.getAttribute('href')!, /^(data:|#)/);
  }
  assert.doesNotMatch(text, /@import|url\((?!#)/);
  const policy = document.querySelector('meta[http-equiv]')!.getAttribute('content')!;
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  const scripts = document.querySelectorAll('script');
  assert.equal(scripts.length, 1);
  assert.ok(policy.includes(createHash('sha256').update(scripts[0]!.textContent!).digest('base64')));
  assert.equal(document.querySelectorAll('[style], [onclick], [onerror]').length, 0);
});

test('strings of a record never become markup', () => {
  const { document } = parseHTML(page(hostileInput()));
  assert.equal(document.querySelectorAll('script').length, 1);
  assert.equal(document.querySelectorAll('img').length, 0);
  assert.equal(document.querySelectorAll('style').length, 1);
});

test('strings of a record never run in a browser, while the page’s own script does', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-html-'));
  try {
    const path = join(dir, 'report.html');
    writeFileSync(path, page(hostileInput()));
    const { stdout } = await promisify(execFile)(
      'chromium',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${join(dir, 'profile')}`,
        '--dump-dom',
        `file://${path}`,
      ],
      { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, HOME: dir } },
    );
    const head = /<html[^>]*>/.exec(stdout)![0];
    assert.match(head, /class="live"/);
    assert.doesNotMatch(head, /data-ran/);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
});

test('a large run stays under 5 MB, with every sample counted in a raster', () => {
  const input = syntheticInput({ kind: 'opijac', sessions: 4, blocks: 60 });
  const text = page(input);
  assert.ok(text.length < 5_000_000, `${text.length} bytes`);
  const { document } = parseHTML(text);
  assert.ok(document.querySelectorAll('.strips img[src^="data:image/png"]').length > 100);
});

test('a run with nothing measured, one session or no twin still has a page', () => {
  const input = syntheticInput({ sessions: 1, blocks: 2 });
  const { summary } = input;
  const empty = {
    ...summary,
    twin: null,
    comparisons: [],
    cells: summary.cells.map((cell) => ({
      ...cell,
      status: 'failed' as const,
      reason: 'HTTP 500',
      totalMs: null,
      bytes: null,
      phases: {},
      accountedShare: null,
    })),
  };
  assert.match(page({ ...input, summary: empty }), /nothing was measured in any of 21/);
  assert.match(page({ ...input, summary: { ...summary, twin: null } }), /not measured/);
});

test('where one session left one block, no report prints an interval that nobody could estimate', () => {
  const { summary, ...record } = syntheticInput({ sessions: 1, blocks: 1 });
  // What a warning says is the summary's.
  const input = { ...record, summary: { ...summary, warnings: [] } };
  assert.ok(input.summary.comparisons.some(({ interval }) => interval[1] === Number.MAX_VALUE));
  const look = { columns: 132, colour: false, htmlPath: null };
  const { document } = parseHTML(page(input));
  const texts = {
    html: document.querySelector('body')!.textContent!,
    md: markdown(input),
    terminal: terminalText(input.run, input.summary, look),
  };
  for (const [name, text] of Object.entries(texts)) {
    assert.match(text, /unknown/, name);
    assert.doesNotMatch(text, /\d{20}|e\+\d|NaN|Infinity|>10 000/, name);
  }
  assert.doesNotMatch(page(input), /="[^"]*(NaN|Infinity)/);
});
