// Open connections that nobody uses yet, so that a request never waits for one: many servers close what was
// idle for 5 s, and the pause between two blocks of a run may be longer.

import type { Duplex } from 'node:stream';
import type { Dial } from './dial.ts';

/** A server that refuses connections is not asked for them without end. */
const MOST_FAILURES = 5;

export class Spares {
  readonly #dial: Dial;
  #spare: { readonly opening: Promise<Duplex>; open: Duplex | null } | null = null;
  #failures = 0;
  #isClosed = false;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  /** Resolves when there is one. */
  async ready(): Promise<void> {
    this.#spare ??= this.#opened();
    await this.#spare.opening;
  }

  /** The spare, and another one is opened; a promise where none is open at this moment. */
  take(): Duplex | Promise<Duplex> {
    const spare = this.#spare ?? this.#opened();
    this.#spare = this.#isClosed ? null : this.#opened();
    return spare.open ?? spare.opening;
  }

  close(): void {
    this.#isClosed = true;
    const spare = this.#spare;
    this.#spare = null;
    void spare?.opening.then(
      (socket) => socket.destroy(),
      () => undefined,
    );
  }

  #opened() {
    const spare: { readonly opening: Promise<Duplex>; open: Duplex | null } = {
      opening: this.#dial(),
      open: null,
    };
    spare.opening.then(
      (socket) => {
        this.#failures = 0;
        spare.open = socket;
        socket.once('close', () => this.#lost(spare));
      },
      () => {
        this.#failures += 1;
        this.#lost(spare);
      },
    );
    return spare;
  }

  /** Closed by the server before anybody took it. */
  #lost(spare: object): void {
    if (this.#isClosed || this.#spare !== spare) return;
    this.#spare = this.#failures < MOST_FAILURES ? this.#opened() : null;
  }
}
