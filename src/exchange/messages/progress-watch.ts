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
  #movedMs: number;
  #told = 0;

  constructor(watched: Watched, now: () => number, allowedMs: number) {
    this.#watched = watched;
    this.#now = now;
    this.#allowedMs = allowedMs;
    this.#movedMs = now();
    const seldomMs = Math.max(LOOK_EVERY_MS, allowedMs / LOOKS);
    const everyMs = watched.onProgress === undefined ? seldomMs : LOOK_EVERY_MS;
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { movement, delivered, stalled, onProgress } = this.#watched;
    const moved = movement();
    const nowMs = this.#now();
    if (moved !== this.#movement) {
      this.#movement = moved;
      this.#movedMs = nowMs;
    } else if (nowMs - this.#movedMs > this.#allowedMs) {
      this.stop();
      stalled();
    }
    const count = delivered();
    if (count === this.#told) return;
    this.#told = count;
    onProgress?.(count);
  }
}
