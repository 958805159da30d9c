// How long an exchange keeps the main thread from anything else: a heartbeat tells, by the beats that it missed. It would take
// part of what it watches, so it beats in exchanges of its own, which become no samples.

import { median } from '../base/figures/median.ts';
import type { Surroundings } from './block-exchanges.ts';
import type { CellRunner } from './cell-runner.ts';
import { threadFor } from './exchange-thread.ts';
import type { Now } from './request-exchange.ts';

/** Beats follow one another within microseconds: a pause of this length is somebody else's work. */
const MISSED_MS = 0.25;
const STEADY_AFTER_BEATS = 50;
const MOST_EXCHANGES = 7;
const EXCHANGES_MS = 500;

/** Milliseconds of one exchange, the median over some: the sum of the pauses between beats that are longer than a beat's. */
export async function timeMainThreadBusy(
  runner: CellRunner,
  place: Surroundings,
  timeoutMs: number,
): Promise<number> {
  const thread = threadFor(runner, place);
  const busyMs: number[] = [];
  const startMs = place.now();
  for (let nth = 0; nth < MOST_EXCHANGES; nth++) {
    if (place.now() - startMs > EXCHANGES_MS) break;
    const signal = AbortSignal.timeout(timeoutMs);
    const message = nth % runner.spec.messages;
    const once = () => busyDuring(() => thread.exchange(runner, message, place, signal), place.now);
    busyMs.push(await place.connections.carryOut(runner.spec, signal, once, thread.get));
  }
  return median(busyMs);
}

/** Milliseconds for which this thread did not come to its own messages while `work` went on. */
export async function busyDuring(work: () => Promise<unknown>, now: Now): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  const steady = Promise.withResolvers<void>();
  let missedMs = 0;
  let beats = 0;
  let lastMs = now();
  const count = (): void => {
    const beatMs = now();
    if (beatMs - lastMs >= MISSED_MS) missedMs += beatMs - lastMs;
    lastMs = beatMs;
  };
  port1.onmessage = () => {
    count();
    if (++beats === STEADY_AFTER_BEATS) steady.resolve();
    port2.postMessage(null);
  };
  port2.postMessage(null);
  try {
    await steady.promise;
    missedMs = 0;
    lastMs = now();
    await work();
    count();
    return missedMs;
  } finally {
    port1.close();
  }
}
