// Where agents outside the lab wait between sessions: each that asks is sent to the next session that nobody
// has joined.

import { randomBytes } from 'node:crypto';

const LONG_POLL_MS = 20_000;
/**
 * An agent that was sent to a session registers at once, or is gone: a phone that fell asleep, a page that
 * was closed.
 */
const JOIN_WITHIN_MS = 10_000;

export class WaitingRoom {
  /** Whoever has it may join; it stands in the URL that people open. */
  readonly key = randomBytes(8).toString('hex');
  #offered: string | null = null;
  #waiting: ((token: string | null) => void)[] = [];
  #sentTo: { readonly token: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  /** A session that the next agent may join. */
  offer(token: string): void {
    const first = this.#waiting.shift();
    if (first === undefined) this.#offered = token;
    else first(this.#sent(token));
  }

  /** It was joined, or is over. */
  withdraw(token: string): void {
    if (this.#offered === token) this.#offered = null;
    if (this.#sentTo?.token !== token) return;
    clearTimeout(this.#sentTo.timer);
    this.#sentTo = null;
  }

  /**
   * The token of a session to join; null after a while without one, and where `gone` says that nobody waits
   * any more.
   */
  next(gone?: AbortSignal): Promise<string | null> {
    const token = this.#offered;
    this.#offered = null;
    if (token !== null) return Promise.resolve(this.#sent(token));
    return new Promise((resolve) => {
      const take = (offered: string | null) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
        resolve(offered);
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== take);
        take(null);
      };
      const timer = setTimeout(leave, LONG_POLL_MS);
      // A page that is gone must not keep the lab alive.
      timer.unref();
      gone?.addEventListener('abort', leave);
      this.#waiting.push(take);
    });
  }

  /** The same token; it is offered again where nobody joins. */
  #sent(token: string): string {
    const timer = setTimeout(() => {
      this.#sentTo = null;
      this.offer(token);
    }, JOIN_WITHIN_MS);
    timer.unref();
    this.#sentTo = { token, timer };
    return token;
  }
}
