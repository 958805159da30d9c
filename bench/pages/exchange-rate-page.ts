// The page of bench/exchange-rate.ts: the agent's own loop and a bare one written by hand, for the same URL.

import { ConnectionKeeper } from '../../src/exchange/connection-keeper.ts';
import { MAIN_THREAD } from '../../src/exchange/exchange-thread.ts';
import { enlargeResourceBuffer, RESOURCE_TIMING } from '../../src/exchange/resource-entries.ts';
import { runBlocks } from '../../src/exchange/run-blocks.ts';
import type { BlockSpec, CellSpec } from '../../src/wire/agent-protocol.ts';
import { exchangeUrl } from '../../src/wire/target-contract.ts';

let serial = 0;
let sequence = 0;
enlargeResourceBuffer();

/**
 * Exchanges a second of the agent's loop, posting included (to nowhere: the post's own cost is the lab's).
 */
async function ours(cell: CellSpec, durationMs: number): Promise<number> {
  const block = (number: number): BlockSpec => ({
    block: number,
    firstMessage: 0,
    visits: [{ cell: cell.cell, exchanges: 20 }],
  });
  const blocks = Array.from({ length: 10_000 }, (_, number) => block(number));
  const job = { kind: 'blocks', cells: [cell], blocks, stopAfterMs: durationMs, postEveryMs: 1_000 } as const;
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
  let samples = 0;
  const startMs = performance.now();
  await runBlocks({ ...job, timeoutMs: 30_000 }, place, async (post) => {
    samples += post.samples.length;
    JSON.stringify(post);
    return { goOn: true };
  });
  return samples / (performance.now() - startMs);
}

/** The loop that anyone would write. */
async function bare(cell: CellSpec, durationMs: number): Promise<number> {
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
  return times.length / (performance.now() - startMs);
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
  return exchangeUrl(cell.targetUrl, query, serial++);
}

Object.assign(globalThis, { wirefareBench: { ours, bare, one } });
