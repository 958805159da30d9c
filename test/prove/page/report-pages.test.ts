// The report of every record that is shipped, as people look at it: axe finds nothing in it, light and dark,
// on a desk and on a phone, and nothing is wider than its page.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { FILES } from '../../../src/record/record-writer.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { findingsEverywhere } from '../../support/real/page/axe.ts';
import { CHROMIUM } from '../../support/real/page/page-browsers.ts';

const RECORDS = ['docs/records', 'docs/results']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)))
  .filter((dir) => existsSync(join(dir, FILES.run)));

const dir = mkdtempSync(join(tmpdir(), 'wirefare-report-pages-'));
let browser: Browser;
before(async () => {
  browser = await CHROMIUM.launch();
});
after(async () => {
  await browser.close();
  rmSync(dir, { recursive: true });
});

for (const [i, record] of RECORDS.entries())
  test(`the report of ${record.slice(ROOT.length + 1)}`, async () => {
    const file = join(dir, `${i}.html`);
    const args = [join(ROOT, 'bin/wirefare.mjs'), 'report', record, '--format', 'html', '--out', file];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    assert.deepEqual(await findingsEverywhere(page), []);
    await page.close();
  });
