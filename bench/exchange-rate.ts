// Exchanges a second of 10 Books in JSON in Chromium: the agent's loop against a bare loop in the same page,
// and against one driver call a sample in the same browser. Rounds alternate in random order; ratios are
// medians over rounds.

import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { deriveSeed, seededRandom, shuffled } from '../src/base/random.ts';
import { datasetNamed } from '../src/data/catalogue.ts';
import type { CellSpec } from '../src/wire/agent-protocol.ts';
import { benchPage } from './pages/bench-page.ts';
import { benchDrivers } from './parts/surroundings.ts';

const ROUNDS = 15;
const ROUND_MS = 1_000;
const SEED = 20_261_121;
type Way = 'ours' | 'bare' | 'driver';

export async function benchExchangeRate(print: (line: string) => void): Promise<void> {
  const drivers = benchDrivers();
  const { path } = await drivers.agent('chromium').find();
  const target = await drivers.target('node').start({ largestN: 10 });
  const page = await benchPage(fileURLToPath(new URL('./pages/exchange-rate-page.ts', import.meta.url)));
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await puppeteer.launch({ executablePath: path, args: flags });
  try {
    const tab = await browser.newPage();
    await tab.goto(page.url);
    await tab.waitForFunction('globalThis.wirefareBench !== undefined');
    const rates = await measure(tab, cellOf(target.url));
    const ratio = (a: Way, b: Way) => median(rates[a].map((rate, i) => rate / rates[b][i]!));
    print(`exchanges/s of 10 Books, JSON, Chromium (medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s):`);
    for (const way of ['ours', 'bare', 'driver'] as const) {
      print(`  ${way.padEnd(8)} ${(median(rates[way]) * 1000).toFixed(0).padStart(6)}/s`);
    }
    print(`  ours / bare loop            ${ratio('ours', 'bare').toFixed(3)}   (at least 0.95)`);
    print(`  ours / one call a sample    ${ratio('ours', 'driver').toFixed(2)}    (at least 2.5)`);
  } finally {
    await browser.close();
    await target.close();
    page.close();
  }
}

async function measure(tab: Page, cell: CellSpec): Promise<Record<Way, number[]>> {
  const rates: Record<Way, number[]> = { ours: [], bare: [], driver: [] };
  for (let round = -2; round < ROUNDS; round++) {
    const random = seededRandom(deriveSeed(SEED, round));
    for (const way of shuffled<Way>(['ours', 'bare', 'driver'], random)) {
      const rate = way === 'driver' ? await driverRate(tab, cell) : await loopRate(tab, cell, way);
      if (round >= 0) rates[way].push(rate);
    }
  }
  return rates;
}

async function loopRate(tab: Page, cell: CellSpec, way: 'ours' | 'bare'): Promise<number> {
  return (await tab.evaluate(`wirefareBench.${way}(${JSON.stringify(cell)}, ${ROUND_MS})`)) as number;
}

async function driverRate(tab: Page, cell: CellSpec): Promise<number> {
  const call = `wirefareBench.one(${JSON.stringify(cell)})`;
  const startMs = performance.now();
  let samples = 0;
  for (; performance.now() - startMs < ROUND_MS; samples++) await tab.evaluate(call);
  return samples / (performance.now() - startMs);
}

function cellOf(targetUrl: string): CellSpec {
  return {
    cell: 'json',
    targetUrl,
    connection: 'warm',
    thread: 'main',
    protocol: 'http1',
    schema: datasetNamed('book').schema,
    shape: 'list',
    messages: 1,
    dataset: 'book',
    n: 10,
    format: 'json',
    codec: 'response.json',
    encoder: 'JSON.stringify',
    compression: 'none',
    level: null,
    procedure: 'e1',
    computation: 'none',
    sequence: null,
    call: null,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
