// Samples a second of Books in JSON in Chromium: what counts of one cell alone, in blocks as the plan has
// them, against a bare loop in the same page, and against one driver call a sample. Our page is opened by a
// plain command line, as agents are, and posts over HTTP: a driver's instrumentation slows every request
// down. The driver has a browser of its own. Rounds alternate in random order; ratios are medians over
// rounds.

import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { median } from '../src/base/figures/median.ts';
import { deriveSeed, seededRandom, shuffled } from '../src/base/random.ts';
import { datasetNamed } from '../src/data/catalogue.ts';
import { blocksOfRound } from '../src/plan/blocks/blocks.ts';
import { drawAnswers } from '../src/plan/blocks/drawn-answers.ts';
import { makePanels } from '../src/plan/blocks/panels.ts';
import { roughlyMs } from '../src/plan/sessions/rough-times.ts';
import type { BlockSpec, CellSpec } from '../src/wire/agent-protocol.ts';
import { EMPTY_CELL } from '../src/wire/sample.ts';
import { requestCell } from '../test/support/cells/made-cells.ts';
import { type BenchPage, benchPage } from './pages/bench-page.ts';
import type { Rates, RateTask } from './pages/exchange-rate-page.ts';
import { sayLoad } from './parts/load.ts';
import { benchDrivers } from './parts/surroundings.ts';

const ROUNDS = 15;
const ROUND_MS = 1_000;
const SEED = 20_261_121;
/** More than a round has time for. */
const BLOCKS = 2_000;
const SIZES = [10, 1_000];

const WAYS = ['ours', 'former', 'bare', 'driver'] as const;
type Way = (typeof WAYS)[number];

const TOLD: Readonly<Record<Way, string>> = {
  ours: 'counted, one cell alone',
  former: 'as before: two exchanges and six empty ones a block',
  bare: 'bare loop',
  driver: 'one driver call a sample',
};

export async function benchExchangeRate(print: (line: string) => void): Promise<void> {
  const drivers = benchDrivers();
  const { path } = await drivers.agent('chromium').find();
  const target = await drivers.target('node').start({ largestN: Math.max(...SIZES) });
  const page = await benchPage(fileURLToPath(new URL('./pages/exchange-rate-page.ts', import.meta.url)));
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await puppeteer.launch({ executablePath: path, args: flags });
  const plain = await drivers.agent('chromium').open(page.url);
  try {
    const tab = await browser.newPage();
    await tab.goto(`${page.url}?driven`);
    await tab.waitForFunction('globalThis.wirefareBench !== undefined');
    for (const n of SIZES) {
      const rates = await measure(tab, page, specOf(target.url, n));
      print(
        `samples/s of ${n} Books, JSON, Chromium (medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s; ${sayLoad()}):`,
      );
      for (const way of WAYS) {
        print(
          `  ${(median(rates[way].map(({ counted }) => counted)) * 1000).toFixed(0).padStart(6)}  ${TOLD[way]}`,
        );
      }
      const ratio = (a: Way, b: Way, of: keyof Rates = 'counted') =>
        median(rates[a].map((each, i) => each[of] / rates[b][i]!.counted)).toFixed(3);
      print(`  counted / bare loop            ${ratio('ours', 'bare')}   (at least 0.85)`);
      // A call costs as much beside a long exchange, which hides it.
      const least = n === SIZES[0] ? '(at least 2.5)' : '';
      print(`  counted / one call a sample    ${ratio('ours', 'driver')}   ${least}`);
      print(`  as before / bare loop          ${ratio('former', 'bare')}`);
      print(`  all exchanges / bare loop      ${ratio('ours', 'bare', 'all')}   (empty ones are shorter)`);
    }
  } finally {
    await browser.close();
    await plain.close();
    await target.close();
    page.close();
  }
}

async function measure(tab: Page, page: BenchPage, cell: CellSpec): Promise<Record<Way, Rates[]>> {
  const rates: Record<Way, Rates[]> = { ours: [], former: [], bare: [], driver: [] };
  const { settling, blocks } = planned(cell);
  const tasks: Readonly<Record<Exclude<Way, 'driver'>, Pick<RateTask, 'settling' | 'blocks'>>> = {
    ours: { settling, blocks },
    former: { settling: 0, blocks: formerBlocks(cell) },
    bare: { settling: 0, blocks: [] },
  };
  for (let round = -2; round < ROUNDS; round++) {
    const random = seededRandom(deriveSeed(SEED, round));
    for (const way of shuffled(WAYS, random)) {
      const rate =
        way === 'driver'
          ? await driverRate(tab, cell)
          : ((await page.ask({ ...tasks[way], cell, durationMs: ROUND_MS })) as Rates);
      if (round >= 0) rates[way].push(rate);
    }
  }
  return rates;
}

/** The blocks of a cell that has its study to itself, after the warm-up. */
function planned({ cell, n }: CellSpec): {
  readonly settling: number;
  readonly blocks: readonly BlockSpec[];
} {
  const alone = { id: cell, part: 'main', factors: requestCell({ n }), twinOf: null, skip: null };
  const asked = { exchangesPerVisit: null, warmupExchanges: 0 };
  const [panel] = makePanels([alone], { networks: [], payloads: [] }, asked);
  const costMs = roughlyMs(alone.factors, { networks: [], payloads: [] });
  const expectedMs = (visited: string) => (visited === cell ? costMs : null);
  const blocks = Array.from({ length: BLOCKS }, (_, round) =>
    blocksOfRound({ seed: SEED, panels: [panel!] }, panel!.warmupBlocks + round),
  );
  return {
    settling: panel!.settlingPerVisit,
    blocks: blocks.flat().map(({ panel: _, isWarmup: __, ...block }) => drawAnswers(block, expectedMs, SEED)),
  };
}

function formerBlocks({ cell }: CellSpec): readonly BlockSpec[] {
  return Array.from({ length: BLOCKS }, (_, block) => {
    const visits = [
      { cell, exchanges: 2 },
      { cell: EMPTY_CELL, exchanges: 6 },
    ];
    return { block, firstMessage: 0, visits: block % 2 === 0 ? visits : visits.toReversed() };
  });
}

async function driverRate(tab: Page, cell: CellSpec): Promise<Rates> {
  const call = `wirefareBench.one(${JSON.stringify(cell)})`;
  const startMs = performance.now();
  let samples = 0;
  for (; performance.now() - startMs < ROUND_MS; samples++) await tab.evaluate(call);
  const rate = samples / (performance.now() - startMs);
  return { counted: rate, all: rate };
}

function specOf(targetUrl: string, n: number): CellSpec {
  return {
    cell: `json n=${n}`,
    targetUrl,
    secret: null,
    connection: 'warm',
    thread: 'main',
    protocol: 'http1',
    schema: datasetNamed('book').schema,
    shape: 'list',
    messages: 1,
    dataset: 'book',
    n,
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
