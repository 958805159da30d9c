// Where agents outside the lab wait between sessions: each that asks is sent to the next session that nobody has joined.

import { randomBytes } from 'node:crypto';

const LONG_POLL_MS = 20_000;

export class WaitingRoom {
  /** Whoever has it may join; it stands in the URL that people open. */
  readonly key = randomBytes(8).toString('hex');
  #offered: string | null = null;
  #waiting: ((token: string | null) => void)[] = [];

  /** A session that the next agent may join. */
  offer(token: string): void {
    const first = this.#waiting.shift();
    if (first === undefined) this.#offered = token;
    else first(token);
  }

  withdraw(token: string): void {
    if (this.#offered === token) this.#offered = null;
  }

  /** The token of a session to join; null after a while without one. */
  next(): Promise<string | null> {
    const token = this.#offered;
    this.#offered = null;
    if (token !== null) return Promise.resolve(token);
    return new Promise((resolve) => {
      const take = (offered: string | null) => {
        clearTimeout(timer);
        resolve(offered);
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== take);
        resolve(null);
      }, LONG_POLL_MS);
      // A page that is gone must not keep the lab alive.
      timer.unref();
      this.#waiting.push(take);
    });
  }
}
