// Messages: what the lab's own client and target add to a loop and a server written by hand, whether memory
// stays what it is over a million messages and beside a client that does not read, and a thousand clients at
// once. Chromium; rounds of what is compared alternate in random order, ratios are medians over rounds.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { median } from '../src/base/figures/median.ts';
import { deriveSeed, seededRandom, shuffled } from '../src/base/random.ts';
import type { RunningTarget } from '../src/drive/driver.ts';
import type { SequenceOutcome } from '../src/exchange/messages/sequence-order.ts';
import type { Direction } from '../src/factors/direction.ts';
import { openArrivals } from '../src/verify/messages/arrivals.ts';
import { residentBytes } from '../src/verify/messages/held-bytes.ts';
import { contentFindings, randomContent, randomSpec } from '../src/verify/messages/message-check.ts';
import { plainClient } from '../src/verify/messages/plain-client.ts';
import { makeSequence } from '../src/verify/messages/plain-sequence.ts';
import type { SequenceSpec } from '../src/wire/sequence.ts';
import type { ClientsOutcome } from './messages-clients.ts';
import { benchPage } from './pages/bench-page.ts';
import { benchDrivers, megabytes } from './parts/surroundings.ts';

type Print = (line: string) => void;

const SEED = 20_261_121;
/** Many and short: a busy machine changes from one second to the next. */
const ROUNDS = 60;
const ROUND_TRIPS = 500;
const MILLION = 1_000_000;
const CLIENTS = 1_000;
const RATE = 10;
const MESSAGES_A_CLIENT = 250;
const CLIENT_PROCESSES = 2;

export async function benchMessages(print: Print): Promise<void> {
  const drivers = benchDrivers();
  const { path } = await drivers.agent('chromium').find();
  const page = await benchPage(fileURLToPath(new URL('./pages/messages-page.ts', import.meta.url)));
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await puppeteer.launch({ executablePath: path, args: flags, protocolTimeout: 600_000 });
  const withTarget = async (look: (target: RunningTarget, tab: Page) => Promise<void>) => {
    const target = await drivers.target('node').start({ largestN: 10 });
    const tab = await browser.newPage();
    try {
      await tab.goto(page.url);
      await tab.waitForFunction('globalThis.wirefareBench !== undefined');
      await look(target, tab);
    } finally {
      await tab.close();
      await target.close();
    }
  };
  try {
    await withTarget((target, tab) => roundTrips(target, tab, print));
    await withTarget((target, tab) => pushes(target, tab, print));
    for (const direction of ['client-to-server', 'server-to-client'] as const)
      await withTarget((target, tab) => million(direction, target, tab, browser, print));
  } finally {
    await browser.close();
    page.close();
  }
  for (const look of [slowReader, thousandClients('websocket'), thousandClients('sse')]) {
    const target = await drivers.target('node').start({ largestN: 10 });
    await look(target, print).finally(() => target.close());
  }
}

type Ways = Readonly<Record<string, () => Promise<number>>>;

/** Way → ms of each round. */
async function rounds(ways: Ways): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let round = -3; round < ROUNDS; round++) {
    for (const way of shuffled(Object.keys(ways), seededRandom(deriveSeed(SEED, round)))) {
      const ms = await ways[way]!();
      if (round < 0) continue;
      times[way] ??= [];
      times[way].push(ms);
    }
  }
  return times;
}

async function roundTrips({ url }: RunningTarget, tab: Page, print: Print): Promise<void> {
  const spec = randomSpec(
    'both-ways',
    'ping-pong',
    ROUND_TRIPS,
    randomContent(1, { policy: 'fixed', bytes: 100 }),
  );
  const socket = `${url.replace(/^http/, 'ws')}/socket`;
  const times = await rounds({
    ours: async () => (await ours(tab, url, 'websocket', spec)).totalMs,
    bare: () => call(tab, 'barePingPong', socket, 'x'.repeat(100), ROUND_TRIPS),
  });
  const rate = (way: string) => ((ROUND_TRIPS / median(times[way]!)) * 1_000).toFixed(0);
  print(`WebSocket round trips of 100 B in Chromium (medians of ${ROUNDS} rounds of ${ROUND_TRIPS}):`);
  print(`  ours ${rate('ours')}/s, bare loop ${rate('bare')}/s`);
  print(`  ours / bare loop            ${ratio(times.bare!, times.ours!).toFixed(3)}   (at least 0.95)`);
}

async function pushes({ url }: RunningTarget, tab: Page, print: Print): Promise<void> {
  const bare = await bareServer(1_000, 1_000);
  const spec = randomSpec(
    'server-to-client',
    'throughput',
    1_000,
    randomContent(1, { policy: 'fixed', bytes: 1_000 }),
  );
  try {
    const times = await rounds({
      websocket: async () => (await ours(tab, url, 'websocket', spec)).totalMs,
      'bare websocket': () => call(tab, 'barePushBySocket', bare.url, 1_000, 'request'),
      'bare websocket, begun by a message': () => call(tab, 'barePushBySocket', bare.url, 1_000, 'message'),
      sse: async () => (await ours(tab, url, 'sse', spec)).totalMs,
      'bare sse': () => call(tab, 'barePushByEvents', bare.url, 1_000),
    });
    print(
      `1 000 × 1 kB to Chromium, ms from the word to begin to the last message (medians of ${ROUNDS} rounds):`,
    );
    for (const [way, ms] of Object.entries(times).sort())
      print(`  ${way.padEnd(36)} ${median(ms).toFixed(2)}`);
    for (const way of ['websocket', 'sse'])
      print(
        `  ${way.padEnd(10)} ours / bare      ${ratio(times[way]!, times[`bare ${way}`]!).toFixed(3)}   (at most 1.10)`,
      );
  } finally {
    bare.close();
  }
}

/**
 * Messages are kept up to 32 MB and then checked, so memory goes up and down: means over one such period
 * each.
 */
async function million(
  direction: Direction,
  target: RunningTarget,
  tab: Page,
  browser: Browser,
  print: Print,
): Promise<void> {
  const spec = randomSpec(
    direction,
    'throughput',
    MILLION,
    randomContent(1, { policy: 'fixed', bytes: 100 }),
  );
  const renderers = findRenderers(browser);
  const page = () => renderers.reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0);
  const samples: { share: number; target: number; page: number }[] = [];
  let isOver = false;
  const done = ours(tab, target.url, 'websocket', spec).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const share = (await call(tab, 'progress')) / MILLION;
    samples.push({
      share,
      target: residentBytes(target.pid) ?? Number.NaN,
      page: page(),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { totalMs } = await done;
  print(`${MILLION} × 100 B ${direction} by WebSocket: ${(totalMs / 1_000).toFixed(1)} s, none lost`);
  for (const which of ['target', 'page'] as const) {
    const meanBetween = (from: number, to: number) =>
      mean(samples.filter(({ share }) => share >= from && share <= to).map((each) => each[which]));
    const [early, late] = [meanBetween(0.1, 0.42), meanBetween(0.68, 1)];
    const figures = `mean from 10 to 42 % ${megabytes(early)}, from 68 to 100 % ${megabytes(late)}: ${(late / early).toFixed(3)}`;
    print(`  ${which.padEnd(7)} ${figures}   (no growth: at most 1.05)`);
  }
}

/** A client that reads nothing for three seconds of 300 MB. */
async function slowReader({ url, pid }: RunningTarget, print: Print): Promise<void> {
  for (const endpoint of ['websocket', 'sse', 'stream'] as const) {
    const client = plainClient({ protocol: 'http1', origin: url, secret: null, certificate: null }, 120_000);
    const spec = randomSpec(
      'server-to-client',
      'throughput',
      30_000,
      randomContent(1, { policy: 'fixed', bytes: 10_000 }),
    );
    const sequence = await makeSequence(client, spec);
    const arrivals = await openArrivals(client, sequence, endpoint, () => 0);
    const before = residentBytes(pid) ?? Number.NaN;
    arrivals.pause();
    await sequence.begin();
    let most = before;
    for (let i = 0; i < 30; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      most = Math.max(most, residentBytes(pid) ?? Number.NaN);
    }
    const { sent } = await sequence.state();
    arrivals.resume();
    await arrivals.until(spec.messages);
    await sequence.end();
    const fault = contentFindings(arrivals.messages, spec)[0] ?? 'none lost';
    client.close();
    arrivals.close();
    print(
      `a client that does not read, 300 MB by ${endpoint.padEnd(9)}: ${megabytes(sent * 10_000)} sent, memory of the target + ${megabytes(most - before)} (at most 48 MB); then read on: ${fault}`,
    );
  }
}

function thousandClients(transport: 'websocket' | 'sse') {
  return async ({ url, pid }: RunningTarget, print: Print): Promise<void> => {
    const args = [url, transport, CLIENTS / CLIENT_PROCESSES, RATE, MESSAGES_A_CLIENT].map(String);
    const before = residentBytes(pid) ?? Number.NaN;
    const outcomes = await Promise.all(
      Array.from({ length: CLIENT_PROCESSES }, () => printed<ClientsOutcome>('messages-clients.ts', args)),
    );
    const sum = (of: (outcome: ClientsOutcome) => number) =>
      outcomes.reduce((total, each) => total + of(each), 0);
    const expected = CLIENTS * MESSAGES_A_CLIENT;
    print(
      `${CLIENTS} clients by ${transport}, ${RATE} messages/s each for ${MESSAGES_A_CLIENT / RATE} s: ${sum(({ delivered }) => delivered)} of ${expected} came (all of them)`,
    );
    const most = (of: (outcome: ClientsOutcome) => number) => Math.max(...outcomes.map(of)).toFixed(2);
    print(
      `  latency from the planned time: median ${most(({ medianMs }) => medianMs)} ms, p99 ${most(({ p99Ms }) => p99Ms)} ms; memory of the target ${megabytes(before)} → ${megabytes(residentBytes(pid) ?? Number.NaN)}`,
    );
    const failures = outcomes.flatMap((each) => each.failures);
    for (const failure of new Set(failures)) print(`  FAILED: ${failure}`);
  };
}

async function ours(tab: Page, url: string, transport: string, spec: SequenceSpec): Promise<SequenceOutcome> {
  const outcome = await call<SequenceOutcome>(tab, 'ours', url, transport, spec);
  if (outcome.failure !== null) throw new Error(`${transport} ${spec.direction}: ${outcome.failure.reason}`);
  return outcome;
}

async function call<T = number>(tab: Page, name: string, ...args: readonly unknown[]): Promise<T> {
  const list = args.map((argument) => JSON.stringify(argument)).join(', ');
  return (await tab.evaluate(`wirefareBench.${name}(${list})`)) as T;
}

async function bareServer(messages: number, bytes: number): Promise<{ url: string; close(): void }> {
  const path = fileURLToPath(new URL('./bare/messages-bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [path, String(messages), String(bytes)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`the bare server ended with code ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}`, close: () => child.stdin.end() };
}

async function printed<T>(file: string, args: readonly string[]): Promise<T> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(Buffer.concat(await child.stdout.toArray()).toString('utf8')) as T;
}

/**
 * The renderers of this browser. One of them has the only page that does anything; the others do not change.
 */
function findRenderers(browser: Browser): number[] {
  const root = browser.process()?.pid;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid)!));
  const renderers = [...parents.keys()].filter(
    (pid) => isOurs(pid) && read(`/proc/${pid}/cmdline`).includes('--type=renderer'),
  );
  if (renderers.length === 0) throw new Error('no renderer among the processes of the browser');
  return renderers;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function ratio(above: readonly number[], below: readonly number[]): number {
  return median(above.map((ms, i) => ms / below[i]!));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
