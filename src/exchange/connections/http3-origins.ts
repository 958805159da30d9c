// How browsers come to HTTP/3 at an origin, and how they leave a connection of it.

interface Http3Habits {
  /** So many requests go to an origin at most until one goes over HTTP/3; 0: the first one does. */
  readonly mostToReach: number;
  /** After a request that its connection ended with, how long no new one can be opened. */
  lingersMs(fastestMs: number): number;
}

/** Chromium goes where it was told at once, and leaves an ended connection behind. */
export const USUAL_HTTP3: Http3Habits = { mostToReach: 0, lingersMs: () => 0 };

/**
 * Firefox learns of HTTP/3 from the answer to its first request (Alt-Svc), and takes it once a connection of
 * its own has shown that it works, which on a busy machine comes after several requests. To an origin whose
 * connection was ended it opens no other before that is gone, three probe timeouts later, each of them
 * several round trips and the time for which the other side may put off an acknowledgement (26 ms in
 * quic-go). Whoever opens a page for the first time does not wait for that, so no cold exchange may.
 */
const FIREFOX_HTTP3: Http3Habits = {
  mostToReach: 8,
  lingersMs: (fastestMs) => Math.min(3_000, 120 + 5 * fastestMs),
};

export function http3HabitsHere(): Http3Habits {
  const { userAgent = '' } = globalThis.navigator ?? {};
  return userAgent.includes('Firefox') ? FIREFOX_HTTP3 : USUAL_HTTP3;
}

/** Twice as long each time. */
const FIRST_PAUSE_MS = 10;

/** What is known of the origins that were asked over HTTP/3. */
export class Http3Origins {
  readonly #habits: Http3Habits;
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<void>;
  /** The protocol over which a URL was answered, as Resource Timing has it; absent: nothing tells. */
  readonly #spoken: (url: string) => string | undefined;
  readonly #reached = new Set<string>();
  /**
   * When the last connection was ended, and what the fastest request took that ended one: two round trips.
   */
  readonly #left = new Map<string, { readonly atMs: number; readonly fastestMs: number }>();

  constructor(habits: Http3Habits, now = () => performance.now(), sleep = sleepFor, spoken = spokenHere) {
    this.#habits = habits;
    this.#now = now;
    this.#sleep = sleep;
    this.#spoken = spoken;
  }

  /**
   * Asks until a request goes over HTTP/3, or no more: what then goes over another protocol says so itself.
   * `ask`: carries out one more request, and answers its URL.
   */
  async reach(origin: string, ask: () => Promise<string>): Promise<void> {
    if (this.#reached.has(origin)) return;
    for (let i = 0; i < this.#habits.mostToReach; i++) {
      if (this.#spoken(await ask()) === 'h3') break;
      await this.#sleep(FIRST_PAUSE_MS * 2 ** i);
    }
    this.#reached.add(origin);
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

function spokenHere(url: string): string | undefined {
  const [entry] = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[];
  return entry?.nextHopProtocol;
}

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
