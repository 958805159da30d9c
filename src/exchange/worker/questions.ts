// Asking a worker what is ours to know, one question after another or several at once.

import type { Answered, Answers, Asked, Question } from './worker-line.ts';
import { OF_AN_ORDER } from './worker-line.ts';

export class Questions {
  readonly #port: MessagePort;
  readonly #open = new Map<number, PromiseWithResolvers<Answers[keyof Answers]>>();
  #asked = 0;
  #ended: string | null = null;
  /** An order that came to nothing. */
  onOrderFailed: (reason: string) => void = () => {};

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<Answered>) => this.#take(data);
  }

  /** Rejects where the worker cannot answer, or has ended. */
  ask<K extends Question['kind']>(question: Extract<Question, { kind: K }>): Promise<Answers[K]> {
    if (this.#ended !== null) return Promise.reject(new Error(this.#ended));
    const id = this.#asked++;
    const waiting = Promise.withResolvers<Answers[keyof Answers]>();
    this.#open.set(id, waiting);
    this.#port.postMessage({ id, question } satisfies Asked);
    return waiting.promise as Promise<Answers[K]>;
  }

  /** Nobody answers any more. */
  end(reason: string): void {
    this.#ended = reason;
    for (const { reject } of this.#open.values()) reject(new Error(reason));
    this.#open.clear();
    this.onOrderFailed(reason);
  }

  #take(answered: Answered): void {
    if (answered.id === OF_AN_ORDER) {
      if ('failed' in answered) this.onOrderFailed(answered.failed);
      return;
    }
    const waiting = this.#open.get(answered.id);
    this.#open.delete(answered.id);
    if ('failed' in answered) waiting?.reject(new Error(answered.failed));
    else waiting?.resolve(answered.answer);
  }
}
