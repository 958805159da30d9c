// Many clients of one target in this process, each receiving at a pace: WebSockets by what the Node agent
// runs, Server-Sent Events by the plain client of the conformance suite (Node has no EventSource), every
// message checked by either.
//   node bench/messages-clients.ts URL websocket|sse CLIENTS RATE MESSAGES

import { setTimeout as delay } from 'node:timers/promises';
import { runSequence } from '../src/exchange/messages/run-sequence.ts';
import { latencyQuantileMs, together } from '../src/messages/latencies.ts';
import { openArrivals } from '../src/verify/messages/arrivals.ts';
import { contentFindings, randomContent, randomSpec } from '../src/verify/messages/message-check.ts';
import { plainClient } from '../src/verify/messages/plain-client.ts';
import { makeSequence } from '../src/verify/messages/plain-sequence.ts';
import type { SequenceSpec } from '../src/wire/sequence.ts';

const [targetUrl = '', transport = 'websocket', ...numbers] = process.argv.slice(2);
const [clients = 1_000, ratePerSecond = 10, messages = 200] = numbers.map(Number);

/** So that they neither open at one moment nor send at one. */
const OPEN_OVER_MS = 4_000;

export interface ClientsOutcome {
  readonly delivered: number;
  /** One sentence for each client that lost something. */
  readonly failures: readonly string[];
  readonly medianMs: number;
  readonly p99Ms: number;
}

function specOfClient(client: number): SequenceSpec {
  const content = randomContent(client + 1, { policy: 'fixed', bytes: 100 });
  return randomSpec('server-to-client', 'paced', messages, content, { ratePerSecond });
}

async function bySocket(): Promise<ClientsOutcome> {
  const outcomes = await each((client) =>
    runSequence(
      {
        targetUrl,
        secret: null,
        transport: 'websocket',
        spec: specOfClient(client),
        certificateSha256Base64: null,
        data: null,
      },
      { now: () => performance.now(), timeoutMs: 30_000 },
      new AbortController().signal,
    ),
  );
  const latencies = together(outcomes.map(({ figures }) => figures.latencies));
  return {
    delivered: outcomes.reduce((sum, { figures }) => sum + figures.delivered, 0),
    failures: outcomes.flatMap(({ failure }) => (failure === null ? [] : [failure.reason])),
    medianMs: latencyQuantileMs(latencies, 0.5),
    p99Ms: latencyQuantileMs(latencies, 0.99),
  };
}

async function byEvents(): Promise<ClientsOutcome> {
  const all = await each(receiveEvents);
  const latencies = all.flatMap(({ lateMs }) => lateMs).sort((a, b) => a - b);
  return {
    delivered: latencies.length,
    failures: all.flatMap(({ failure }) => (failure === null ? [] : [failure])),
    medianMs: latencies[Math.floor(latencies.length / 2)] ?? Number.NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  };
}

/**
 * Latencies from the planned time by the fastest of them: the clocks of two processes are not compared here.
 */
async function receiveEvents(number: number): Promise<{ lateMs: number[]; failure: string | null }> {
  const client = plainClient(
    { protocol: 'http1', origin: targetUrl, secret: null, certificate: null },
    60_000,
  );
  const spec = specOfClient(number);
  try {
    const sequence = await makeSequence(client, spec);
    const arrivals = await openArrivals(client, sequence, 'sse', () => performance.now());
    const fromMs = performance.now();
    const { beganMs, nowMs } = await sequence.begin();
    const toMs = performance.now();
    await arrivals.until(messages);
    const { failure } = await sequence.end();
    const beganHereMs = (beganMs ?? Number.NaN) - nowMs + (fromMs + toMs) / 2;
    const lateMs = arrivals.atMs.map((atMs, i) => atMs - beganHereMs - ((i + 1) * 1_000) / ratePerSecond);
    return { lateMs, failure: contentFindings(arrivals.messages, spec)[0] ?? failure };
  } catch (error) {
    return { lateMs: [], failure: String(error) };
  } finally {
    client.close();
  }
}

function each<T>(one: (client: number) => Promise<T>): Promise<T[]> {
  return Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      await delay((client * OPEN_OVER_MS) / clients);
      return one(client);
    }),
  );
}

const outcome = await (transport === 'sse' ? byEvents() : bySocket());
console.log(JSON.stringify(outcome));
process.exit(0);
