// Paced sequences are an open loop: whoever sends goes on planning while nothing gets through, so a pause
// stands in the latency of every message that was planned meanwhile, not in one (coordinated omission, as G.
// Tene calls what hides it).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventSource as UndiciEventSource } from 'undici';
import { littleMessageTarget } from '../../../test/support/targets/little-message-target.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import type { SequenceSpec } from '../../wire/sequence.ts';
import { runSequence } from './run-sequence.ts';

globalThis.EventSource ??= UndiciEventSource as unknown as typeof EventSource;

const EVERY_MS = 5;
const BEFORE = 8;
const PAUSE_MS = 200;

const SPEC: SequenceSpec = {
  direction: 'client-to-server',
  mode: 'paced',
  ratePerSecond: 1_000 / EVERY_MS,
  messages: 30,
  content: { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 7 },
  compression: 'none',
};

/** The clock leaps while message number BEFORE passes: so long nothing else has happened. */
async function withPause(transport: MessageTransport, direction: SequenceSpec['direction']) {
  let leapMs = 0;
  let passed = 0;
  const pass = () => {
    if (passed++ === BEFORE) leapMs = PAUSE_MS;
  };
  const target = await littleMessageTarget({
    received: () => direction === 'client-to-server' && pass(),
    leaving: (message) => {
      if (direction === 'both-ways') pass();
      return [message];
    },
    instead: (path) => {
      if (path === '/message' && direction === 'client-to-server') pass();
      return false;
    },
  });
  try {
    return await runSequence(
      {
        targetUrl: target.url,
        secret: null,
        transport,
        spec: { ...SPEC, direction },
        certificateSha256Base64: null,
        data: null,
        keepLatencies: true,
      },
      { now: () => performance.now() + leapMs, timeoutMs: 5_000 },
      AbortSignal.any([]),
    );
  } finally {
    await target.close();
  }
}

for (const [transport, direction] of [
  ['websocket', 'client-to-server'],
  ['fetch', 'client-to-server'],
  ['websocket', 'both-ways'],
  ['sse+fetch', 'both-ways'],
] as const) {
  test(`${transport}, ${direction}: a pause is in the latency of every message planned meanwhile`, async () => {
    const { failure, latenciesMs, totalMs } = await withPause(transport, direction);
    assert.equal(failure, null);
    for (const [i, ms] of latenciesMs!.entries()) {
      if (i < BEFORE) continue;
      // Message BEFORE had left at its planned time, or later: none behind it arrives before the pause is
      // over.
      const leastMs = PAUSE_MS - (i - BEFORE) * EVERY_MS;
      assert.ok(ms >= leastMs, `message ${i}: ${ms} ms, planned ${leastMs} ms before the end of the pause`);
    }
    const sumMs = latenciesMs!.reduce((sum, ms) => sum + ms, 0);
    assert.equal(totalMs, sumMs);
  });
}
