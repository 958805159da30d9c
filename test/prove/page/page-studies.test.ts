// Studies in the page on their long ways: stopped and gone on with, a phone that measures, a lab that dies,
// and from a report's sliders to a measured point.

import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { readRun } from '../../../src/record/read-record.ts';
import { type LabProcess, labBench } from '../../support/real/lab-process.ts';
import { findings } from '../../support/real/page/axe.ts';
import { CHROMIUM, FIREFOX } from '../../support/real/page/page-browsers.ts';

const TIMEOUT_MS = 120_000;

for (const { name: watching, launch } of [CHROMIUM, FIREFOX])
  suite(`in ${watching}`, () => {
    const bench = labBench();
    const labs: LabProcess[] = [];
    let address: string;
    let browser: Browser;

    before(async () => {
      writeFileSync(join(bench.dir, 'mine.yaml'), study('mine', 'browser: node', '40s'));
      writeFileSync(join(bench.dir, 'phone.yaml'), study('phone', 'browser: outside', '20s'));
      browser = await launch();
      await startLab();
    });
    after(async () => {
      await browser.close();
      for (const lab of labs) lab.kill('SIGKILL');
      bench.remove();
    });

    function study(name: string, factor: string, budget: string): string {
      return `study: ${name}
title: Two formats
question: Which is faster?
factors:
  n: [10, 100]
  format: [json, msgpack]
  ${factor}
protocol:
  budget: ${budget}
  precision: 1%
  margin: 0%
`;
    }

    async function startLab(...flags: string[]): Promise<void> {
      const lab = bench.start('serve', ...flags);
      labs.push(lab);
      await lab.told('Ctrl-C ends both');
      address = lab.printed().trim();
    }

    async function open(path: string): Promise<Page> {
      const page = await browser.newPage();
      const { origin, hash } = new URL(address);
      await page.goto(`${origin}${path}${hash}`);
      await page.waitForSelector('#main[aria-busy=false]');
      return page;
    }

    async function says(page: Page, pattern: RegExp): Promise<void> {
      await page.bringToFront();
      const isSaid = page.waitForFunction(
        (source) => new RegExp(source).test(document.body.textContent!),
        { timeout: TIMEOUT_MS },
        pattern.source,
      );
      await isSaid.catch(async () => {
        const said = await page.$eval('#main', (main) => main.textContent);
        throw new Error(`${pattern} is not said in: ${said!.slice(0, 2_000)}`);
      });
    }

    test('a run that was stopped is gone on with, and a second one waits for it', async () => {
      const page = await open('/studies?study=mine.yaml');
      await page.click('#run');
      await says(page, /Study mine\.yaml: .*session [23] of/);
      const second = await open('/studies?study=quick');
      await second.click('#plan');
      await says(second, /Plan of quick waits for study mine\.yaml/);
      await second.close();
      await page.bringToFront();
      await page.click('.job button.other');
      await says(page, /Study mine\.yaml was stopped/);
      await Promise.all([page.waitForNavigation(), page.click('#result a[href*="record="]')]);
      await page.waitForSelector('#main[aria-busy=false]');
      await says(page, /Go on with .*interrupted/);
      await page.focus('#asked button');
      await page.keyboard.press('Enter');
      await says(page, /More of \S+ is done/);
      await says(page, /Which is the fastest\?/);
      await page.close();
    });

    test('a phone is shown the way by a code, measures, and is told by what it is', async () => {
      const page = await open('/studies?study=phone.yaml');
      await page.click('#run');
      await page.waitForSelector('.phone:not([hidden]) svg.qr', { timeout: TIMEOUT_MS });
      assert.deepEqual(await findings(page), [], 'with a code for phones');
      const url = await page.$eval('.phone code', (code) => code.textContent!);
      const phone = await FIREFOX.launch();
      try {
        const there = await phone.newPage();
        await there.goto(url);
        await says(page, /firefox [\d.]+.*cores · its clock steps by [\d.]+ µs.* · measures now/);
        await says(page, /Study phone\.yaml is done/);
        await says(page, /Which is the fastest\?/);
        const record = readdirSync(join(bench.dir, 'runs')).find((name) => name.endsWith('-phone'))!;
        const { sessions } = readRun(join(bench.dir, 'runs', record));
        const devices = new Set(sessions.map(({ agent }) => agent?.device));
        assert.match([...devices].join(), /^[0-9a-z]{6,}$/, 'one device in all sessions');
      } finally {
        await phone.close();
      }
      await page.close();
    });

    test('what a lab that died had measured is there when it comes back, and is gone on with', async () => {
      const page = await open('/studies?study=mine.yaml');
      await page.click('#run');
      await says(page, /Study mine\.yaml: .*session [23] of/);
      labs.at(-1)!.kill('SIGKILL');
      await says(page, /lab (has ended|does not answer)/);
      assert.deepEqual(await bench.survivorsAfter(10_000), [], 'the run dies with it');
      await page.close();
      await startLab();
      const records = await open('/records');
      // The newest stands first.
      const dead = '[aria-label^="Go on with"]';
      await Promise.all([records.waitForNavigation(), records.click(dead)]);
      await records.waitForSelector('#main[aria-busy=false]');
      await says(records, /the run died/);
      assert.deepEqual(await findings(records), [], 'before going on');
      await records.click('#asked button');
      await says(records, /More of \S+ is done/);
      await records.close();
    });

    test('a point of the sliders is measured, beside what was predicted of it', async () => {
      const page = await open('/records');
      await page.type('#search', 'mine');
      await Promise.all([page.waitForNavigation(), page.click('#records td.came a')]);
      const point = '.what-if a[href^="/studies?"]';
      await page.waitForSelector(point);
      await page.focus('.what-if [name=rtt]');
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
      await Promise.all([page.waitForNavigation(), page.click(point)]);
      await page.waitForSelector('#main[aria-busy=false]');
      await says(page, /Measure 10\.0 Mbit\/s and \d/);
      assert.deepEqual(await findings(page), [], 'before a point is measured');
      await page.$eval('#asked-budget', (input) => {
        (input as HTMLInputElement).value = '30s';
      });
      await page.focus('#asked button');
      await page.keyboard.press('Enter');
      await says(page, /Predicted and measured, ms/);
      const rows = await page.$$eval('#result tbody tr', (all) => all.map((row) => row.textContent));
      assert.equal(rows.filter((row) => /json|msgpack/.test(row)).length, 2, rows.join('\n'));
      await page.close();
    });
  });
