import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { labBench } from '../../support/real/lab-process.ts';
import { cellOf, messagesRun } from '../../support/real/messages-run.ts';

// Sequences of messages in a real Chromium over loopback: every transport in every direction.

const bench = labBench();
after(() => bench.remove());

const EVERY = `factors: {n: 50, size: 100, browser: chromium}
parts:
  - {name: up, title: U, factors: {direction: client-to-server, transport: [xhr, fetch, beacon, websocket]}}
  - {name: down, title: D, factors: {direction: server-to-client, transport: [sse, stream, long-polling, websocket]}}
  - {name: both, title: B, factors: {direction: both-ways, transport: [sse+xhr, sse+fetch, websocket]}}
  - name: pressed
    title: P
    factors:
      {direction: server-to-client, transport: websocket, compression: permessage-deflate, dataset: book, format: json, size: data}
protocol: {sessions: 1, budget: 8s, warmup: 0, timeout: 10s}
`;

test('every transport carries its messages whole, and requests cost more than frames', async () => {
  const summary = await messagesRun(bench, 'every', EVERY);
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
