import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventSource as UndiciEventSource } from 'undici';
import { CARRIES, type MessageTransport, MODES, type SequenceSpec } from '../../wire/sequence.ts';
import { type Hooks, littleMessageTarget } from './little-message-target.ts';
import { runSequence } from './run-sequence.ts';
import type { SequenceOrder, SequencePlace } from './sequence-order.ts';
import { transportsHere } from './transports.ts';

globalThis.EventSource ??= UndiciEventSource as unknown as typeof EventSource;

const RANDOM = { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 7 } as const;

function specOf(changes: Partial<SequenceSpec> = {}): SequenceSpec {
  return {
    direction: 'server-to-client',
    mode: 'throughput',
    ratePerSecond: changes.mode === 'paced' ? 500 : null,
    messages: 40,
    content: RANDOM,
    compression: 'none',
    ...changes,
  };
}

/** Runs one against a little target; afterwards nothing of it may be open. */
async function run(
  transport: MessageTransport,
  spec: SequenceSpec,
  hooks: Partial<Hooks> = {},
  order: Partial<SequenceOrder> = {},
  place: Partial<SequencePlace> = {},
) {
  const target = await littleMessageTarget(hooks);
  try {
    const outcome = await runSequence(
      { targetUrl: target.url, transport, spec, certificateSha256Base64: null, data: null, ...order },
      { now: () => performance.now(), timeoutMs: 5_000, ...place },
      AbortSignal.any([]),
    );
    await target.allClosed();
    return { ...outcome, asked: target.asked };
  } finally {
    await target.close();
  }
}

for (const transport of transportsHere()) {
  for (const direction of CARRIES[transport].directions) {
    for (const mode of MODES) {
      test(`${transport}, ${direction}, ${mode}: every message arrives`, async () => {
        const { failure, figures, bytes, totalMs } = await run(transport, specOf({ direction, mode }));
        assert.equal(failure, null);
        assert.equal(figures.delivered, 40);
        assert.equal(bytes, direction === 'both-ways' ? 8_000 : 4_000);
        assert.ok(totalMs > 0 && figures.firstMs > 0 && figures.firstMs <= figures.wallMs);
        const counted = figures.latencies.reduce((sum, [, count]) => sum + count, 0);
        assert.equal(counted, mode === 'throughput' ? 0 : 40);
      });
    }
  }
}
