// The codecs in a real browser, DOMParser included: linkedom and its kind are no XML parsers to judge by.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { DOCUMENTS } from '../../test/support/documents/documents.ts';
import type { Outcome } from '../../test/support/page-test/outcome.ts';
import { inferSchema } from '../data/infer/infer-schema.ts';
import { once } from '../drive/processes/once.ts';
import { encoderNamed, FORMATS } from './catalogue.ts';
import { PAGE_BUNDLE_OPTIONS } from './shared/page-bundle.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';

const bundled = once(async (): Promise<string> => {
  const entry = fileURLToPath(new URL('../../test/support/page-test/round-trips.ts', import.meta.url));
  const { outputFiles } = await build({ ...PAGE_BUNDLE_OPTIONS, entryPoints: [entry], write: false });
  return outputFiles[0]!.text;
});

/** `policy`: what the page may do, as a Content-Security-Policy; null allows all. */
async function servedPage(context: TestContext, policy: string | null): Promise<string> {
  const script = await bundled();
  const server: Server = createServer(({ url }, response) => {
    if (policy !== null) response.setHeader('content-security-policy', policy);
    if (url!.startsWith('/bodies/')) {
      sendBody(decodeURIComponent(url!.slice('/bodies/'.length)), response);
      return;
    }
    const isScript = url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : '<!doctype html><body><script type="module" src="/script.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function sendBody(path: string, response: ServerResponse): void {
  try {
    response.end(bodyAt(path));
  } catch (thrown) {
    response.writeHead(500).end(String(thrown));
  }
}

/** `DOCUMENT|FORMAT|ENCODER`: made here, in Node. */
function bodyAt(path: string): Uint8Array {
  const [document, format, encoder] = path.split('|') as [string, string, string];
  const { name, value } = DOCUMENTS.find((each) => each.name === document)!;
  return encoderNamed(format, encoder).bind(inferSchema(name, value))(value);
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
  const { differences, refusals, soapProblems, documents } = await outcomeIn(
    context,
    await servedPage(context, null),
  );
  assert.equal(Object.keys(differences).length, 2 * FORMATS.flatMap(({ codecs }) => codecs).length);
  for (const [codec, difference] of Object.entries(differences)) assert.equal(difference, null, codec);
  assert.equal(refusals.length, 17);
  for (const [i, refusal] of refusals.entries())
    assert.match(String(refusal), /^Error: XML: /, `document ${i}`);
  assert.deepEqual(soapProblems, []);
  assert.deepEqual(documents.problems, []);
  for (const { name, codecs } of FORMATS)
    for (const codec of codecs) assert.ok(documents.decoded[`${name}/${codec.name}`]! > 0, codec.name);
});

test('in a page that forbids eval the decoders that say they need none bring back what Node encoded', async (context) => {
  const url = await servedPage(context, "script-src 'self'");
  const { documents } = await outcomeIn(context, url);
  assert.deepEqual(documents.problems, []);
  for (const { name, codecs } of FORMATS) {
    for (const codec of codecs) {
      const decoded = documents.decoded[`${name}/${codec.name}`] ?? 0;
      assert.equal(decoded > 0, !codec.needs.includes('eval'), codec.name);
    }
  }
});
