// One sequence against a little target, for the tests of runSequence.

import { EventSource as UndiciEventSource } from 'undici';
import { runSequence } from '../../../src/exchange/messages/run-sequence.ts';
import type { SequenceOrder, SequencePlace } from '../../../src/exchange/messages/sequence-order.ts';
import type { MessageTransport } from '../../../src/factors/transport.ts';
import type { SequenceSpec } from '../../../src/wire/sequence.ts';
import { type Hooks, littleMessageTarget } from '../targets/little-message-target.ts';

globalThis.EventSource ??= UndiciEventSource as unknown as typeof EventSource;

export const RANDOM = {
  kind: 'random',
  body: 'text',
  size: { policy: 'fixed', bytes: 100 },
  seed: 7,
} as const;

export function specOf(changes: Partial<SequenceSpec> = {}): SequenceSpec {
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
export async function run(
  transport: MessageTransport,
  spec: SequenceSpec,
  hooks: Partial<Hooks> = {},
  order: Partial<SequenceOrder> = {},
  place: Partial<SequencePlace> = {},
) {
  const target = await littleMessageTarget(hooks);
  try {
    const outcome = await runSequence(
      {
        targetUrl: target.url,
        secret: null,
        transport,
        spec,
        certificateSha256Base64: null,
        data: null,
        ...order,
      },
      { now: () => performance.now(), timeoutMs: 5_000, ...place },
      AbortSignal.any([]),
    );
    await target.allClosed();
    return { ...outcome, asked: target.asked };
  } finally {
    await target.close();
  }
}
