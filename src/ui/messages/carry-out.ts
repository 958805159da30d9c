// Carries out the orders of one press of Run: one after the other, each as often as asked, until all are
// done, one fails or the user stops it.

import type { RunSequence, SequenceOutcome } from '../../exchange/messages/sequence-order.ts';
import type { TargetAddress } from '../../wire/target-contract.ts';
import type { PageOrder, PageRun } from './page-run.ts';

export interface Doing {
  readonly order: PageOrder;
  /** Its place among the orders, from 0. */
  readonly place: number;
  readonly orders: number;
  /** From 1. */
  readonly repetition: number;
  readonly delivered: number;
}

export interface Carrier {
  readonly runSequence: RunSequence;
  readonly now: () => number;
  readonly date: () => Date;
  /** Origin of the target over the order's protocol. */
  readonly address: (order: PageOrder) => TargetAddress;
  readonly certificateSha256Base64: string;
  /** Whether the page was hidden since the last call. */
  readonly wasHidden: () => boolean;
}

export interface Watcher {
  readonly onDoing: (doing: Doing) => void;
  readonly onRun: (run: Omit<PageRun, 'number'>) => void;
}

/** The default of studies; of slow paces runSequence waits longer by itself. */
const TIMEOUT_MS = 60_000;

/**
 * Resolves with false if it was stopped. A run that had finished some repetitions by then is reported with
 * these.
 */
export async function carryOut(
  orders: readonly PageOrder[],
  carrier: Carrier,
  { onDoing, onRun }: Watcher,
  signal: AbortSignal,
): Promise<boolean> {
  for (const [place, order] of orders.entries()) {
    const startedAt = carrier.date().toISOString();
    const outcomes: SequenceOutcome[] = [];
    carrier.wasHidden();
    try {
      for (let repetition = 1; repetition <= order.repeats; repetition++) {
        const doing = { order, place, orders: orders.length, repetition };
        onDoing({ ...doing, delivered: 0 });
        outcomes.push(await once(order, carrier, (delivered) => onDoing({ ...doing, delivered }), signal));
        if (outcomes.at(-1)!.failure !== null) break;
      }
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    }
    if (outcomes.length > 0) onRun({ startedAt, order, outcomes, wasHidden: carrier.wasHidden() });
    if (signal.aborted) return false;
  }
  return true;
}

function once(
  order: PageOrder,
  { runSequence, now, address, certificateSha256Base64 }: Carrier,
  onProgress: (delivered: number) => void,
  signal: AbortSignal,
): Promise<SequenceOutcome> {
  const { transport, spec } = order;
  return runSequence(
    {
      ...address(order),
      transport,
      spec,
      certificateSha256Base64,
      data: null,
      keepLatencies: true,
    },
    {
      now,
      timeoutMs: TIMEOUT_MS,
      onProgress,
    },
    signal,
  );
}
