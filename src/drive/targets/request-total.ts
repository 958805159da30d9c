// What somebody agreed to of requests to a server, kept over all the fronts that stand before it one after
// the other: each is handed what is left of their number, and gives back what it did not need; and the first
// request by one comes no sooner after the last by another than the rate lets it.

export class RequestTotal {
  readonly #gapMs: number;
  /** null: as many as come. */
  #left: number | null;
  #isUntold = false;
  #rested: Promise<void>;

  /** null: as many as come, as often as they come. The server has just been asked. */
  constructor(most: number | null, perSecond: number | null) {
    this.#left = most;
    this.#gapMs = perSecond === null ? 0 : 1_000 / perSecond;
    this.#rested = gone(this.#gapMs);
  }

  /** For a front that is started. */
  take(): number | null {
    const most = this.#left;
    if (most !== null) this.#left = 0;
    return most;
  }

  /** By a front that is closed, or did not start. `sent`: null: it ended without a word of that. */
  giveBack(most: number | null, sent: number | null): void {
    this.#rested = gone(this.#gapMs);
    if (most === null) return;
    if (sent === null) this.#isUntold = true;
    else this.#left = (this.#left ?? 0) + Math.max(0, most - sent);
  }

  /** How many some front sent nobody knows, so that all that it was handed count as sent. */
  get isUntold(): boolean {
    return this.#isUntold;
  }

  /** Resolves when the server may be asked again. */
  get rested(): Promise<void> {
    return this.#rested;
  }
}

function gone(ms: number): Promise<void> {
  // Timers end up to a millisecond too soon. A run that is over waits for nobody.
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms + 1).unref());
}

const TELL_WITHIN_MS = 2_000;

/** How many requests a front sent on; null where it is gone, and nobody knows. */
export async function requestsSentBy(frontUrl: string): Promise<number | null> {
  try {
    const answer = await fetch(`${frontUrl}/about`, { signal: AbortSignal.timeout(TELL_WITHIN_MS) });
    const { asked } = (await answer.json()) as { readonly asked?: unknown };
    return typeof asked === 'number' ? asked : null;
  } catch {
    return null;
  }
}
