// Aborts an exchange that takes too long, without a timer for every exchange: one interval looks at the
// running one.

import type { Now } from './request-exchange.ts';

const LOOK_EVERY_MS = 200;

export class Watchdog {
  readonly #now: Now;
  readonly #timeoutMs: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #controller = new AbortController();
  #sinceMs: number | null = null;

  constructor(now: Now, timeoutMs: number) {
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Call before an exchange; pass the signal on to it. */
  begin(): AbortSignal {
    this.#sinceMs = this.#now();
    return this.#controller.signal;
  }

  /** Call after it, and after `fired` was read. */
  end(): void {
    this.#sinceMs = null;
    if (this.fired) this.#controller = new AbortController();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whether the running exchange was aborted. */
  get fired(): boolean {
    return this.#controller.signal.aborted;
  }

  #look(): void {
    if (this.#sinceMs !== null && this.#now() - this.#sinceMs > this.#timeoutMs) this.#controller.abort();
  }
}
