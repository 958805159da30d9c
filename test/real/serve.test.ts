// The interactive page as its user has it: the verb as a process, a real Chromium, Run pressed, results read,
// Ctrl-C.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import puppeteer, { type Page } from 'puppeteer-core';
import { labBench } from '../support/real/lab-process.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';

const bench = labBench();
after(() => bench.remove());

/** Chooses, presses Run and waits for the answer, which it gives as it is read out. */
async function run(page: Page, choices: readonly string[]): Promise<string> {
  // A press on what covers the circle, as a finger would.
  for (const id of choices) await page.$eval(`#${id}`, (input) => (input as HTMLInputElement).click());
  await page.$eval('#said', (said) => {
    said.textContent = '';
  });
  await page.focus('#messages');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.getElementById('said')!.textContent !== '' && document.getElementById('stop')!.hidden,
  );
  return page.$eval('#said', (said) => said.textContent);
}

test('the page sends messages both by WebSocket and XHR, shows what they cost, and is gone after Ctrl-C', async () => {
  const lab = bench.start('serve');
  await lab.told('Ctrl-C ends both');
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
    headless: true,
  });
  const complaints: string[] = [];
  const asked = new Set<string>();
  try {
    const page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => asked.add(new URL(request.url()).hostname));
    await page.goto(lab.printed().trim());
    // The token stays while somebody goes from one section to another.
    await page.click('nav a[href="/messages"]');
    await page.waitForSelector('#main:not([hidden])');
    assert.equal(await page.evaluate(() => self.crossOriginIsolated), true);

    const pushed = await run(page, ['direction-server-to-client', 'transport-websocket']);
    assert.match(
      pushed,
      /^websocket · server → client · throughput · 1 000 × 100 B text: [\d.]+ [µm]s a message, /,
    );
    // With whoever else is at work on this machine, 1 000 requests take their time.
    await page.$eval('#messages', (input) => {
      (input as HTMLInputElement).value = '200';
    });
    const posted = await run(page, ['direction-client-to-server', 'transport-xhr']);
    assert.match(posted, /^xhr · client → server · throughput · 200 × 100 B text: [\d.]+ [µm]s a message, /);
    const answered = await run(page, ['transport-websocket', 'mode-ping-pong']);
    assert.match(answered, /^websocket · client → server · ping-pong · 200 × 100 B text: /);

    const facts = await page.$$eval('.facts > div', (rows) => rows.map((row) => row.textContent));
    for (const name of ['messages a second', 'latency p50', 'p99', 'set-up', 'wire bytes', 'server CPU'])
      assert.ok(
        facts.some((fact) => fact.startsWith(name)),
        `${name} in ${facts.join('; ')}`,
      );
    assert.equal((await page.$$('#runs-table tbody tr')).length, 3);
    assert.equal(await page.$eval('#latency-figure', (figure) => (figure as HTMLElement).hidden), false);
    assert.ok((await page.$$('#latency-chart canvas')).length === 1);
    assert.deepEqual([...asked], ['127.0.0.1']);
    assert.deepEqual(complaints, []);

    await page.$eval('#messages', (input) => {
      (input as HTMLInputElement).value = '0';
    });
    await page.click('#run');
    assert.equal(
      await page.$eval('#error-messages', (told) => told.textContent),
      'a whole number from 1 to 10 000 000',
    );
    assert.equal((await page.$$('#runs-table tbody tr')).length, 3);
  } finally {
    await browser.close();
  }
  lab.kill('SIGINT');
  const { code, signal, err } = await lab.ended;
  assert.deepEqual([code, signal], [0, null], err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});
