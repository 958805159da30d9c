// How many requests to a server somebody agreed to, kept over all the fronts that stand before it one after
// the other: each is handed what is left, and gives back what it did not need.

export class RequestTotal {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** For a front that is started. */
  take(): number {
    const most = this.#left;
    this.#left = 0;
    return most;
  }

  giveBack(count: number): void {
    this.#left += Math.max(0, count);
  }
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
