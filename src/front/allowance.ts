// How often a server may be asked that is somebody's, in a second and in all: the agent keeps the pace, and
// this stands behind it, so that no mistake of ours becomes a flood.

export class Allowance {
  readonly perSecond: number | null;
  /** Requests that went out. */
  asked = 0;
  readonly #most: number | null;
  readonly #nowMs: () => number;
  #left: number;
  #atMs: number;

  /** null: as often as anybody likes. */
  constructor(perSecond: number | null, most: number | null, nowMs: () => number) {
    this.perSecond = perSecond;
    this.#most = most;
    this.#nowMs = nowMs;
    this.#left = burst(perSecond);
    this.#atMs = nowMs();
  }

  /** Whether one more request may go out now. */
  take(): boolean {
    if (this.isUsedUp || !this.#isInTime()) return false;
    this.asked += 1;
    return true;
  }

  /** All requests that somebody agreed to went out. */
  get isUsedUp(): boolean {
    return this.#most !== null && this.asked >= this.#most;
  }

  #isInTime(): boolean {
    const { perSecond } = this;
    if (perSecond === null) return true;
    const nowMs = this.#nowMs();
    this.#left = Math.min(burst(perSecond), this.#left + ((nowMs - this.#atMs) * perSecond) / 1_000);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** By so much a request may come late, so that the next one follows it closely. */
const LATE_SECONDS = 5;

/**
 * Timers and networks are late now and then, and what was late comes closer together: at high rates several
 * requests, at low ones hardly more than one.
 */
function burst(perSecond: number | null): number {
  return perSecond === null ? 0 : Math.max(perSecond, Math.min(5, 1 + LATE_SECONDS * perSecond));
}
