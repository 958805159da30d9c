// Open connections that nobody uses yet, so that a request never waits for one: many servers close what was
// idle for 5 s, and the pause between two blocks of a run may be longer. A server with one worker that serves
// a connection until it ends answers nobody else while one waits: where another front asks the same server,
// none is held.

import type { Duplex } from 'node:stream';
import type { Dial } from './dial.ts';
import { Redialing } from './redialing.ts';

interface Spare {
  readonly opening: Promise<Duplex>;
  open: Duplex | null;
}

export class Spares {
  readonly #dial: Dial;
  readonly #now: () => number;
  readonly #isHeld: boolean;
  readonly #redialing = new Redialing();
  #spare: Spare | null = null;
  /** Until the next one is opened. */
  #pause: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `isHeld`: one is open at any time; else each is opened when it is taken. */
  constructor(dial: Dial, now: () => number, isHeld = true) {
    this.#dial = dial;
    this.#now = now;
    this.#isHeld = isHeld;
  }

  /** Resolves when there is one, or could be. Rejects with the system's error. */
  async ready(): Promise<void> {
    if (!this.#isHeld) {
      (await this.#dial()).destroy();
      return;
    }
    this.#spare ??= this.#opened();
    await this.#spare.opening;
  }

  /** The spare, and another one is opened; a promise where none is open at this moment. */
  take(): Duplex | Promise<Duplex> {
    if (!this.#isHeld) return this.#dial();
    clearTimeout(this.#pause);
    const spare = this.#spare ?? this.#opened();
    // One that was closed a moment ago is not lost yet, and a request by it could not go out.
    const isOpen = spare.open !== null && !spare.open.destroyed;
    if (isOpen) this.#redialing.used();
    const taken = spare.open === null || isOpen ? spare : this.#opened();
    this.#spare = this.#isClosed ? null : this.#opened();
    return taken.open ?? taken.opening;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    const spare = this.#spare;
    this.#spare = null;
    void spare?.opening.then(
      (socket) => socket.destroy(),
      () => undefined,
    );
  }

  #opened(): Spare {
    const spare: Spare = { opening: this.#dial(), open: null };
    spare.opening.then(
      (socket) => {
        const openMs = this.#now();
        spare.open = socket;
        socket.once('close', () => this.#lost(spare, this.#now() - openMs));
      },
      () => this.#lost(spare, 0),
    );
    return spare;
  }

  /** Before anybody took it. */
  #lost(spare: Spare, livedMs: number): void {
    if (this.#isClosed || this.#spare !== spare) return;
    this.#spare = null;
    const pauseMs = this.#redialing.pauseAfterLosing(livedMs);
    if (pauseMs === null) return;
    const open = () => {
      this.#spare = this.#opened();
    };
    if (pauseMs === 0) open();
    else this.#pause = setTimeout(open, pauseMs).unref();
  }
}
