// Sees to it that a sequence goes on: one interval looks whether anything has moved since it looked last. So
// nothing is stamped for it at a message, and a long sequence may take as long as it takes. Where nobody
// wants to see how far it is, the interval is so long that it goes off in no sequence of usual length.

const LOOK_EVERY_MS = 100;
/** In the time in which something has to move, where nobody watches. */
const LOOKS = 4;

export interface Watched {
  /** Any sum that grows, or changes, when something moves. */
  readonly movement: () => number;
  readonly delivered: () => number;
  /** Called once, when nothing has moved for too long. */
  readonly stalled: () => void;
  readonly onProgress?: ((delivered: number) => void) | undefined;
}

export class ProgressWatch {
  readonly #watched: Watched;
  readonly #now: () => number;
  readonly #allowedMs: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #movement = Number.NaN;
  readonly #everyMs: number;
  #lookedMs: number;
  /** Since something moved; of a process that stood still meanwhile no more than it was to stand still. */
  #waitedMs = 0;
  #told = 0;

  constructor(watched: Watched, now: () => number, allowedMs: number) {
    this.#watched = watched;
    this.#now = now;
    this.#allowedMs = allowedMs;
    this.#lookedMs = now();
    const seldomMs = Math.max(LOOK_EVERY_MS, allowedMs / LOOKS);
    const everyMs = watched.onProgress === undefined ? seldomMs : LOOK_EVERY_MS;
    this.#everyMs = everyMs;
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { movement, delivered, stalled, onProgress } = this.#watched;
    const moved = movement();
    const nowMs = this.#now();
    this.#waitedMs += Math.min(nowMs - this.#lookedMs, 2 * this.#everyMs);
    this.#lookedMs = nowMs;
    if (moved !== this.#movement) {
      this.#movement = moved;
      this.#waitedMs = 0;
    } else if (this.#waitedMs > this.#allowedMs) {
      this.stop();
      stalled();
    }
    const count = delivered();
    if (count === this.#told) return;
    this.#told = count;
    onProgress?.(count);
  }
}
