// The browsers that watch the lab: their pages follow its events, or did so a little while ago, since a page
// that nobody sees lets go and comes back.

import type { Clock } from '../../base/clock.ts';
import { isLoopback } from '../../base/loopback.ts';
import type { BrowserAt } from '../../run/agents/browser-at.ts';
import { ownAddresses } from '../server/addresses.ts';

const COMES_BACK_WITHIN_MS = 600_000;

interface Seen {
  /** Pages that follow now. */
  open: number;
  leftMs: number;
}

export class WatchingPages {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #own: () => readonly string[];
  readonly #seen = new Map<string, Seen>();

  /** `own`: the addresses of this machine beside loopback. */
  constructor(clock: Pick<Clock, 'nowMs'>, own: () => readonly string[] = ownAddresses) {
    this.#clock = clock;
    this.#own = own;
  }

  /** One of its pages follows. Answers what to call when it does so no more. */
  came(browser: BrowserAt): () => void {
    this.#forgetOld();
    const name = this.#nameOf(browser);
    if (name === null) return () => {};
    const seen = this.#seen.get(name) ?? { open: 0, leftMs: 0 };
    this.#seen.set(name, seen);
    seen.open++;
    return () => {
      seen.open--;
      seen.leftMs = this.#clock.nowMs();
    };
  }

  has(browser: BrowserAt): boolean {
    this.#forgetOld();
    const name = this.#nameOf(browser);
    return name !== null && this.#seen.has(name);
  }

  /** By all of its addresses this machine is one place. null: nobody can say which browser it is. */
  #nameOf({ address, userAgent }: BrowserAt): string | null {
    if (address === '' || userAgent === '') return null;
    const plain = address.replace(/^::ffff:/, '');
    const isHere = isLoopback(plain) || this.#own().includes(plain);
    return JSON.stringify([isHere ? 'here' : plain, userAgent]);
  }

  #forgetOld(): void {
    const nowMs = this.#clock.nowMs();
    for (const [name, { open, leftMs }] of this.#seen)
      if (open === 0 && nowMs - leftMs > COMES_BACK_WITHIN_MS) this.#seen.delete(name);
  }
}
