// What is asked of the target around the messages: make a sequence, begin, tell its state, end it. None of it
// is timed but the word to begin.

import type { SequenceMade, SequenceSpec, SequenceState } from '../../wire/sequence.ts';
import { requestUrl, type TargetAddress } from '../../wire/target-contract.ts';
import { urlOf, wordsOf } from './channel.ts';
import { madeIn, stateIn } from './state-answer.ts';
import { refusalOf } from './transports/post-answer.ts';

/** So many round trips are taken for the difference of two clocks. */
const CLOCK_TRIPS = 10;
/** What is asked for at the end, even if all else failed, takes no longer. */
const LAST_WORD_MS = 3_000;

export interface ClockDifference {
  /** To be added to a time of the target's clock to have ours, ms. */
  readonly toOursMs: number;
  /** At most so far off: half of the round trip it rests on. */
  readonly errorMs: number;
}

/** What the target says at the end; where it is nothing, why. */
export type LastWord =
  | { readonly state: SequenceState; readonly silence: null }
  | { readonly state: null; readonly silence: string };

export class SequenceControl {
  readonly #target: TargetAddress;
  readonly #signal: AbortSignal;
  #sequence: string | null = null;

  constructor(target: TargetAddress, signal: AbortSignal) {
    this.#target = target;
    this.#signal = signal;
  }

  async make(spec: SequenceSpec): Promise<SequenceMade> {
    // Text: browsers ask beforehand whether JSON may be posted to another origin.
    const what = 'POST /sequence';
    const answer = await askJson(requestUrl(this.#target, '/sequence'), what, {
      method: 'POST',
      body: JSON.stringify(spec),
      signal: this.#signal,
    });
    const made = madeIn(answer, what);
    this.#sequence = made.sequence;
    return made;
  }

  begin(): Promise<SequenceState> {
    return this.#ask('POST', '/sequence/begin');
  }

  state(): Promise<SequenceState> {
    return this.#ask('GET', '/sequence');
  }

  untilReceived(): Promise<SequenceState> {
    return this.#ask('GET', '/sequence', '&until=received');
  }

  /** Has the next one sent, of ping-pong to the client; answers how many were. */
  async next(): Promise<number> {
    const path = '/sequence/next';
    return Number(
      await askJson(urlOf(this.url, path), `POST ${path}`, { method: 'POST', signal: this.#signal }),
    );
  }

  /** Best effort, also where everything else failed. */
  async end(): Promise<LastWord> {
    if (this.#sequence === null) return { state: null, silence: 'there was no sequence to end' };
    try {
      const state = await this.#ask('POST', '/sequence/end', '', AbortSignal.timeout(LAST_WORD_MS));
      return { state, silence: null };
    } catch (thrown) {
      const isLate = thrown instanceof DOMException && thrown.name === 'TimeoutError';
      const late = `the target did not answer POST /sequence/end within ${LAST_WORD_MS / 1_000} s`;
      return { state: null, silence: isLate ? late : wordsOf(thrown) };
    }
  }

  /** The smallest of ten round trips tells best. */
  async clockDifference(now: () => number): Promise<ClockDifference> {
    let best: ClockDifference = { toOursMs: 0, errorMs: Number.POSITIVE_INFINITY };
    for (let i = 0; i < CLOCK_TRIPS; i++) {
      const sentMs = now();
      const { nowMs } = await this.state();
      const errorMs = (now() - sentMs) / 2;
      if (errorMs < best.errorMs) best = { toOursMs: sentMs + errorMs - nowMs, errorMs };
    }
    return best;
  }

  get url(): TargetAddress & { readonly sequence: string } {
    const { targetUrl, secret } = this.#target;
    return { targetUrl, secret, sequence: this.#sequence! };
  }

  async #ask(method: string, path: string, more = '', signal = this.#signal): Promise<SequenceState> {
    const what = `${method} ${path}`;
    return stateIn(await askJson(urlOf(this.url, path) + more, what, { method, signal }), what);
  }
}

async function askJson(url: string, what: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (thrown) {
    init.signal?.throwIfAborted();
    throw new Error(`${what} failed: ${wordsOf(thrown)}`);
  }
  if (response.status !== 200) throw new Error(refusalOf(response.status, text, what));
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `the target answered ${what} with what is not JSON: ${JSON.stringify(text.slice(0, 100))}`,
    );
  }
}
