// What watching does to what is watched: runs with the page open beside the same runs with it closed, in
// turns.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { median } from '../../src/base/figures/median.ts';
import type { SampleRow } from '../../src/record/record.ts';
import { FILES } from '../../src/record/record-writer.ts';
import { confidenceInterval, estimateFromSessions } from '../../src/stats/estimate.ts';
import { type LabProcess, labBench } from '../support/real/lab-process.ts';
import { CHROMIUM } from '../support/real/page-browsers.ts';

const RUN_TIMEOUT_MS = 120_000;
/** w: watched. In turns of two that begin with either, so that what drifts is in both alike. */
const TURNS = ['wu', 'uw', 'wu', 'uw', 'wu', 'uw', 'wu', 'uw'];
/** A record is whole when this stands in it. */
const LAST_WRITTEN = FILES.html;

const bench = labBench();
let lab: LabProcess;
let browser: Browser;
before(async () => {
  writeFileSync(
    join(bench.dir, 'watched.yaml'),
    `study: watched
title: Watched or not
question: Does it matter who looks?
factors: {n: 1000, format: [json, msgpack], browser: chromium}
protocol: {budget: 20s, precision: 1%, margin: 0%}
`,
  );
  browser = await CHROMIUM.launch();
  lab = bench.start('serve');
  await lab.told('Ctrl-C ends both');
});
after(async () => {
  await browser.close();
  lab.kill('SIGKILL');
  bench.remove();
});

async function opened(path: string): Promise<Page> {
  const page = await browser.newPage();
  const { origin, hash } = new URL(lab.printed().trim());
  await page.goto(`${origin}${path}${hash}`);
  await page.waitForSelector('#main[aria-busy=false]');
  return page;
}

const records = () => {
  const runs = join(bench.dir, 'runs');
  mkdirSync(runs, { recursive: true });
  return readdirSync(runs).filter((name) => readdirSync(join(runs, name)).includes(LAST_WRITTEN));
};

/** Mean over the sessions of a run of the log of the median exchange, for each cell. */
async function measured(isWatched: boolean): Promise<ReadonlyMap<string, number>> {
  const known = new Set(records());
  const page = await opened('/studies?study=watched.yaml');
  await page.click('#run');
  // Of this run: what an earlier one said stays in the page until another is over.
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('.job')].some(
        (job) =>
          /session 1 of/.test(job.textContent) &&
          !job.querySelector<HTMLButtonElement>('button.other')!.hidden,
      ),
    { timeout: RUN_TIMEOUT_MS },
  );
  if (!isWatched) await page.close();
  let record: string | undefined;
  for (let waitedMs = 0; record === undefined && waitedMs < RUN_TIMEOUT_MS; waitedMs += 250) {
    await delay(250);
    record = records().find((name) => !known.has(name));
  }
  assert.ok(record !== undefined, 'the run did not end');
  if (isWatched) {
    await page.waitForFunction(() => /watched\.yaml is done/.test(document.body.textContent!));
    await page.close();
  }
  const rows = readFileSync(join(bench.dir, 'runs', record, FILES.samples), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow)
    .filter(
      ({ outcome, warmup, settling, cell }) =>
        outcome === 'completed' && !warmup && settling !== true && !cell.startsWith('empty'),
    );
  const cells = Map.groupBy(rows, ({ cell }) => cell);
  return new Map(
    [...cells].map(([cell, own]) => {
      const sessions = [...Map.groupBy(own, ({ session }) => session).values()];
      const logs = sessions.map((some) => Math.log(median(some.map(({ totalMs }) => totalMs))));
      return [cell, logs.reduce((sum, each) => sum + each, 0) / logs.length];
    }),
  );
}

test('a run that is watched takes as long as one that is not, within five per cent', async (t) => {
  const differences = new Map<string, number[]>();
  for (const turn of TURNS) {
    const of: Record<string, ReadonlyMap<string, number>> = {};
    for (const which of turn) of[which] = await measured(which === 'w');
    for (const [cell, log] of of.w!)
      differences.set(cell, [...(differences.get(cell) ?? []), log - of.u!.get(cell)!]);
  }
  for (const [cell, logs] of differences) {
    const [low, high] = confidenceInterval(estimateFromSessions(logs), 0.05).map(Math.exp) as [
      number,
      number,
    ];
    t.diagnostic(`${cell}: watched/unwatched [${low.toFixed(3)}, ${high.toFixed(3)}]`);
    assert.ok(low > 0.95 && high < 1.05, `${cell}: [${low}, ${high}]`);
    assert.ok(low <= 1 && high >= 1, `${cell}: [${low}, ${high}]`);
  }
});
