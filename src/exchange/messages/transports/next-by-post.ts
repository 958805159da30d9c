// Ping-pong to the client over what only goes one way: a POST asks for the next message.

import { type Opening, urlOf, wordsOf } from '../channel.ts';
import { refusalOf } from './post-answer.ts';

/** The next is asked for when the former question was answered, too: requests follow one another. */
export class NextByPost {
  readonly #opening: Opening;
  readonly #url: string;
  isBusy = false;
  #last: Promise<void> = Promise.resolve();

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#url = urlOf(opening, '/sequence/next');
  }

  ask(): void {
    this.isBusy = true;
    this.#last = this.#post();
  }

  /** When the last question was answered, or given up. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #post(): Promise<void> {
    const { events, signal } = this.#opening;
    try {
      const response = await fetch(this.#url, { method: 'POST', signal });
      const text = await response.text();
      this.isBusy = false;
      if (response.status === 200) events.free();
      else events.failed(refusalOf(response.status, text, 'POST /sequence/next'));
    } catch (thrown) {
      this.isBusy = false;
      events.failed(`POST /sequence/next failed: ${wordsOf(thrown)}`);
    }
  }
}
