// How long the machine stood still: a thread that does nothing but wake up every 10 ms did not. What a host
// takes from all cores at once stands in no book of theirs.

import { parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY_MS = 10;
/** Shorter ones are not kept: that long a thread may wait for a core where all are busy. */
const KEPT_FROM_MS = 50;
const AS_CLOCK = 'scripts/tests/stalls.ts';

export interface Stall {
  /** When it ended. */
  readonly atMs: number;
  readonly ms: number;
}

/** Looks from now on. */
export class Stalls {
  readonly #all: Stall[] = [];
  readonly #worker = new Worker(new URL(import.meta.url), { workerData: AS_CLOCK });

  constructor() {
    this.#worker.on('message', ({ atMs, ms }: Stall) => {
      this.#all.push({ atMs: atMs - performance.timeOrigin, ms });
    });
    this.#worker.unref();
  }

  /** The longest between two times of `performance.now()`, ms; 0 where there was none. */
  longestIn(fromMs: number, toMs: number): number {
    return longestIn(this.#all, fromMs, toMs);
  }

  stop(): void {
    void this.#worker.terminate();
  }
}

/** Of those that were not over at `fromMs` and had begun by `toMs`. */
export function longestIn(stalls: readonly Stall[], fromMs: number, toMs: number): number {
  const then = stalls.filter(({ atMs, ms }) => atMs >= fromMs && atMs - ms <= toMs);
  return Math.max(0, ...then.map(({ ms }) => ms));
}

if (workerData === AS_CLOCK) {
  let beforeMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    const ms = nowMs - beforeMs - EVERY_MS;
    beforeMs = nowMs;
    if (ms >= KEPT_FROM_MS) parentPort!.postMessage({ atMs: performance.timeOrigin + nowMs, ms });
  }, EVERY_MS);
}
