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
  /** Sessions that nobody has been sent to, those of a run with several at once among them. */
  readonly #offered: string[] = [];
  #waiting: ((token: string | null) => void)[] = [];
  readonly #sentTo = new Map<string, ReturnType<typeof setTimeout>>();

  /** A session that the next agent may join. */
  offer(token: string): void {
    const first = this.#waiting.shift();
    if (first === undefined) this.#offered.push(token);
    else first(this.#sent(token));
  }

  /** It was joined, or is over. */
  withdraw(token: string): void {
    const place = this.#offered.indexOf(token);
    if (place >= 0) this.#offered.splice(place, 1);
    clearTimeout(this.#sentTo.get(token));
    this.#sentTo.delete(token);
  }

  /**
   * The token of a session to join; null after a while without one, and where `gone` says that nobody waits
   * any more.
   */
  next(gone?: AbortSignal): Promise<string | null> {
    const token = this.#offered.shift();
    if (token !== undefined) return Promise.resolve(this.#sent(token));
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
      this.#sentTo.delete(token);
      this.offer(token);
    }, JOIN_WITHIN_MS);
    timer.unref();
    this.#sentTo.set(token, timer);
    return token;
  }
}
