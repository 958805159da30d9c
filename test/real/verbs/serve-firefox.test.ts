// What Firefox shows of the page, in a lab of its own: one browser that every test here uses.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { type LabProcess, labBench } from '../../support/real/lab-process.ts';
import { findings } from '../../support/real/page/axe.ts';
import {
  arrive,
  comparesAfterRefusal,
  open,
  sizesOf,
  TINY,
  text,
  writeCompared,
} from '../../support/real/page/lab-page.ts';

const FIREFOX = process.env.WIREFARE_FIREFOX ?? '/usr/bin/firefox-esr';

const bench = labBench();
let lab: LabProcess;
let address: string;
let firefox: Browser;

before(async () => {
  writeCompared(bench.dir);
  writeFileSync(join(bench.dir, 'tiny.yaml'), TINY);
  lab = bench.start('serve');
  [firefox] = await Promise.all([
    puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true }),
    lab.told('Ctrl-C ends both'),
  ]);
  address = lab.printed().trim();
});
after(async () => {
  await firefox.close();
  lab.kill('SIGKILL');
  bench.remove();
});

test('sizes of data, a study that runs to its report, and records', async () => {
  const { page } = await open(firefox, address, 'ask');
  await sizesOf(page);
  assert.deepEqual(await findings(page), []);
  const { page: study } = await open(firefox, address, 'studies');
  await Promise.all([study.waitForNavigation(), study.click('a[href="/studies?study=tiny.yaml"]')]);
  await study.waitForSelector('#main[aria-busy=false]');
  assert.deepEqual(await findings(study), []);
  await study.click('#run');
  await study.waitForSelector('#result:not([hidden]) .sentences', { timeout: 60_000 });
  const [, record] = /Records as (\S+)\. /.exec(await text(study, '#result'))!;
  await arrive(study, '#result button', /Two formats in Node/);

  await page.bringToFront();
  await Promise.all([page.waitForNavigation(), page.click('nav a[href="/records"]')]);
  await page.waitForSelector('#main[aria-busy=false]');
  assert.ok((await page.$$eval('.named', (all) => all.map((each) => each.textContent))).includes(record!));
});

test('a record is held against its copy after a comparison was refused', async () => {
  const { page } = await open(firefox, address, 'records');
  await comparesAfterRefusal(page);
  await page.close();
});
