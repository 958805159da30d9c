// Going about in the page of `serve`, in any browser: sections, data, studies and records.

import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { writeRecord } from '../../records/written-record.ts';

/**
 * A section of the page at that address, loaded, with whatever it complained of. `prepare`: called before
 * that.
 */
export async function open(
  of: Browser,
  address: string,
  section: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await of.newPage();
  await prepare(page);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const { origin, hash } = new URL(address);
  await page.goto(`${origin}/${section}${hash}`);
  await page.waitForSelector('#main[aria-busy=false]');
  return { page, complaints };
}

/**
 * Goes where a press leads, and waits until what is there has this title: a document of another origin is in
 * another process, and a navigation counts as over as soon as that one takes the page.
 */
export async function arrive(page: Page, selector: string, title: RegExp): Promise<void> {
  await Promise.all([page.waitForNavigation({ timeout: 60_000 }), page.click(selector)]);
  await page.waitForFunction(
    (pattern) => document.readyState === 'complete' && new RegExp(pattern).test(document.title),
    {},
    title.source,
  );
}

export function text(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => element.textContent ?? '');
}

/** The keys a reader may use: the data go in by the keyboard's paste. */
export async function paste(page: Page, data: string): Promise<void> {
  await page.click('#paste-open');
  await page.$eval(
    '#paste',
    (area, value) => {
      (area as HTMLTextAreaElement).value = value;
    },
    data,
  );
  await page.click('#paste-take');
}

const HOSTILE = '<img src=x onerror="document.title=1">';
export const ORDERS = JSON.stringify(
  Array.from({ length: 40 }, (_, i) => ({ id: i, [HOSTILE]: `note ${i}`, price: i / 4 })),
);

export async function sizesOf(page: Page): Promise<void> {
  await paste(page, ORDERS);
  await page.waitForSelector('#sizes table');
  const json = await page.$$eval('#sizes tbody tr', (rows) =>
    rows
      .map((row) => [...row.children].map((cell) => cell.textContent!))
      .find(([format]) => format === 'json'),
  );
  assert.equal(Number(json![1]!.replaceAll(/\D/g, '')), Buffer.byteLength(ORDERS));
  assert.equal(await page.$('#main img'), null, 'hostile keys stay text');
}

export const TINY = `study: tiny
title: Two formats in Node
question: Which is the faster <b>one</b>?
factors:
  # Few enough for a test.
  n: 10
  format: [json, msgpack]
  browser: node
protocol:
  budget: 8s
  sessions: 1
`;

/** A record, its copy, and one that has no cell in common with them. */
export function writeCompared(dir: string): void {
  const folder = (name: string) => join(dir, 'runs', name);
  writeRecord(folder('first'));
  cpSync(folder('first'), folder('once more'), { recursive: true });
  writeRecord(folder('videos'), {
    run(run) {
      const cells = run.plan.cells.map((cell) => ({
        ...cell,
        factors: Object.assign({}, cell.factors, { dataset: 'video', n: cell.factors.n + 1 }),
      }));
      return { ...run, plan: { ...run.plan, cells } };
    },
  });
}

/** Ticks, is refused, ticks others and gets to the comparison. */
export async function comparesAfterRefusal(page: Page): Promise<void> {
  // Every press waits until something is drawn, and Firefox draws a tab behind another one ever more rarely.
  await page.bringToFront();
  const tick = (name: string) => page.click(`[aria-label="Compare ${name}"]`);
  const refusal = () => text(page, '#failure:not([hidden])');
  await tick('first');
  await tick('videos');
  await page.click('#compare');
  await page.waitForSelector('#failure:not([hidden])');
  assert.match(await refusal(), /has no cell in common with first/);
  assert.equal(await page.evaluate(() => document.activeElement!.id), 'compare');
  // A list that is read again meanwhile takes neither the refusal nor the ticks.
  const row = await page.$('#records tbody tr');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // Rows are drawn anew a little after the answer: a click in between would meet one that is gone.
  await page.waitForFunction((before) => before?.isConnected === false, {}, row);
  assert.match(await refusal(), /has no cell in common with first/);
  await tick('videos');
  await tick('once more');
  await arrive(page, '#compare', /^once more against first · Wirefare$/);
}
