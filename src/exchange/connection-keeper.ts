// Sees to it that a request finds what its cell is about: an open connection (warm) or none (cold). It knows which
// origins have one, since every request of a cold cell asks the target to close after it; what it has to ask for
// itself, to open one or to be rid of one, is never timed and becomes no sample.

import type { Connection, Protocol } from '../wire/factors.ts';
import { emptyUrl } from '../wire/target-contract.ts';

/** Gets a URL and lets the answer go; rejects where there is none. */
export type Get = (url: string, signal: AbortSignal) => Promise<void>;

/** What a request is to find, and where. */
export interface Asked {
  readonly targetUrl: string;
  readonly connection: Connection;
  readonly protocol: Protocol;
}

export class ConnectionKeeper {
  readonly #get: Get;
  readonly #nextSerial: () => number;
  /** Origins that nobody knows of are not in it: not asked yet, or left by a request that failed. */
  readonly #isOpen = new Map<string, boolean>();

  constructor(get: Get, nextSerial: () => number) {
    this.#get = get;
    this.#nextSerial = nextSerial;
  }

  /**
   * Carries out requests of a cell, its origin being as the cell asks. A cold cell's requests ask for
   * `connection=close`, so several in a row each open their own.
   */
  async carryOut<T>(asked: Asked, signal: AbortSignal, requests: () => Promise<T>): Promise<T> {
    const { targetUrl, connection } = asked;
    const open = connection === 'warm';
    if (this.#isOpen.get(targetUrl) !== open) await this.#get(this.#urlToReach(asked), signal);
    this.#isOpen.delete(targetUrl);
    const result = await requests();
    this.#isOpen.set(targetUrl, open);
    return result;
  }

  /**
   * Call after a pause: a connection that was open may have been closed meanwhile (WebKit does so with HTTP/2), so the
   * next warm request has an untimed one before it.
   */
  doubtOpenOnes(): void {
    for (const [origin, open] of this.#isOpen) if (open) this.#isOpen.delete(origin);
  }

  #urlToReach({ targetUrl, connection }: Asked): string {
    return emptyUrl(targetUrl, this.#nextSerial(), connection === 'cold');
  }
}

/** The real one. */
export async function getAndForget(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the target answered ${response.status} to ${response.url}`);
}
