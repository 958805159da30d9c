// Carries out one sequence of messages: the target told, what is sent made, the channel opened; then time
// runs; then everything is ended, closed and checked. The same code in pages and in the Node agent.
//
//   POST /sequence ─► make ─► open ─► POST /sequence/begin ─► messages …
//                                                       ─► POST /sequence/end ─► close ─► check

import type { Channel, Transport } from './channel.ts';
import { wordsOf } from './channel.ts';
import { SequenceControl } from './control.ts';
import { Flow } from './flow.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import { openChannel } from './open-channel.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';
import { Pacer } from './pacer.ts';
import { ProgressWatch } from './progress-watch.ts';
import { SequenceFailure } from './sequence-failure.ts';
import type { RunSequence, SequenceOrder, SequenceOutcome, SequencePlace } from './sequence-order.ts';
import { outcomeOf } from './sequence-outcome.ts';
import { TRANSPORTS } from './transports/transports.ts';

export const runSequence: RunSequence = async (order, place, signal) => {
  signal.throwIfAborted();
  const run = new Run(order, place);
  const leave = () => run.stop(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    const outcome = await run.outcome();
    signal.throwIfAborted();
    return outcome;
  } finally {
    signal.removeEventListener('abort', leave);
  }
};

class Run {
  readonly #order: SequenceOrder;
  readonly #place: SequencePlace;
  readonly #over = new AbortController();
  readonly #control: SequenceControl;
  #outgoing: Outgoing | null = null;
  #incoming: Incoming | null = null;
  #flow: Flow | null = null;
  #channel: Channel | null = null;
  #pacer: Pacer | null = null;
  /** Of what comes before the messages: each is something that moves. */
  #steps = 0;
  #startMs: number;
  #setUpMs = 0;
  #pacedFromMs = 0;
  #clockErrorMs = 0;

  constructor(order: SequenceOrder, place: SequencePlace) {
    this.#order = order;
    this.#place = place;
    this.#control = new SequenceControl(order, this.#over.signal);
    this.#startMs = place.now();
  }

  /** Lets go of everything that is under way. */
  stop(reason: unknown): void {
    this.#over.abort(reason);
    this.#flow?.stop(reason);
  }

  async outcome(): Promise<SequenceOutcome> {
    const watch = this.#watch();
    let failure: SequenceFailure | null = null;
    try {
      await this.#prepare();
      await this.#messages();
    } catch (thrown) {
      failure = failureOf(thrown);
    }
    const overMs = this.#place.now();
    watch.stop();
    this.#pacer?.stop();
    if (failure !== null) this.stop(failure);
    const last = await this.#control.end();
    await this.#channel?.close();
    this.stop(new SequenceFailure('failed', 'the sequence is over'));
    return outcomeOf(this.#order, {
      startMs: this.#startMs,
      overMs,
      setUpMs: this.#setUpMs,
      flow: this.#flow,
      outgoing: this.#outgoing,
      incoming: this.#incoming,
      last,
      pacedFromMs: this.#pacedFromMs,
      clockErrorMs: this.#clockErrorMs,
      failure,
    });
  }

  async #prepare(): Promise<void> {
    const order = this.#order;
    const { spec, data } = order;
    const { now, timeoutMs } = this.#place;
    const transport = transportOf(order);
    const { sequence, cycle } = await this.#control.make(spec);
    this.#steps++;
    if (spec.direction !== 'server-to-client') this.#outgoing = outgoingOf(spec, data, cycle, now);
    if (spec.direction !== 'client-to-server') this.#incoming = incomingOf(order, cycle, now);
    this.#flow = new Flow(spec, this.#outgoing, this.#incoming, now);
    const { targetUrl, secret, certificateSha256Base64 } = order;
    const opening = {
      targetUrl,
      secret,
      sequence,
      spec,
      certificateSha256Base64,
      events: this.#flow,
      signal: this.#over.signal,
      state: () => this.#control.state(),
      untilReceived: () => this.#control.untilReceived(),
    };
    const fromMs = now();
    this.#channel = await openChannel(transport, opening, order, this.#control, this.#outgoing, timeoutMs);
    this.#setUpMs = now() - fromMs;
    this.#steps++;
    this.#flow.attach(this.#channel);
  }

  /** Resolves when all are delivered. */
  #messages(): Promise<void> {
    const { direction, mode } = this.#order.spec;
    if (direction === 'server-to-client' && mode !== 'ping-pong') return this.#receive();
    return this.#send();
  }

  /** Client sends, or asks for each one. */
  async #send(): Promise<void> {
    const { mode, messages, ratePerSecond } = this.#order.spec;
    const { now } = this.#place;
    const flow = this.#flow!;
    await this.#control.begin();
    await turnOver();
    this.#steps++;
    this.#startMs = now();
    this.#pacedFromMs = this.#startMs;
    if (mode === 'throughput') flow.release(messages);
    else if (mode === 'ping-pong') flow.release(1);
    else {
      this.#pacer = new Pacer(now, this.#startMs, 1_000 / ratePerSecond!, messages, (due) =>
        flow.release(due),
      );
    }
    await flow.done;
  }

  async #receive(): Promise<void> {
    const { now } = this.#place;
    const isPaced = this.#order.spec.mode === 'paced';
    const clock = isPaced ? await this.#control.clockDifference(now) : null;
    // What carries the messages may have taken the only connection there was (an event stream does, a
    // WebSocket does not): the word to begin, which is timed, must find one open whatever the transport.
    if (clock === null) await this.#control.state();
    await turnOver();
    this.#steps++;
    this.#startMs = now();
    const begun = this.#control.begin();
    await Promise.race([this.#flow!.done, begun.then(() => this.#flow!.done)]);
    const { beganMs } = await begun;
    if (clock === null) return;
    if (beganMs === null) throw new Error('the target does not tell when it began');
    this.#pacedFromMs = beganMs + clock.toOursMs;
    this.#clockErrorMs = clock.errorMs;
  }

  #watch(): ProgressWatch {
    const { now, timeoutMs, onProgress } = this.#place;
    const { ratePerSecond } = this.#order.spec;
    // Of a slow pace nothing is to be expected sooner.
    const allowedMs = timeoutMs + (ratePerSecond === null ? 0 : 1_000 / ratePerSecond);
    const delivered = () => this.#flow?.delivered ?? 0;
    return new ProgressWatch(
      {
        movement: () => this.#steps + delivered() + (this.#flow?.sent ?? 0) + (this.#channel?.heldBytes ?? 0),
        delivered,
        stalled: () =>
          this.stop(new SequenceFailure('timed-out', `nothing arrived for ${allowedMs / 1_000} s`)),
        onProgress,
      },
      now,
      allowedMs,
    );
  }
}

function transportOf({ transport }: SequenceOrder): Transport {
  const known = TRANSPORTS[transport];
  if (known.isHere()) return known;
  throw new Error(`this client has no ${transport}`);
}

/** Node's fetch has the connection of an answer back only then; what is asked before goes over a new one. */
function turnOver(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function failureOf(thrown: unknown): SequenceFailure {
  return thrown instanceof SequenceFailure ? thrown : new SequenceFailure('failed', wordsOf(thrown));
}
