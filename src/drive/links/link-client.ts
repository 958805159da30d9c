// The lab's end of the pipes to wirefare-link: a line out, a line in, answers matched to requests by their
// number.

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ExitInfo } from '../processes/exit-info.ts';
import { sayExit } from '../processes/first-line.ts';
import type { LinkOrder, LinkSetup, Ready, Refused } from './link-messages.ts';

/** The result of a request. */
type Answer = { readonly id: number } & ({ readonly error: string } | { readonly answer: unknown });

export interface LinkPipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly exited: Promise<ExitInfo>;
}

/** `R` is the type of the program's ready message. */
export class LinkClient<R = Ready> {
  readonly #stdin: Writable;
  readonly #first = Promise.withResolvers<R | Refused>();
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #ended: Error | null = null;
  #hasSpoken = false;
  #nextId = 1;

  constructor({ stdin, stdout, exited }: LinkPipes) {
    this.#stdin = stdin;
    this.#first.promise.catch(() => {});
    const lines = createInterface({ input: stdout });
    lines.on('line', (line) => this.#take(line));
    void exited.then((exit) => this.#end(new Error(`wirefare-link ${sayExit(exit)}`)));
  }

  /** To be called once, before anything else. Rejects if the program ends without an answer. */
  setUp(setup: LinkSetup): Promise<R | Refused> {
    this.#write(setup);
    return this.#first.promise;
  }

  /** Rejects with the program's own words if it refuses the order, and also if the program ends. */
  ask<T>(order: LinkOrder): Promise<T> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#write({ id, ...order });
    return waiting.promise as Promise<T>;
  }

  #write(message: object): void {
    this.#stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#end(new Error(`wirefare-link wrote a line that is not JSON: ${line.slice(0, 200)}`));
      return;
    }
    if (!this.#hasSpoken) {
      this.#hasSpoken = true;
      this.#first.resolve(message as R | Refused);
      return;
    }
    const answer = message as Answer;
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(`wirefare-link: ${answer.error}`));
    else waiting?.resolve(answer.answer);
  }

  #end(why: Error): void {
    this.#ended ??= why;
    this.#first.reject(this.#ended);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
