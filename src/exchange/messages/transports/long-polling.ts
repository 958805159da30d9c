// Messages to the client by long polling: a request waits until there is something, its answer brings all
// there is, and the next one, which acknowledges it, follows at once.

import { FrameReader } from '../../../messages/frames.ts';
import { MESSAGE_LIMITS } from '../../../wire/sequence.ts';
import { type Channel, type Opening, type Transport, urlOf, wordsOf } from '../channel.ts';
import { refusalOf } from './post-answer.ts';

export const LONG_POLLING: Transport = {
  isHere: () => typeof fetch === 'function',
  open: async (opening) => new Polling(opening),
};

class Polling implements Channel {
  readonly isBusy = false;
  readonly mostUnacknowledgedBytes = 0;
  readonly #opening: Opening;
  readonly #url: string;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  #arrived = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#url = urlOf(opening, '/poll');
    this.#signal = AbortSignal.any([opening.signal, this.#over.signal]);
    // A client that waits has asked before there is anything.
    if (opening.spec.mode !== 'ping-pong') this.#last = this.#pollUntil(opening.spec.messages);
  }

  ask(number: number): void {
    this.#last = this.#pollUntil(number + 1);
  }

  close(): Promise<void> {
    this.#over.abort();
    return this.#last;
  }

  async #pollUntil(number: number): Promise<void> {
    try {
      while (this.#arrived < number) await this.#poll();
    } catch (thrown) {
      if (!this.#signal.aborted) this.#opening.events.failed(wordsOf(thrown));
    }
  }

  async #poll(): Promise<void> {
    const response = await fetch(`${this.#url}&from=${this.#arrived}`, { signal: this.#signal });
    if (response.status === 204) return;
    if (response.status !== 200)
      throw new Error(refusalOf(response.status, await response.text(), 'GET /poll'));
    const body = new Uint8Array(await response.arrayBuffer());
    const frames = new FrameReader(MESSAGE_LIMITS.mostBytes, (message) => {
      this.#arrived++;
      this.#opening.events.message(message);
    });
    frames.push(body);
    if (!frames.isBetweenMessages) throw new Error('the answer to GET /poll ends within a message');
  }
}
