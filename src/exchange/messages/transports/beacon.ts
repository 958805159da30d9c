// Messages to the server by navigator.sendBeacon: the browser sends them when and how it likes, tells of no
// answer and keeps no order. That all have come is told by the target alone, to a question asked before the
// first is sent.

import type { SequenceState } from '../../../wire/sequence.ts';
import { type Channel, type Opening, type Sendable, type Transport, urlOf, wordsOf } from '../channel.ts';

/** Browsers hold 64 kB of beacons and refuse more; nothing tells when there is room again. */
const AGAIN_MS = 1;
/**
 * Chromium takes more than 256 under way and silently loses them; beyond so many the target is asked what it
 * has.
 */
const MOST_OUT = 200;
/** Refused for so long while the target has all that was sent, a message never fits. */
const NEVER_MS = 1_000;

export const BEACON: Transport = {
  isHere: () => typeof navigator !== 'undefined' && typeof navigator.sendBeacon === 'function',
  open: async (opening) => {
    if (opening.spec.mode === 'throughput') return new Beacons(opening);
    throw new Error(`a beacon has no answer, so it has no latency: ${opening.spec.mode} is not for it`);
  },
};

class Beacons implements Channel {
  readonly mostUnacknowledgedBytes = Number.POSITIVE_INFINITY;
  readonly #opening: Opening;
  readonly #url: string;
  readonly #until: Promise<void>;
  #waiting: Sendable | null = null;
  #tries = 0;
  #sent = 0;
  #received = 0;
  #isAsking = false;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#url = urlOf(opening, '/message');
    this.#until = this.#askUntilAll();
  }

  get isBusy(): boolean {
    return this.#waiting !== null || this.#isAsking;
  }

  send(message: Sendable): void {
    if (navigator.sendBeacon(this.#url, message)) {
      this.#wasTaken();
      return;
    }
    this.#waiting = message;
    this.#tries = 0;
    setTimeout(this.#tryAgain, AGAIN_MS);
  }

  readonly #tryAgain = (): void => {
    const { events, signal } = this.#opening;
    const message = this.#waiting;
    if (message === null || signal.aborted) return;
    if (navigator.sendBeacon(this.#url, message)) {
      this.#waiting = null;
      this.#wasTaken();
      events.free();
      return;
    }
    this.#tries++;
    if (this.#tries * AGAIN_MS >= NEVER_MS && byteLength(message) > 60_000)
      events.failed(`the browser takes no beacon of ${byteLength(message)} bytes`);
    else setTimeout(this.#tryAgain, AGAIN_MS);
  };

  #wasTaken(): void {
    this.#sent++;
    if (this.#sent - this.#received >= MOST_OUT) void this.#askWhatCame();
  }

  async #askWhatCame(): Promise<void> {
    const { events, state, signal } = this.#opening;
    this.#isAsking = true;
    try {
      while (this.#sent - this.#received > MOST_OUT / 2 && !signal.aborted) {
        this.#received = (await state()).received;
      }
    } catch (thrown) {
      if (!signal.aborted) events.failed(wordsOf(thrown));
    }
    this.#isAsking = false;
    events.acknowledged(this.#received);
  }

  async #askUntilAll(): Promise<void> {
    const { events, spec, untilReceived, signal } = this.#opening;
    try {
      let state: SequenceState;
      do {
        state = await untilReceived();
        events.acknowledged(state.received);
      } while (state.received < spec.messages && !signal.aborted);
    } catch (thrown) {
      if (!signal.aborted) events.failed(wordsOf(thrown));
    }
  }

  close(): Promise<void> {
    this.#waiting = null;
    return this.#until;
  }
}

function byteLength(message: Sendable): number {
  return typeof message === 'string' ? message.length : message.byteLength;
}
