import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { labBench } from '../../support/real/lab-process.ts';
import { cellOf, messagesRun } from '../../support/real/messages-run.ts';

// Sequences of messages in a real Chromium over the link: what a delay that is known makes of them.

const bench = labBench();
after(() => bench.remove());

const RTT_MS = 40;
/** At ten a second each request is answered before the next is due. */
const FAR = `factors:
  n: 5
  size: 100
  browser: chromium
  network: {name: far, down: 10mbit, up: 10mbit, rtt: ${RTT_MS}ms}
parts:
  - {name: both, title: B, factors: {direction: both-ways, mode: [ping-pong, paced-10], transport: [websocket, sse+fetch]}}
  - {name: down, title: D, factors: {direction: server-to-client, mode: paced-10, transport: [websocket, sse]}}
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 31s, warmup: 0, timeout: 10s}
`;
/** Two machines' worth of work on one that others use too. */
const ALLOWED_MS = 12;

test('a delay that is known stands in every latency: whole where messages come back, half one way', async () => {
  const summary = await messagesRun(bench, 'far', FAR);
  const held = (transport: string, direction: string, mode: string, leastMs: number) => {
    const { id, status, reason, messages } = cellOf(summary, transport, direction, mode);
    assert.equal(status, 'measured', `${id}: ${reason}`);
    const { p50, clockErrorMs } = messages!.latencyMs!;
    const [least, most] = [leastMs - clockErrorMs - 0.5, leastMs + clockErrorMs + ALLOWED_MS];
    assert.ok(p50 > least && p50 < most, `${id}: ${p50} ms, expected ${leastMs}`);
  };
  for (const transport of ['websocket', 'sse+fetch']) {
    held(transport, 'both-ways', 'ping-pong', RTT_MS);
    held(transport, 'both-ways', 'paced-10', RTT_MS);
  }
  for (const transport of ['websocket', 'sse']) held(transport, 'server-to-client', 'paced-10', RTT_MS / 2);
});
