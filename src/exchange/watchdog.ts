// Aborts an exchange that takes too long. Its timer is laid between exchanges and for so long that it goes
// off in none of them, but for one that takes half of the time allowed.

import type { Now } from './request-exchange.ts';

export class Watchdog {
  readonly #now: Now;
  readonly #timeoutMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when the timer that is laid may stay: an exchange that begins later gets a new one. */
  #staysUntilMs = Number.NEGATIVE_INFINITY;
  #controller = new AbortController();
  #sinceMs: number | null = null;

  constructor(now: Now, timeoutMs: number) {
    this.#now = now;
    this.#timeoutMs = timeoutMs;
  }

  /** Call before an exchange; pass the signal on to it. */
  begin(): AbortSignal {
    const nowMs = this.#now();
    this.#sinceMs = nowMs;
    if (nowMs > this.#staysUntilMs) {
      this.#staysUntilMs = nowMs + this.#timeoutMs / 2;
      this.#lookAfter(this.#timeoutMs);
    }
    return this.#controller.signal;
  }

  /** Call after it, and after `fired` was read. */
  end(): void {
    this.#sinceMs = null;
    if (this.fired) this.#controller = new AbortController();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Whether the running exchange was aborted. */
  get fired(): boolean {
    return this.#controller.signal.aborted;
  }

  #lookAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    this.#staysUntilMs = Number.NEGATIVE_INFINITY;
    if (this.#sinceMs === null) return;
    const leftMs = this.#timeoutMs - (this.#now() - this.#sinceMs);
    if (leftMs <= 0) this.#controller.abort();
    else this.#lookAfter(leftMs);
  }
}
