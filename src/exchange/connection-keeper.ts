// Sees to it that a request finds what its cell is about: an open connection (warm) or none (cold). It knows
// which origins have one, since every request of a cold cell asks the target to close after it; what it has
// to ask for itself, to open one or to be rid of one, is never timed and becomes no sample.

import type { Connection } from '../factors/connection.ts';
import type { Protocol } from '../factors/protocol.ts';
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
  readonly #known = new Map<string, { readonly open: boolean; readonly get: Get }>();

  constructor(get: Get, nextSerial: () => number) {
    this.#get = get;
    this.#nextSerial = nextSerial;
  }

  /**
   * Carries out requests of a cell, its origin being as the cell asks. A cold cell's requests ask for
   * `connection=close`, so several in a row each open their own. `get` reaches the connections that they use:
   * threads of some platforms share theirs and of others do not, so what one thread left open or closed tells
   * nothing of another's.
   */
  async carryOut<T>(
    asked: Asked,
    signal: AbortSignal,
    requests: () => Promise<T>,
    get = this.#get,
  ): Promise<T> {
    const { targetUrl, connection } = asked;
    const open = connection === 'warm';
    const known = this.#known.get(targetUrl);
    if (known?.open !== open || known.get !== get) await get(this.#urlToReach(asked), signal);
    this.#known.delete(targetUrl);
    const result = await requests();
    this.#known.set(targetUrl, { open, get });
    return result;
  }

  /**
   * Call after a pause: a connection that was open may have been closed meanwhile (WebKit does so with
   * HTTP/2), so the next warm request has an untimed one before it.
   */
  doubtOpenOnes(): void {
    for (const [origin, { open }] of this.#known) if (open) this.#known.delete(origin);
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
