// Sees to it that a request finds what its cell is about: an open connection (warm) or none (cold). It knows
// which origins have one, since every request of a cold cell asks the target to close after it; what it has
// to ask for itself, to open one or to be rid of one, is never timed and becomes no sample.

import type { Connection } from '../../factors/connection.ts';
import { isOverQuic, type Protocol } from '../../factors/protocol.ts';
import { emptyPath, requestUrl, type TargetAddress } from '../../wire/target-contract.ts';
import { refused } from '../refused.ts';
import { Http3Origins, USUAL_HTTP3 } from './http3-origins.ts';

/** Gets a URL and lets the answer go; rejects where there is none. */
export type Get = (url: string, signal: AbortSignal) => Promise<void>;

/** What a request is to find, and where. */
export interface Asked extends TargetAddress {
  readonly connection: Connection;
  readonly protocol: Protocol;
  /** The least time from one such request to the next; absent: none. */
  readonly leastGapMs?: number;
}

export class ConnectionKeeper {
  readonly #get: Get;
  readonly #nextSerial: () => number;
  /** Origins that nobody knows of are not in it: not asked yet, or left by a request that failed. */
  readonly #known = new Map<string, { readonly open: boolean; readonly get: Get }>();
  readonly #http3: Http3Origins;
  /** When the next request of a cell with a gap may begin. */
  #nextMs = 0;

  constructor(get: Get, nextSerial: () => number, http3 = new Http3Origins(USUAL_HTTP3)) {
    this.#get = get;
    this.#nextSerial = nextSerial;
    this.#http3 = http3;
  }

  /**
   * Carries out requests of a cell, its origin being as the cell asks. A cold cell's requests ask for
   * `connection=close`, so several in a row each open their own. `get` reaches the connections that they use:
   * threads of some platforms share theirs and of others do not, so what one thread left open or closed tells
   * nothing of another's. `begin` gives the signal that ends what takes too long: it is called when the
   * cell's gap is over, which may be longer than any exchange may take.
   */
  async carryOut<T>(
    asked: Asked,
    begin: () => AbortSignal,
    requests: (signal: AbortSignal) => Promise<T>,
    get = this.#get,
  ): Promise<T> {
    const { targetUrl, connection } = asked;
    const open = connection === 'warm';
    await this.keepGap(asked);
    const signal = begin();
    const known = this.#known.get(targetUrl);
    const mustAsk = known?.open !== open || known.get !== get;
    if (mustAsk) await this.#ask(asked, get, signal);
    this.#known.delete(targetUrl);
    const result = await this.#once(asked, () => requests(signal));
    this.#known.set(targetUrl, { open, get });
    return result;
  }

  async #ask(asked: Asked, get: Get, signal: AbortSignal): Promise<void> {
    const { targetUrl, connection, protocol } = asked;
    const emptyUrl = (isLast: boolean) => requestUrl(asked, emptyPath(this.#nextSerial(), isLast));
    // Resource Timing tells this thread of its own requests alone; what one has learnt of an origin all know.
    const ask = async () => {
      const url = emptyUrl(false);
      await this.#get(url, signal);
      return url;
    };
    if (isOverQuic(protocol)) await this.#http3.reach(targetUrl, ask);
    await this.#once(asked, () => get(emptyUrl(connection === 'cold'), signal));
  }

  /** Over HTTP/3 not before the connection is gone that a cold request left. */
  async #once<T>({ targetUrl, connection, protocol }: Asked, requests: () => Promise<T>): Promise<T> {
    if (!isOverQuic(protocol)) return requests();
    await this.#http3.untilGone(targetUrl);
    return connection === 'warm' ? requests() : this.#http3.leaving(targetUrl, requests);
  }

  /** Waits, outside of anything that is timed, until a cell with a gap may ask again. */
  async keepGap({ leastGapMs }: Pick<Asked, 'leastGapMs'>): Promise<void> {
    if (leastGapMs === undefined) return;
    // Timers end up to a millisecond too soon.
    for (let leftMs = this.#nextMs - performance.now(); leftMs > 0; leftMs = this.#nextMs - performance.now())
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(leftMs)));
    this.#nextMs = performance.now() + leastGapMs;
  }

  /**
   * Call after a pause: a connection that was open may have been closed meanwhile (WebKit does so with
   * HTTP/2), so the next warm request has an untimed one before it.
   */
  doubtOpenOnes(): void {
    for (const [origin, { open }] of this.#known) if (open) this.#known.delete(origin);
  }
}

/** The real one. */
export async function getAndForget(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal });
  const body = await response.arrayBuffer();
  if (!response.ok) throw refused(response, body);
}
