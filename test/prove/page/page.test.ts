// The page on its long ways: from data to a recommendation, a lab that dies while it is watched, and what
// watching costs.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { RunFile } from '../../../src/record/record.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { Jobs } from '../../../src/ui/jobs/jobs.ts';
import { jobRoutes } from '../../../src/ui/jobs/routes.ts';
import { isOpen, type JobSnapshot } from '../../../src/ui/jobs/snapshot.ts';
import { readEvents } from '../../../src/ui/shell/jobs/follow-jobs.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { findings, findingsEverywhere } from '../../support/real/page/axe.ts';
import { CHROMIUM, FIREFOX } from '../../support/real/page/page-browsers.ts';

const RUN_TIMEOUT_MS = 300_000;

const bench = labBench();
after(() => bench.remove());

const WORDS = 'the parcel was left at a door of number and street since nobody answered bell or call'.split(
  ' ',
);

/** Prose, of which a format carries no less than another: advice says to compress JSON, which has code. */
const ORDERS = JSON.stringify(
  Array.from({ length: 300 }, (_, i) => ({
    note: Array.from({ length: 40 }, (__, j) => WORDS[(i * 7 + j * j * (1 + (i % 5))) % WORDS.length]).join(
      ' ',
    ),
  })),
);

async function startAdvice(page: Page, network: string): Promise<void> {
  await page.waitForSelector('#main[aria-busy=false]');
  await page.click('#paste-open');
  await page.$eval(
    '#paste',
    (area, value) => {
      (area as HTMLTextAreaElement).value = value;
    },
    ORDERS,
  );
  await page.click('#paste-take');
  await page.waitForSelector('#sizes table');
  await page.$$eval(
    '[name=network]',
    (boxes, wanted) => {
      for (const box of boxes as HTMLInputElement[]) box.checked = box.value === wanted;
    },
    network,
  );
  await page.select('#budget', '2m');
  await page.click('#start');
}

for (const { name, launch } of [CHROMIUM, FIREFOX])
  test(`in ${name}: from data to a recommendation that its record bears out, and a lab that dies is told and comes back`, async () => {
    const lab = bench.start('serve');
    const labs = [lab];
    await lab.told('Ctrl-C ends both');
    const address = lab.printed().trim();
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(address);
      await startAdvice(page, '10mbit');
      await page.waitForFunction(() => /session 1 of/.test(document.body.textContent!), {
        timeout: RUN_TIMEOUT_MS,
      });
      // What its looks find is watched; the rows stay there when it is over.
      await page.waitForSelector('.race tbody tr', { timeout: RUN_TIMEOUT_MS });
      await page.waitForSelector('#recommendation:not([hidden]) .sentences', { timeout: RUN_TIMEOUT_MS });
      const told = await page.$eval('#recommendation', (part) => part.textContent!);
      assert.match(told, /On 10mbit .*10\/10 Mbit\/s.*: /);
      assert.match(told, /The bill, today and best/);
      // Firefox gives no scheme to its driver.
      assert.deepEqual(name === 'chromium' ? await findingsEverywhere(page) : await findings(page), []);
      // The code, with a button that copies it: the page is on loopback, where browsers give the clipboard.
      // In Firefox only people may read it.
      const isReadable = name === 'chromium';
      if (isReadable)
        await browser
          .defaultBrowserContext()
          .overridePermissions(new URL(address).origin, [
            'clipboard-read',
            'clipboard-write',
            'clipboard-sanitized-write',
          ]);
      await page.$$eval('.how summary', (all) => all.forEach((each) => void each.click()));
      const buttons = await page.$$('.how button');
      assert.ok(buttons.length > 0, await page.$eval('.how', (how) => how.textContent!));
      await buttons.at(-1)!.click();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.how button')].some((each) => each.textContent === 'Copied'),
      );
      const shown = await page.$$eval('.how pre code', (all) => all.at(-1)!.textContent);
      if (isReadable) assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
      const [, record] = /Records as (\S+)\./.exec(told)!;
      assert.ok(existsSync(join(bench.dir, 'runs', record!, 'report.html')));

      await Promise.all([page.waitForNavigation(), page.click('nav a[href="/records"]')]);
      await page.waitForSelector('#records a');
      await Promise.all([page.waitForNavigation(), page.click('#records td.came a')]);
      assert.match(await page.title(), /· Wirefare$/);

      await page.goto(address);
      await startAdvice(page, '10mbit');
      await page.waitForFunction(() => /Advice on pasted:/.test(document.body.textContent!));
      lab.kill('SIGKILL');
      await page.waitForFunction(() => /lab (has ended|does not answer)/.test(document.body.textContent!));
      assert.deepEqual(await bench.survivorsAfter(10_000), [], 'the run dies with it');

      const { port } = new URL(address);
      const again = bench.start('serve', '--port', port);
      labs.push(again);
      await again.told('Ctrl-C ends both');
      // Another lab has another token, and says so instead of showing what is no longer true.
      await page.waitForFunction(() => /Open the whole address/.test(document.body.textContent!));
      await page.goto(again.printed().trim());
      await page.waitForSelector('#main[aria-busy=false]');
      again.kill('SIGINT');
      assert.equal((await again.ended).code, 0);
    } finally {
      await browser.close();
      for (const each of labs) each.kill('SIGKILL');
    }
  });

const FINISHED = 20;
/** Of an advice with its tables and code for six servers, as JSON. */
const RESULT_BYTES = 100_000;
const RACE_CELLS = 60;
const MEASURED_MS = 10_000;
const EVENT_MS = 10;
const TRANSITION_MS = 500;
const RETURN_MS = 1_000;

/** What a look found: as many ways as advice for all networks races. */
function wholeRace(): Summary {
  const cells = Array.from({ length: RACE_CELLS }, (_, i) => ({
    id: `format-${i}`,
    twinOf: null,
    factors: { network: `network-${i % 6}` },
    totalMs: { median: i + 1, interval: [i + 0.9, i + 1.1] },
  }));
  return { cells } as unknown as Summary;
}

/** Reads all events; answers the numbers of what was over. */
async function read(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<readonly number[]> {
  const over = new Set<number>();
  const events = readEvents(body);
  const left = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  for (;;) {
    const next = await Promise.race([events.next(), left]);
    if (next === null || next.done === true) break;
    if (next.value.event !== 'job') continue;
    const job = JSON.parse(next.value.data) as JobSnapshot;
    if (!isOpen(job)) over.add(job.id);
  }
  void events.return(undefined);
  return [...over];
}

/**
 * Share of a core that this process takes while a run tells of itself a hundred times a second, twenty
 * finished ones are kept, others begin to wait and are stopped, and each page that follows is left and comes
 * back every second.
 */
async function cpuShare(followers: number): Promise<number> {
  const jobs = new Jobs({ nowMs: () => performance.now(), date: () => new Date() });
  const routes = jobRoutes(jobs);
  const result = { text: 'x'.repeat(RESULT_BYTES) };
  for (let i = 0; i < FINISHED; i++) {
    const { id } = jobs.start({ kind: 'advise', title: `advice ${i}`, work: async () => result });
    while (isOpen(jobs.snapshot(id))) await turn();
  }
  const ended = new AbortController();
  // Its first load sends every result, before anything is measured here.
  const loaded: PromiseWithResolvers<void>[] = [];
  const pages = Array.from({ length: followers }, async () => {
    const load = Promise.withResolvers<void>();
    loaded.push(load);
    let has: readonly number[] = [];
    while (!ended.signal.aborted) {
      const connection = AbortSignal.any([ended.signal, AbortSignal.timeout(RETURN_MS)]);
      const query = has.length === 0 ? '' : `?has=${has.join(',')}`;
      const { body } = await routes.request(`/events${query}`, { signal: connection });
      has = [...new Set([...has, ...(await read(body!, connection))])];
      if (has.length >= FINISHED) load.resolve();
    }
  });
  await Promise.all(loaded.map(({ promise }) => promise));
  const event: RunEvent = { kind: 'link', doing: 'calibrating 10mbit (10/10 Mbit/s, 0.2 ms)' };
  const share = Promise.withResolvers<number>();
  jobs.start({
    kind: 'run',
    title: 'a run',
    work: async ({ progress, changed }) => {
      progress.soFar({} as RunFile, wholeRace());
      const before = cpuUsage();
      const startMs = performance.now();
      let transitions = 0;
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          const sinceMs = performance.now() - startMs;
          progress.event(event);
          changed();
          if (sinceMs > transitions * TRANSITION_MS) {
            transitions++;
            jobs.stop(
              jobs.start({ kind: 'sizes', title: 'sizes', isPassing: true, work: async () => null }).id,
            );
          }
          if (sinceMs < MEASURED_MS) return;
          clearInterval(timer);
          resolve();
        }, EVENT_MS);
      });
      const { user, system } = cpuUsage(before);
      share.resolve((user + system) / 1_000 / (performance.now() - startMs));
    },
  });
  const taken = await share.promise;
  ended.abort();
  await Promise.all(pages);
  return taken;
}

/** The first share of a process is of code that nothing has run before. */
const PAIRS = 3;

test('watching takes at most two per cent of a core, with two pages that come and go', async () => {
  await cpuShare(2);
  const costs: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const shares = { unwatched: 0, watched: 0 };
    const order =
      Math.random() < 0.5 ? (['watched', 'unwatched'] as const) : (['unwatched', 'watched'] as const);
    for (const which of order) shares[which] = await cpuShare(which === 'watched' ? 2 : 0);
    costs.push(shares.watched - shares.unwatched);
  }
  const median = costs.toSorted((a, b) => a - b)[Math.floor(PAIRS / 2)]!;
  assert.ok(median < 0.02, costs.join(', '));
});
