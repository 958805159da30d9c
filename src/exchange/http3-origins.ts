// How browsers come to HTTP/3 at an origin, and how they leave a connection of it.

interface Http3Habits {
  /** Requests to an origin before the first one that is sure to go over HTTP/3. */
  readonly requestsToReach: number;
  /** After a request that its connection ended with, how long no new one can be opened. */
  lingersMs(fastestMs: number): number;
}

/** Chromium goes where it was told at once, and leaves an ended connection behind. */
export const USUAL_HTTP3: Http3Habits = { requestsToReach: 0, lingersMs: () => 0 };

/**
 * Firefox learns of HTTP/3 from the answer to its first request (Alt-Svc). To an origin whose connection was
 * ended it opens no other before that is gone, three probe timeouts later, each of them several round trips
 * and the time for which the other side may put off an acknowledgement (26 ms in quic-go). Whoever opens a
 * page for the first time does not wait for that, so no cold exchange may.
 */
const FIREFOX_HTTP3: Http3Habits = {
  requestsToReach: 2,
  lingersMs: (fastestMs) => Math.min(3_000, 120 + 5 * fastestMs),
};

export function http3HabitsHere(): Http3Habits {
  const { userAgent = '' } = globalThis.navigator ?? {};
  return userAgent.includes('Firefox') ? FIREFOX_HTTP3 : USUAL_HTTP3;
}

/** What is known of the origins that were asked over HTTP/3. */
export class Http3Origins {
  readonly #habits: Http3Habits;
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #reached = new Set<string>();
  /**
   * When the last connection was ended, and what the fastest request took that ended one: two round trips.
   */
  readonly #left = new Map<string, { readonly atMs: number; readonly fastestMs: number }>();

  constructor(habits: Http3Habits, now = () => performance.now(), sleep = sleepFor) {
    this.#habits = habits;
    this.#now = now;
    this.#sleep = sleep;
  }

  /** As many requests are to go before; 0 once they have. */
  requestsToReach(origin: string): number {
    if (this.#reached.has(origin)) return 0;
    this.#reached.add(origin);
    return this.#habits.requestsToReach;
  }

  async untilGone(origin: string): Promise<void> {
    const left = this.#left.get(origin);
    if (left === undefined) return;
    const restMs = left.atMs + this.#habits.lingersMs(left.fastestMs) - this.#now();
    if (restMs > 0) await this.#sleep(restMs);
  }

  /** Carries out a request that ends its connection. */
  async leaving<T>(origin: string, request: () => Promise<T>): Promise<T> {
    const startMs = this.#now();
    try {
      return await request();
    } finally {
      const atMs = this.#now();
      const before = this.#left.get(origin)?.fastestMs ?? Number.POSITIVE_INFINITY;
      this.#left.set(origin, { atMs, fastestMs: Math.min(before, atMs - startMs) });
    }
  }
}

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
