// How long an exchange keeps the main thread from anything else: a heartbeat tells, by the beats that it
// missed. It would take part of what it watches, so it beats in exchanges of its own, which become no
// samples.

import { median } from '../../base/figures/median.ts';
import type { Surroundings } from '../block-exchanges.ts';
import type { CellRunner } from '../cell-runner.ts';
import { threadFor } from '../exchange-thread.ts';
import type { Now } from '../request-exchange.ts';

/** A gap of so many beats is late: timers are not exact. */
const LATE_BEATS = 2;
const USUAL_BEATS = 15;
const MOST_EXCHANGES = 7;
const EXCHANGES_MS = 1_000;

/**
 * Milliseconds of one exchange: what went by between beats that came late. The least of some exchanges, since
 * whatever else the machine does makes beats late too.
 */
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
    const message = nth % runner.spec.messages;
    const begin = () => AbortSignal.timeout(timeoutMs);
    const once = (signal: AbortSignal) =>
      busyDuring(() => thread.exchange(runner, message, place, signal), place.now);
    busyMs.push(await place.connections.carryOut(runner.spec, begin, once, thread.get));
  }
  return Math.min(...busyMs);
}

/**
 * Milliseconds for which this thread did not come to its own timers while `work` went on, to about half a
 * beat.
 */
export async function busyDuring(work: () => Promise<unknown>, now: Now): Promise<number> {
  const heart = new Heart(now);
  try {
    const beatMs = await heart.usualBeatMs();
    heart.startCounting(beatMs);
    await work();
    return heart.missedMs();
  } finally {
    heart.stop();
  }
}

/**
 * A timer, then a message, then the next timer: a timer that sets the next one itself is slowed down to 4 ms.
 * It sleeps most of the time, so it does not compete for the CPU with what it watches.
 */
class Heart {
  readonly #now: Now;
  readonly #channel = new MessageChannel();
  readonly #gapsMs: number[] = [];
  readonly #usual = Promise.withResolvers<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs: number;
  #beatMs = Number.POSITIVE_INFINITY;
  #missedMs = 0;

  constructor(now: Now) {
    this.#now = now;
    this.#lastMs = now();
    this.#channel.port1.onmessage = () => this.#beat();
    this.#beat();
  }

  /** Of a thread that has nothing to do. */
  usualBeatMs(): Promise<number> {
    return this.#usual.promise;
  }

  startCounting(beatMs: number): void {
    this.#beatMs = beatMs;
    this.#lastMs = this.#now();
    this.#missedMs = 0;
  }

  missedMs(): number {
    this.#count();
    return this.#missedMs;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#channel.port1.close();
  }

  #beat(): void {
    const gapMs = this.#count();
    if (this.#gapsMs.push(gapMs) === USUAL_BEATS) this.#usual.resolve(median(this.#gapsMs));
    this.#timer = setTimeout(() => this.#channel.port2.postMessage(null), 1);
  }

  /** What kept the thread began half a beat after the last one, on average. */
  #count(): number {
    const beatMs = this.#now();
    const gapMs = beatMs - this.#lastMs;
    this.#lastMs = beatMs;
    if (gapMs >= LATE_BEATS * this.#beatMs) this.#missedMs += gapMs - this.#beatMs / 2;
    return gapMs;
  }
}
