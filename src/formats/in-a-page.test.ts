// The codecs in a real browser, DOMParser included: linkedom and its kind are no XML parsers to judge by.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { FORMATS } from './catalogue.ts';
import { PAGE_BUNDLE_OPTIONS } from './page-bundle.ts';
import type { Outcome } from './page-test/outcome.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('./page-test/round-trips.ts', import.meta.url));
  const { outputFiles } = await build({ ...PAGE_BUNDLE_OPTIONS, entryPoints: [entry], write: false });
  return outputFiles[0]!.text;
}

async function servedPage(context: TestContext): Promise<string> {
  const script = await bundle();
  const server: Server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : '<!doctype html><body><script type="module" src="/script.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function outcomeIn(context: TestContext, url: string): Promise<Outcome> {
  const home = mkdtempSync(join(tmpdir(), 'wirefare-page-'));
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    userDataDir: home,
    env: { ...process.env, HOME: home },
    // A sandbox needs another user than root.
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  context.after(async () => {
    await browser.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction('document.title === "done"');
  const text = decodeURIComponent(
    await page.evaluate<[], () => string>('document.body.textContent' as never),
  );
  assert.match(text, /^\{/, text);
  return JSON.parse(text) as Outcome;
}

test('in a page every codec gives the records back, and the DOM decoders refuse what is broken', async (context) => {
  const { differences, refusals } = await outcomeIn(context, await servedPage(context));
  assert.equal(Object.keys(differences).length, 2 * FORMATS.flatMap(({ codecs }) => codecs).length);
  for (const [codec, difference] of Object.entries(differences)) assert.equal(difference, null, codec);
  assert.equal(refusals.length, 12);
  for (const [i, refusal] of refusals.entries())
    assert.match(String(refusal), /^Error: XML: /, `document ${i}`);
});
