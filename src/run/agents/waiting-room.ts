// Where agents outside the lab wait between sessions: each that asks is sent to the next session that nobody
// has joined.

import { randomBytes } from 'node:crypto';

const LONG_POLL_MS = 20_000;
/**
 * An agent that was sent to a session registers at once, or is gone: a phone that fell asleep, a page that
 * was closed.
 */
const JOIN_WITHIN_MS = 10_000;

interface Waiting {
  /** undefined: its page is too old to say. */
  readonly device: string | undefined;
  readonly take: (token: string | null) => void;
}

export class WaitingRoom {
  /** Whoever has it may join; it stands in the URL that people open. */
  readonly key = randomBytes(8).toString('hex');
  /** Sessions that nobody has been sent to, those of a run with several at once among them. */
  readonly #offered: string[] = [];
  #waiting: readonly Waiting[] = [];
  readonly #sentTo = new Map<string, ReturnType<typeof setTimeout>>();
  /** Session → the device that was sent to it, until it is over. */
  readonly #devices = new Map<string, string>();

  /** A session that the next agent may join. */
  offer(token: string): void {
    this.#offered.push(token);
    this.#send();
  }

  /** An agent has registered for it. */
  joined(token: string, device: string | undefined): void {
    this.#takeBack(token);
    if (device === undefined) this.#devices.delete(token);
    else this.#devices.set(token, device);
  }

  /** It is over. */
  withdraw(token: string): void {
    this.#takeBack(token);
    if (this.#devices.delete(token)) this.#send();
  }

  /**
   * The token of a session to join; null after a while without one, and where `gone` says that nobody waits
   * any more.
   */
  next(gone?: AbortSignal, device?: string): Promise<string | null> {
    return new Promise((resolve) => {
      const take = (offered: string | null) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
        this.#waiting = this.#waiting.filter((one) => one.take !== take);
        resolve(offered);
      };
      const leave = () => take(null);
      const timer = setTimeout(leave, LONG_POLL_MS);
      // A page that is gone must not keep the lab alive.
      timer.unref();
      gone?.addEventListener('abort', leave);
      this.#waiting = [...this.#waiting, { device, take }];
      this.#send();
    });
  }

  /** Two pages of one device at once would be noise to each other: the second one waits. */
  #send(): void {
    for (const { device, take } of this.#waiting) {
      if (device !== undefined && [...this.#devices.values()].includes(device)) continue;
      const token = this.#offered.shift();
      if (token === undefined) return;
      if (device !== undefined) this.#devices.set(token, device);
      take(this.#sent(token));
    }
  }

  #takeBack(token: string): void {
    const place = this.#offered.indexOf(token);
    if (place >= 0) this.#offered.splice(place, 1);
    clearTimeout(this.#sentTo.get(token));
    this.#sentTo.delete(token);
  }

  /** The same token; it is offered again where nobody joins. */
  #sent(token: string): string {
    const timer = setTimeout(() => {
      this.#sentTo.delete(token);
      this.#devices.delete(token);
      this.offer(token);
    }, JOIN_WITHIN_MS);
    timer.unref();
    this.#sentTo.set(token, timer);
    return token;
  }
}
