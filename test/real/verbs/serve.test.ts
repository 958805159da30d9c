// The page as its user has it: the verb as a process, a real browser, every section by its own controls,
// Ctrl-C. All share the lab and the browser; what Firefox shows is in a file of its own.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { SECTIONS } from '../../../src/ui/sections.ts';
import { type LabProcess, labBench } from '../../support/real/lab-process.ts';
import { findings, findingsEverywhere } from '../../support/real/page/axe.ts';
import { keyboardFindings } from '../../support/real/page/keyboard.ts';
import {
  arrive,
  comparesAfterRefusal,
  ORDERS,
  open,
  paste,
  sizesOf,
  TINY,
  text,
  writeCompared,
} from '../../support/real/page/lab-page.ts';
import { followsMadeUp } from '../../support/real/page/watched-page.ts';
import { writeRecord } from '../../support/records/written-record.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';

const bench = labBench();
let lab: LabProcess;
let address: string;
let browser: Browser;

before(async () => {
  writeRecord(join(bench.dir, 'runs/before'));
  writeRecord(join(bench.dir, 'runs/after <b>'), { row: (row) => ({ ...row, totalMs: row.totalMs * 2 }) });
  mkdirSync(join(bench.dir, 'runs/broken'));
  writeFileSync(join(bench.dir, 'runs/broken/run.json'), 'no JSON');
  lab = bench.start('serve');
  [browser] = await Promise.all([
    puppeteer.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], headless: true }),
    lab.told('Ctrl-C ends both'),
  ]);
  address = lab.printed().trim();
});
after(async () => {
  await browser.close();
  const ended = await Promise.race([lab.ended, Promise.resolve(null)]);
  lab.kill('SIGKILL');
  bench.remove();
  // It ends by Ctrl-C alone: what else ended it is told, since every test after that fails for it.
  assert.ok(
    ended === null || ended.code === 0,
    `the lab ended with ${ended?.code ?? ended?.signal}: ${ended?.err}`,
  );
});

/** Of a document that the page of records leads to. */
const NO_SECTION = /^(?!Records ).* · Wirefare$/;

test('dropped data have their sizes, and a mistake is told where it is', async () => {
  const { page, complaints } = await open(browser, address, 'ask');
  await sizesOf(page);
  assert.deepEqual(await findingsEverywhere(page), []);
  assert.deepEqual(await keyboardFindings(page), []);
  assert.deepEqual(complaints, []);
  await page.reload();
  await page.waitForSelector('#sizes table');
  assert.match(await text(page, '#drop-says'), /^pasted, .* bytes$/, 'data survive a reload');
  await paste(page, '{"a": [1, 2');
  await page.waitForSelector('#ask-failure:not([hidden])');
  assert.match(await text(page, '#ask-failure'), /line 1/);
  await page.close();
});

test('a race, the code for a phone and a question are whole at every width, and there for the keyboard', async () => {
  const { page, complaints } = await open(browser, address, 'ask', followsMadeUp);
  await page.waitForSelector('.job .qr');
  assert.equal((await page.$$('.race table')).length, 2);
  assert.match(await text(page, '.job-figures'), /session 7 of 16 · next look after session 8, in 30 s · /);
  assert.match(await text(page, '.clients'), /is not there now/);
  assert.equal(await page.$('#main img'), null, 'hostile names stay text');
  assert.deepEqual(await findingsEverywhere(page), []);
  assert.deepEqual(await keyboardFindings(page), []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('two tabs that start runs: one goes on, the other waits and says for what, both can be stopped', async () => {
  const tabs = [await open(browser, address, 'ask'), await open(browser, address, 'ask')] as const;
  for (const { page } of tabs) {
    // A tab behind another one draws nothing, and is not waited for.
    await page.bringToFront();
    await paste(page, ORDERS);
    await page.waitForFunction(() => !(document.getElementById('start') as HTMLButtonElement).disabled);
    await page.click('#start');
  }
  const shows = async (page: Page, pattern: string) => {
    await page.bringToFront();
    await page.waitForFunction(
      (said) => new RegExp(said).test(document.getElementById('job')!.textContent!),
      {},
      pattern,
    );
  };
  for (const { page } of tabs) await shows(page, 'waits for advice on pasted: one at a time');
  assert.deepEqual(await findings(tabs[0].page), [], 'while something goes on');
  // Messages of a page would disturb it as much as another run.
  const { page: sender } = await open(browser, address, 'messages');
  await sender.bringToFront();
  await sender.click('#run');
  await sender.waitForFunction(() =>
    /Waits for advice on pasted/.test(document.getElementById('doing-what')!.textContent),
  );
  await sender.click('#stop');
  const { page: list } = await open(browser, address, 'records');
  assert.match(
    await text(list, '#records'),
    /what came of it is not read yet: that waits while something is measured/,
  );
  await list.waitForSelector('#job:not([hidden]) button.other');
  assert.match(await text(list, '#job .job-what'), /^Advice on pasted/, 'it can be stopped there');
  await list.close();
  await sender.bringToFront();
  await sender.waitForFunction(() => /Stopped/.test(document.getElementById('result')!.textContent));
  await sender.close();
  const stop = async (page: Page, which: string) =>
    page.$$eval(
      '.job',
      (jobs, said) => {
        const job = jobs.find((each) => new RegExp(said).test(each.textContent!));
        job!.querySelector<HTMLButtonElement>('button.other')!.click();
      },
      which,
    );
  const [first, second] = tabs;
  await stop(second.page, 'waits for');
  for (const { page } of tabs) await shows(page, 'was stopped');
  await first.page.reload();
  await shows(first.page, 'Advice on pasted: ');
  await stop(first.page, 'Advice on pasted: ');
  for (const { page } of tabs) await shows(page, '^Advice on pasted was stopped');
  for (const { page } of tabs) await page.close();
});

test('records are found, tagged, opened as their report, compared and deleted', async () => {
  const { page, complaints } = await open(browser, address, 'records');
  const names = () => page.$$eval('.named', (all) => all.map((each) => each.textContent));
  assert.deepEqual((await names()).toSorted(), ['after <b>', 'before', 'broken']);
  assert.deepEqual(await findingsEverywhere(page), []);

  // One that cannot be read says why, keeps nobody from the others, and can be thrown away.
  assert.equal(await page.$eval('#main', (main) => main.ariaBusy), 'false');
  assert.match(await text(page, '[data-record=broken] .problem'), /^run\.json is not JSON/);
  await page.click('[aria-label="Delete broken"]');
  await page.click('#delete-dialog [value=delete]');
  await page.waitForFunction(() => document.querySelectorAll('.named').length === 2);
  assert.ok(!existsSync(join(bench.dir, 'runs/broken')));
  assert.deepEqual(await names(), ['after <b>', 'before']);

  await page.type('#search', 'after');
  assert.deepEqual(await names(), ['after <b>']);
  await page.click('[aria-label="Tags after <b>"]');
  assert.deepEqual(await findingsEverywhere(page), [], 'with its dialog open');
  assert.deepEqual(await keyboardFindings(page), [], 'in its dialog');
  await page.keyboard.press('Escape');
  // That a dialog has closed is told to the page a little after it has.
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  const focused = () => page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
  assert.equal(await focused(), 'Tags after <b>', 'where one came from');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#tags-dialog[open]');
  await page.type('#tags', 'twice as slow');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.tags button');
  await page.$eval('#search', (input) => {
    (input as HTMLInputElement).value = '';
  });
  await page.click('.tags button');
  assert.deepEqual(await names(), ['after <b>']);

  await arrive(page, '#records td.came a', NO_SECTION);
  assert.equal(await page.evaluate(() => self.origin), 'null', 'a report has an origin of its own');
  assert.deepEqual(await findings(page), [], 'a report');
  await Promise.all([page.waitForNavigation(), page.goBack()]);
  await page.waitForSelector('#main[aria-busy=false]');

  for (const name of ['before', 'after <b>']) await page.click(`[aria-label="Compare ${name}"]`);
  await arrive(page, '#compare', NO_SECTION);
  assert.match(await page.$eval('body', (body) => body.textContent!), /before/);
  assert.deepEqual(await findingsEverywhere(page), [], 'two records compared');
  await Promise.all([page.waitForNavigation(), page.goBack()]);
  await page.waitForSelector('#main[aria-busy=false]');

  assert.deepEqual(await keyboardFindings(page), [], 'the list');
  await page.click('[aria-label="Delete before"]');
  assert.deepEqual(await findingsEverywhere(page), [], 'before it is deleted');
  // What Enter does by itself is to keep it.
  await page.keyboard.press('Enter');
  assert.equal((await names()).length, 2);
  await page.click('[aria-label="Delete before"]');
  await page.click('#delete-dialog [value=delete]');
  await page.waitForFunction(() => document.querySelectorAll('.named').length === 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

async function typeStudy(page: Page, text: string): Promise<void> {
  await page.$eval(
    '#text',
    (area, value) => {
      (area as HTMLTextAreaElement).value = value;
      area.dispatchEvent(new Event('input'));
    },
    text,
  );
}

async function hasYaml(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => (document.getElementById('text') as HTMLTextAreaElement).value.includes(wanted),
    {},
    words,
  );
}

test('a study: found by its question, changed as form and as YAML, held to what is right, planned', async () => {
  const { page, complaints } = await open(browser, address, 'studies');
  assert.deepEqual(await findingsEverywhere(page), []);
  const questions = await page.$$eval('.question', (all) => all.map((each) => each.textContent));
  assert.ok(questions.includes('When do gzip, Brotli and Zstandard pay?'));
  await Promise.all([page.waitForNavigation(), page.click('a[href="/studies?study=new"]')]);
  await page.waitForSelector('#main[aria-busy=false]');

  // Every mistake at once, at its line and at its field; a press leads there.
  await typeStudy(page, TINY.replace('msgpack', 'msgpak').replace('8s', '8'));
  await page.waitForSelector('#problems:not([hidden]) li + li');
  assert.match(
    await text(page, '#problems'),
    /line 7.*msgpak.*did you mean msgpack.*line 10.*8 is not a dur/s,
  );
  assert.match(await text(page, '[data-path="factors.format"] .error'), /unknown format "msgpak"/);
  await page.focus('#problems button');
  await page.keyboard.press('Enter');
  const chosen = await page.$eval('#text', (area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(chosen, '  format: [json, msgpak]');
  assert.deepEqual(await findings(page), [], 'with mistakes');

  await typeStudy(page, TINY);
  await page.waitForFunction(() => document.getElementById('problems')!.hidden);
  await page.focus('[data-key="factors.format"]');
  await page.keyboard.type('cbor');
  await page.keyboard.press('Enter');
  await hasYaml(page, '  # Few enough for a test.\n  n: 10\n  format: [json, msgpack, cbor]');
  await page.waitForSelector('[data-key="factors.format 2"]');
  await page.focus('[data-key="factors.format 2"]');
  await page.keyboard.press('Enter');
  await hasYaml(page, '[json, msgpack]\n');

  // Typed while an edit of the form is on its way: both stay.
  await page.waitForFunction(() => document.querySelector('[data-key="factors.format 2"]') === null);
  await page.evaluate(() => {
    const area = document.getElementById('text') as HTMLTextAreaElement;
    const send = window.fetch;
    window.fetch = (...asked) => {
      window.fetch = send;
      area.value += '# typed meanwhile\n';
      return send(...asked);
    };
  });
  await page.focus('[data-key="factors.format"]');
  await page.keyboard.type('cbor');
  await page.keyboard.press('Enter');
  await hasYaml(page, '[json, msgpack, cbor]\n');
  await hasYaml(page, '# typed meanwhile\n');
  await typeStudy(page, TINY);
  await page.waitForFunction(() => document.getElementById('problems')!.hidden);

  // A plan may be over before its start is answered.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (asked, init) => {
      const answer = await send(asked, init);
      if (String(asked).endsWith('start/plan')) {
        window.fetch = send;
        const { body } = await send('/api/jobs/events', { headers: init!.headers! });
        const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
        for (let said = ''; !said.includes('"state":"done"'); ) said += (await reader.read()).value;
        await reader.cancel();
      }
      return answer;
    };
  });
  await page.focus('#plan');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#planned:not([hidden])');
  assert.doesNotMatch(await text(page, '#job'), /Plan of/, 'what is over stands below');
  assert.match(await text(page, '#planned .facts'), /2 cells all are run.*1 session .*8 s of wall time/);
  assert.match(await text(page, '#planned .warned'), /every answer will be provisional/);
  assert.equal(await page.$('#main b b, #planned img'), null, 'hostile titles stay text');
  assert.deepEqual(await findingsEverywhere(page), [], 'a plan');
  await page.$eval('#name', (input) => {
    (input as HTMLInputElement).value = 'tiny.yaml';
  });
  await page.click('#save');
  await page.waitForFunction(() => /saved as tiny/.test(document.getElementById('saved')!.textContent));
  assert.equal(readFileSync(join(bench.dir, 'tiny.yaml'), 'utf8'), TINY);
  assert.deepEqual(await keyboardFindings(page), [], 'a study and its plan');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a record is held against its copy after a comparison was refused', async () => {
  writeCompared(bench.dir);
  const { page } = await open(browser, address, 'records');
  await comparesAfterRefusal(page);
  await page.close();
});

test('a wrong token is told, and a page of another origin starts nothing and reads nothing', async () => {
  const { origin } = new URL(address);
  const stranger = await browser.createBrowserContext();
  const elsewhere = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  try {
    const page = await stranger.newPage();
    await page.goto(`${origin}/records#token=${'0'.repeat(32)}`);
    await page.waitForSelector('#failure:not([hidden])');
    assert.match(await text(page, '#failure'), /Open the whole address/);

    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token')!;
    const tried = await page.evaluate(
      async (lab, secret) => {
        const body = JSON.stringify({ url: 'http://127.0.0.1:1/', flags: {} });
        const outcome = async (init: RequestInit) => {
          try {
            return (await fetch(`${lab}/api/ask/start/advise`, { method: 'POST', body, ...init })).type;
          } catch {
            return 'refused';
          }
        };
        // As forms send it; as scripts do; and even with the token.
        return [
          await outcome({ mode: 'no-cors' }),
          await outcome({ headers: { 'Content-Type': 'application/json' } }),
          await outcome({ headers: { Authorization: `Bearer ${secret}` } }),
        ];
      },
      origin,
      token,
    );
    assert.deepEqual(tried, ['refused', 'refused', 'refused']);
    await page.goto(address);
    await page.waitForSelector('#main[aria-busy=false]');
    // Events tell everything that was ever started.
    const known = await page.evaluate(async (secret) => {
      const { body } = await fetch('/api/jobs/events', { headers: { Authorization: `Bearer ${secret}` } });
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      let said = '';
      while (!said.includes('hello')) said += (await reader.read()).value;
      await reader.cancel();
      return said;
    }, token);
    assert.ok(!known.includes('127.0.0.1:1/'), known);
  } finally {
    elsewhere.close();
    await stranger.close();
  }
});

const FIRST_VIEW_MS = 300;
const VIEWS = 5;

test('the first view of every section is there within 300 ms, in 200 kB', async () => {
  const page = await browser.newPage();
  const { origin, hash } = new URL(address);
  for (const { name } of SECTIONS) {
    const views: number[] = [];
    let bytes = 0;
    // Once: the second time is a change of the fragment alone, at which the page begins anew by itself.
    await page.goto(`${origin}/${name}${hash}`);
    await page.waitForSelector('#main[aria-busy=false]');
    while (views.length < VIEWS) {
      await page.reload();
      await page.waitForSelector('#main[aria-busy=false]');
      const view = await page.evaluate(() => {
        const entries = performance.getEntries() as (PerformanceResourceTiming | PerformancePaintTiming)[];
        const sent = entries.map((entry) => ('transferSize' in entry ? entry.transferSize : 0));
        const painted = performance.getEntriesByName('first-contentful-paint')[0];
        return { bytes: sent.reduce((sum, each) => sum + each, 0), paintMs: painted?.startTime ?? Infinity };
      });
      views.push(view.paintMs);
      bytes = Math.max(bytes, view.bytes);
    }
    assert.ok(bytes < 200_000, `${name}: ${bytes} bytes`);
    const median = views.toSorted((a, b) => a - b)[Math.floor(VIEWS / 2)]!;
    assert.ok(median < FIRST_VIEW_MS, `${name}: ${views} ms`);
  }
  await page.close();
});

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
  const complaints: string[] = [];
  const asked = new Set<string>();
  try {
    const page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => asked.add(new URL(request.url()).hostname));
    await page.goto(address);
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

    assert.deepEqual(await findingsEverywhere(page), [], 'messages');
    assert.deepEqual(await keyboardFindings(page), [], 'messages');
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
    // By key: charts are drawn anew a little after the width has changed, and a click may meet what has
    // moved.
    await page.focus('#messages');
    await page.keyboard.press('Enter');
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
