// When another connection is opened for one that was closed before anybody used it. A server that closes idle
// ones is asked again, so that a request finds a connection open; one that closes them at once is not asked
// without end, since nobody agreed to that many connections.

/** What was closed sooner did not wait: the server, or a dialer before one that is dead, refuses it. */
const REFUSED_WITHIN_MS = 1_000;
const MOST_REFUSALS = 5;
/** The first pause; each further one is twice as long. */
const PAUSE_MS = 100;
/**
 * Of connections that waited: minutes of a server that closes idle ones after 5 s, or one minute at worst.
 */
const MOST_UNUSED = 60;

export class Redialing {
  #refusals = 0;
  #unused = 0;

  /** Somebody asks by a connection that was open. */
  used(): void {
    this.#refusals = 0;
    this.#unused = 0;
  }

  /**
   * A connection was closed unused, `livedMs` after it was open, or could not be opened at all (0). How long
   * to wait before another one is opened; null: until somebody asks.
   */
  pauseAfterLosing(livedMs: number): number | null {
    this.#unused += 1;
    this.#refusals = livedMs < REFUSED_WITHIN_MS ? this.#refusals + 1 : 0;
    if (this.#refusals >= MOST_REFUSALS || this.#unused >= MOST_UNUSED) return null;
    return this.#refusals === 0 ? 0 : PAUSE_MS * 2 ** (this.#refusals - 1);
  }
}
