// Says when messages are due that go at a rate, whether or not the former have arrived. Timers of browsers
// are late by milliseconds and the latency counts from the planned time, so it sleeps until shortly before
// and then looks again and again, letting everything else happen in between.

/** What a timer may be late. */
const AWAKE_MS = 2;

export class Pacer {
  readonly #now: () => number;
  readonly #startMs: number;
  readonly #everyMs: number;
  readonly #messages: number;
  readonly #due: (count: number) => void;
  readonly #looks = new NextTurn(() => this.#look());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  /** Message `i`, from 0, is due at `startMs` + (i + 1) × `everyMs`; `due` is told how many are. */
  constructor(
    now: () => number,
    startMs: number,
    everyMs: number,
    messages: number,
    due: (count: number) => void,
  ) {
    this.#now = now;
    this.#startMs = startMs;
    this.#everyMs = everyMs;
    this.#messages = messages;
    this.#due = due;
    this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#looks.close();
    this.#count = this.#messages;
  }

  #look(): void {
    if (this.#count === this.#messages) return;
    const before = this.#count;
    const nowMs = this.#now();
    while (this.#count < this.#messages && plannedMs(this.#startMs, this.#everyMs, this.#count) <= nowMs)
      this.#count++;
    if (this.#count > before) this.#due(this.#count);
    if (this.#count === this.#messages) return;
    const leftMs = plannedMs(this.#startMs, this.#everyMs, this.#count) - this.#now();
    if (leftMs > AWAKE_MS + 1) this.#timer = setTimeout(() => this.#look(), leftMs - AWAKE_MS);
    else this.#looks.ask();
  }
}

/** When message `i` is planned to leave, either way. */
export function plannedMs(startMs: number, everyMs: number, i: number): number {
  return startMs + (i + 1) * everyMs;
}

/** Calls back after everything else that is to be done now, without the pause that timers make. */
class NextTurn {
  readonly #call: () => void;
  /** Node takes a thousand messages of a channel before it looks at its sockets, and has this instead. */
  readonly #hasImmediate = typeof setImmediate === 'function';
  readonly #channel = this.#hasImmediate ? null : new MessageChannel();
  #isClosed = false;

  constructor(call: () => void) {
    this.#call = call;
    if (this.#channel !== null) this.#channel.port1.onmessage = call;
  }

  ask(): void {
    if (this.#channel !== null) this.#channel.port2.postMessage(null);
    else setImmediate(() => !this.#isClosed && this.#call());
  }

  close(): void {
    this.#isClosed = true;
    this.#channel?.port1.close();
    this.#channel?.port2.close();
  }
}
