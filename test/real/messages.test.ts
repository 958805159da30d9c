import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { CellSummary, Summary } from '../../src/summary/summary.ts';
import { labBench } from '../support/real/lab-process.ts';

// Sequences of messages in a real Chromium: over loopback every transport in every direction, over the link
// what a delay that is known makes of them.

const bench = labBench();
after(() => bench.remove());

async function measured(name: string, study: string): Promise<Summary> {
  writeFileSync(path.join(bench.dir, `${name}.yaml`), `study: ${name}\ntitle: T\nquestion: Q\n${study}`);
  const { code, err } = await bench.start('run', `${name}.yaml`, '--out', name).ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
  return JSON.parse(readFileSync(path.join(bench.dir, name, 'summary.json'), 'utf8')) as Summary;
}

function cellOf({ cells }: Summary, transport: string, direction: string, mode = 'throughput'): CellSummary {
  const found = cells.find(
    ({ factors, twinOf }) =>
      twinOf === null &&
      factors.transport === transport &&
      factors.direction === direction &&
      factors.mode === mode,
  );
  assert.ok(found, `${transport} ${direction} ${mode}`);
  return found;
}

const EVERY = `factors: {n: 50, size: 100, browser: chromium}
parts:
  - {name: up, title: U, factors: {direction: client-to-server, transport: [xhr, fetch, beacon, websocket]}}
  - {name: down, title: D, factors: {direction: server-to-client, transport: [sse, stream, long-polling, websocket]}}
  - {name: both, title: B, factors: {direction: both-ways, transport: [sse+xhr, sse+fetch, websocket]}}
  - name: pressed
    title: P
    factors:
      {direction: server-to-client, transport: websocket, compression: permessage-deflate, dataset: book, format: json, size: data}
protocol: {sessions: 1, budget: 6s, warmup: 0s, timeout: 10s}
`;

test('every transport carries its messages whole, and requests cost more than frames', async () => {
  const summary = await measured('every', EVERY);
  for (const { id, status, reason, failures, messages, exchanges } of summary.cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    assert.ok(exchanges > 0 && messages !== undefined, id);
    assert.ok(messages.serverCpuUs! > 0 && messages.setUpMs >= 0 && messages.firstMs > 0, id);
  }
  const overhead = (transport: string, direction: string) =>
    cellOf(summary, transport, direction).messages!.wire!.overhead;
  // A frame of 100 bytes to the server has a head of 6 bytes, one to the client of 2; one acknowledgement,
  // `50`, has 4 for all.
  const [up, down] = [overhead('websocket', 'client-to-server'), overhead('websocket', 'server-to-client')];
  assert.equal(up.toFixed(6), (6 + 4 / 50).toFixed(6));
  assert.equal(down, 2);
  assert.ok(overhead('xhr', 'client-to-server') > 200);
  // `data:` and two ends of lines, in few pieces of a body.
  const [events, stream] = [overhead('sse', 'server-to-client'), overhead('stream', 'server-to-client')];
  assert.ok(events >= 7 && events < 8, `${events} bytes an event`);
  assert.ok(stream >= 4 && stream < 5, `${stream} bytes a message of a stream`);

  const perMessageMs = (transport: string, direction: string) =>
    cellOf(summary, transport, direction).messages!.perMessageMs.median;
  const [xhr, frames] = [
    perMessageMs('xhr', 'client-to-server'),
    perMessageMs('websocket', 'client-to-server'),
  ];
  assert.ok(xhr > 2 * frames, `xhr ${xhr} ms, websocket ${frames} ms`);

  const pressed = summary.cells.find(({ part }) => part === 'pressed')!;
  assert.ok(pressed.phases.encode! > 0 && pressed.phases.decode! > 0, JSON.stringify(pressed.phases));
  assert.ok(pressed.messages!.wire!.overhead < 0, 'deflated books take less than they are long');
});

const RTT_MS = 40;
/** At ten a second each request is answered before the next is due. */
const FAR = `factors:
  n: 10
  size: 100
  browser: chromium
  network: {name: far, down: 10mbit, up: 10mbit, rtt: ${RTT_MS}ms}
parts:
  - {name: both, title: B, factors: {direction: both-ways, mode: [ping-pong, paced-10], transport: [websocket, sse+fetch]}}
  - {name: down, title: D, factors: {direction: server-to-client, mode: paced-10, transport: [websocket, sse]}}
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 4s, warmup: 0s, timeout: 10s}
`;
/** Two machines' worth of work on one that others use too. */
const ALLOWED_MS = 12;

test('a delay that is known stands in every latency: whole where messages come back, half one way', async () => {
  const summary = await measured('far', FAR);
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
