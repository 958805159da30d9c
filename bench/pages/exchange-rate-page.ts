// The page of bench/exchange-rate.ts: the agent's own loop, with blocks as the plan has them, and a bare one
// written by hand, for the same URL. Opened by a plain command line it does as it is asked to over HTTP, as
// agents do; only one exchange a call is left to a driver.

import type { DataValue } from '../../src/data/schema.ts';
import { KnownAnswers } from '../../src/exchange/checks/known-answers.ts';
import { ConnectionKeeper } from '../../src/exchange/connections/connection-keeper.ts';
import { enlargeResourceBuffer, RESOURCE_TIMING } from '../../src/exchange/connections/resource-entries.ts';
import { MAIN_THREAD } from '../../src/exchange/exchange-thread.ts';
import { runBlocks } from '../../src/exchange/run-blocks.ts';
import { Originals } from '../../src/exchange/sequence-cells.ts';
import type { BlockSpec, CellSpec, SamplePost } from '../../src/wire/agent-protocol.ts';
import { exchangePath, requestUrl } from '../../src/wire/target-contract.ts';

export interface RateTask {
  /** The bare loop where there are none; else again and again until the time is over. */
  readonly blocks: readonly BlockSpec[];
  /** First exchanges of each visit that do not count. */
  readonly settling: number;
  readonly cell: CellSpec;
  readonly durationMs: number;
}

/** Samples a millisecond. */
export interface Rates {
  /** Of the cell, those that settle left out. */
  readonly counted: number;
  /** All exchanges. */
  readonly all: number;
}

let serial = 0;
let sequence = 0;
enlargeResourceBuffer();

/** What is drawn to be compared is, as in a session. */
const originals = new Map<string, DataValue>();
const known = new KnownAnswers(async (cell) => originals.get(cell)!);

/** Posting included, to nowhere: the post's own cost is the lab's. */
async function ours({ blocks, settling, cell, durationMs }: RateTask): Promise<Rates> {
  const nextSerial = () => serial++;
  const place = {
    now: () => performance.now(),
    nextSerial,
    connections: new ConnectionKeeper(MAIN_THREAD.get, nextSerial),
    timings: RESOURCE_TIMING,
    threadFor: () => MAIN_THREAD,
    nextSequence: () => sequence++,
    disturbance: () => null,
  };
  const job = { kind: 'blocks', cells: [cell], blocks, stopAfterMs: durationMs, postEveryMs: 1_000 } as const;
  if (!originals.has(cell.cell)) originals.set(cell.cell, await (await fetch(urlOf(cell))).json());
  let all = 0;
  let counted = 0;
  const post = async ({ samples, blocks, ...rest }: SamplePost) => {
    const wrong = rest.compared?.find(({ difference }) => difference !== null);
    if (wrong !== undefined) throw new Error(`a wrong answer: ${wrong.difference}`);
    all += samples.length;
    counted += samples.filter((sample) => sample.cell === cell.cell).length - settling * blocks.length;
    JSON.stringify({ samples, blocks, ...rest });
    return { goOn: true };
  };
  const startMs = performance.now();
  const nobodys = new Originals(async () => null);
  await runBlocks({ ...job, timeoutMs: 30_000 }, place, post, nobodys, known);
  const tookMs = performance.now() - startMs;
  return { counted: counted / tookMs, all: all / tookMs };
}

/** The loop that anyone would write. */
async function bare({ cell, durationMs }: RateTask): Promise<Rates> {
  const times: number[] = [];
  const startMs = performance.now();
  while (performance.now() - startMs < durationMs) {
    const url = urlOf(cell);
    const callMs = performance.now();
    const response = await fetch(url);
    await response.json();
    times.push(performance.now() - callMs);
  }
  performance.clearResourceTimings();
  const rate = times.length / (performance.now() - startMs);
  return { counted: rate, all: rate };
}

/** One exchange, for the driver that calls for every sample. */
async function one(cell: CellSpec): Promise<number> {
  const url = urlOf(cell);
  const callMs = performance.now();
  const response = await fetch(url);
  await response.json();
  return performance.now() - callMs;
}

function urlOf(cell: CellSpec): string {
  const query = { ...cell, codec: cell.encoder, compute: 'none', close: false, opaque: false };
  return requestUrl(cell, exchangePath(query, serial++));
}

async function doTasks(): Promise<void> {
  for (;;) {
    const task = (await (await fetch('/task')).json()) as RateTask | null;
    if (task === null) return;
    const outcome = await (task.blocks.length === 0 ? bare(task) : ours(task)).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ error: String(thrown) }),
    );
    await fetch('/result', { method: 'POST', body: JSON.stringify(outcome) });
  }
}

Object.assign(globalThis, { wirefareBench: { one } });
if (!location.search.includes('driven')) await doTasks();
