import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { syntheticInput } from '../../../../test/support/reports/records.ts';
import { whatIfTime } from '../../../model/choices/what-if.ts';
import { networkAt } from '../../../network/profile.ts';
import { type Decision, decisionsFor } from '../../../summary/predicted/decisions.ts';
import { mapPage } from '../map-page.ts';
import { whatIfScript } from './bundle.ts';
import { stepValue } from './state.ts';

const { run, samples, summary } = syntheticInput({ sessions: 4, blocks: 6 });
const DECISIONS = decisionsFor(run, samples) as readonly Decision[];
const { whatIf, ways } = DECISIONS[0]!;
const PLACE = whatIf.ns.length - 4;

let dir: string;
let browser: Browser;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wirefare-sliders-'));
  browser = await puppeteer.launch({
    executablePath: process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium',
    userDataDir: join(dir, 'profile'),
    env: { ...process.env, HOME: dir },
    // A sandbox needs another user than root.
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
});
after(async () => {
  await browser.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function opened(decisions: readonly Decision[], hash = '') {
  const path = join(dir, 'map.html');
  writeFileSync(path, mapPage({ summary, decisions }, await whatIfScript()));
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  const faults: unknown[] = [];
  page.on('pageerror', (thrown) => void faults.push(thrown));
  await page.goto(`file://${path}${hash}`);
  return { page, requests, faults };
}

test('bars are where the address says, and move by the keyboard', async () => {
  const n = whatIf.ns[PLACE]!;
  const { page, requests, faults } = await opened(DECISIONS, `#mbits=10&rtt=100&n=${n}`);
  const figures = () => page.$$eval('.bars .figure', (all) => all.map((each) => each.textContent));
  const expected = (mbits: number) =>
    ways.map((_, way) => {
      const { totalMs } = whatIfTime(whatIf.rows[way]![PLACE]!, whatIf, networkAt(mbits, 100));
      return totalMs;
    });
  const near = (texts: readonly (string | null)[], times: readonly number[]) => {
    assert.equal(texts.length, times.length);
    for (const [i, text] of texts.entries()) {
      const shown = Number(/^([\d ]+(\.\d+)?) ms \[/.exec(text!)![1]!.replaceAll(' ', ''));
      assert.ok(Math.abs(shown / times[i]! - 1) < 0.01, `${text} instead of ${times[i]}`);
    }
  };
  near(await figures(), expected(10));
  await page.focus('[name=mbits]');
  await page.keyboard.press('ArrowLeft');
  const slower = stepValue(79);
  near(await figures(), expected(slower));
  assert.equal(await page.evaluate(() => location.hash), `#mbits=${slower}&rtt=100&n=${n}`);
  assert.match(
    (await page.$eval('[name=mbits]', (slider) => slider.getAttribute('aria-valuetext')))!,
    /^9\.44 Mbit\/s$/,
  );
  assert.deepEqual(faults, []);
  assert.equal(requests.length, 1, requests.join(' '));
  await page.close();
});

test('names from a record stay text in the bars', async () => {
  const nasty = '</script><img src=x onerror="document.documentElement.dataset.ran=1">"\'&';
  const hostile = DECISIONS.map((decision) => ({
    ...decision,
    ways: decision.ways.map((way) => ({ ...way, format: `${nasty}${way.format}` })),
  }));
  const { page, faults } = await opened(hostile);
  const names = await page.$$eval('.bars li span:first-child', (all) => all.map((each) => each.textContent));
  assert.ok(names.every((name) => name?.includes('onerror')));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.ran), undefined);
  assert.equal(await page.$('img'), null);
  assert.deepEqual(faults, []);
  await page.close();
});
