// Time is a parameter, so that code that waits or takes time stamps can be tested without waiting.

export interface Clock {
  /** Milliseconds from a monotonic clock with an arbitrary origin. */
  nowMs(): number;
  /** Wall-clock time, for labels and for instants that other processes must understand. */
  date(): Date;
}

/** A clock that a test moves by hand. */
export class FakeClock implements Clock {
  #ms: number;
  constructor(startMs = 0) {
    this.#ms = startMs;
  }
  nowMs(): number {
    return this.#ms;
  }
  date(): Date {
    return new Date(Date.UTC(2026, 0, 1) + this.#ms);
  }
  advance(ms: number): void {
    this.#ms += ms;
  }
}
