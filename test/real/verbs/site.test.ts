// The documents as a site: built, every link held, and read in a real browser, which asks nobody but the
// site.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { type BuiltSite, buildSite } from '../../../scripts/site/build.ts';
import { ROOT } from '../../support/real/browser-bench.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};

let site: BuiltSite;
let server: Server;
let browser: Browser;

before(async () => {
  site = await buildSite(ROOT);
  server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url!.split('?')[0]!);
    const file = path.join(site.folder, asked.endsWith('/') ? `${asked}index.html` : asked);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], headless: true });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('the site has a page for every document, and thousands of links that lead somewhere', () => {
  assert.ok(site.pages > 50 && site.links > 2_000, `${site.pages} pages, ${site.links} links`);
  const index = readFileSync(path.join(site.folder, 'llms.txt'), 'utf8');
  for (const [, page] of index.matchAll(/\]\(\/(\S+\.md)\)/g))
    for (const link of ['', ...linksOfRawCopy(page!)])
      assert.ok(existsSync(path.join(site.folder, link || page!)), `${page} ${link}`);
  const inFull = linksOfRawCopy('llms-full.txt');
  assert.ok(inFull.length > 100, `${inFull.length} links`);
  for (const link of inFull) assert.ok(existsSync(path.join(site.folder, link)), `llms-full.txt ${link}`);
});

/** To other files of the site; what code shows is no link. */
function linksOfRawCopy(page: string): readonly string[] {
  const text = readFileSync(path.join(site.folder, page), 'utf8').replace(/^\s*```.*?^\s*```/gms, '');
  assert.doesNotMatch(text, /\]\([^()\s]+\)\{target=/, page);
  return [...text.matchAll(/\]\((\/[^()\s#]+)/g)].map(([, link]) => decodeURIComponent(link!));
}

test('the answer on the landing page leads to the report that has its figures', () => {
  const landing = readFileSync(path.join(site.folder, 'index.html'), 'utf8');
  const link = /href="([^"]+)"[^>]*>How it was measured, and all figures/.exec(landing)?.[1];
  assert.equal(link, '/records/quick/report.html');
});

test('pages ask nobody but the site, have no error, fit a phone, and are found by the search', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await browser.newPage();
  const elsewhere: string[] = [];
  const wrong: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  await page.setViewport({ width: 390, height: 800 });
  for (const name of ['', 'tutorial/first-result.html', 'which/http3.html', 'reference/cli.html']) {
    await page.goto(`${origin}/${name}`, { waitUntil: 'networkidle0' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${name} is ${width} px wide on a phone of 390`);
  }
  await page.setViewport({ width: 1280, height: 800 });
  for (const name of ['json-or-protobuf', 'compression', 'sse-or-websocket', 'http3']) {
    await page.goto(`${origin}/which/${name}.html`, { waitUntil: 'networkidle0' });
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('.vp-doc table')].map((table) => table.scrollWidth - table.clientWidth),
    );
    assert.ok(
      beyond.length > 0 && beyond.every((px) => px <= 0),
      `tables of ${name} scroll by ${beyond.join(', ')} px on a laptop of 1280`,
    );
  }
  await page.click('.DocSearch-Button');
  // The box is a script of its own, which is fetched by the click.
  await page.waitForSelector('#localsearch-input');
  await page.type('#localsearch-input', 'HTTP/3 pay');
  const first = await page.waitForSelector('#localsearch-list a');
  assert.match((await first!.evaluate((link) => link.getAttribute('href')))!, /http3|which/);
  assert.deepEqual([elsewhere, wrong], [[], []]);
});
