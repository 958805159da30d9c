// One sequence: what is known of it, what goes out, what comes in, and the connections that carry it.

import type { Socket } from 'node:net';
import { plural } from '../../base/figures/plurals.ts';
import type { SequenceSpec, SequenceState } from '../../wire/sequence.ts';
import { Inlet } from './inlet.ts';
import { BYTES_BESIDE_MESSAGE, MOST_UNWRITTEN_BYTES, type Outlet } from './outlet.ts';
import type { MessageParts } from './parts.ts';
import type { PreparedMessages } from './prepared.ts';
import { Pump } from './pump.ts';
import { Traffic } from './traffic.ts';

/** Nobody asked after it for so long: forgotten. */
const IDLE_MS = 60_000;

export class Sequence {
  readonly id: string;
  readonly spec: SequenceSpec;
  readonly prepared: PreparedMessages;
  readonly traffic = new Traffic();
  readonly inlet: Inlet;
  /** No other sequence is served now. */
  readonly isAlone: () => boolean;
  readonly #parts: MessageParts;
  /** Called once when it is forgotten. */
  readonly #onEnd = new Set<() => void>();
  /** Told of the beginning and the end, of every message received, of room for more, and of failures. */
  readonly #watchers = new Set<() => void>();
  #outlet: Outlet | null = null;
  #pump: Pump | null = null;
  #polled = 0;
  #made: { readonly place: number; readonly message: Uint8Array } | null = null;
  #echoed = 0;
  #unwrittenBytes = 0;
  #encodeMs = 0;
  #beganMs: number | null = null;
  #beganCpuMs = 0;
  #isCounting = false;
  #failure: string | null = null;
  #touchedMs: number;
  #ended = false;

  constructor(
    id: string,
    spec: SequenceSpec,
    prepared: PreparedMessages,
    parts: MessageParts,
    isAlone: () => boolean,
  ) {
    this.id = id;
    this.isAlone = isAlone;
    this.spec = spec;
    this.prepared = prepared;
    this.#parts = parts;
    this.inlet = new Inlet(spec, prepared, parts.clock);
    this.#touchedMs = parts.clock.nowMs();
  }

  get beganMs(): number | null {
    return this.#beganMs;
  }

  get failure(): string | null {
    return this.#failure ?? this.inlet.failure;
  }

  get hasOutlet(): boolean {
    return this.#outlet !== null;
  }

  get isOver(): boolean {
    return this.#ended;
  }

  get sent(): number {
    return this.#pump?.sent ?? this.#echoed + this.#polled;
  }

  touch(): void {
    this.#touchedMs = this.#parts.clock.nowMs();
  }

  isIdle(nowMs: number): boolean {
    if (this.#pump?.isWaitingForItsTime === true) return false;
    // The client may be waiting for the time of its next message.
    const pauseMs = 2_000 / (this.spec.ratePerSecond ?? Number.POSITIVE_INFINITY);
    return nowMs - this.#touchedMs > IDLE_MS + pauseMs;
  }

  /**
   * `answer` is called when it has begun; bytes, CPU time and encoding count after it, and sending starts.
   */
  begin(answer: () => void): void {
    if (this.#beganMs !== null) {
      answer();
      return;
    }
    this.#beganMs = this.#parts.clock.nowMs();
    answer();
    this.traffic.begin();
    this.#beganCpuMs = this.#parts.cpuMs?.() ?? 0;
    this.#isCounting = true;
    this.#pump?.begin(this.#beganMs);
    this.#tell();
  }

  /** The one way to the client that it has. */
  attach(outlet: Outlet): void {
    this.#outlet = outlet;
    if (this.spec.direction !== 'server-to-client') return;
    const { clock } = this.#parts;
    const { spec, isAlone } = this;
    const onEncoded = (ms: number) => {
      this.#encodeMs += ms;
    };
    const message = (place: number) => this.prepared.message(place, onEncoded);
    const onFailure = (reason: string) => this.fail(reason);
    const onProgress = (isDone: boolean) => {
      this.touch();
      if (isDone) this.#tell();
    };
    this.#pump = new Pump({ spec, clock, isAlone, message, onFailure, onProgress }, outlet);
    if (this.#beganMs !== null) this.#pump.begin(this.#beganMs);
  }

  /** The client closed what carries messages, or it broke. */
  detached(outlet: Outlet, reason: string): void {
    if (this.#outlet !== outlet || this.#ended) return;
    this.#pump?.stop();
    const { messages, direction } = this.spec;
    const delivered = direction === 'client-to-server' ? this.inlet.received : this.sent;
    if (delivered < messages)
      this.fail(`${reason} after ${delivered} of ${messages} ${plural(messages, 'message')}`);
    this.#tell();
  }

  /** Ping-pong to the client: the next one. How many were sent then. */
  next(): number {
    this.#pump?.next();
    return this.sent;
  }

  /**
   * For who asks for messages instead of being sent them. The last one is kept: it may have been too long for
   * an answer.
   */
  polledMessage(place: number): Uint8Array {
    if (this.#made?.place === place) return this.#made.message;
    const message = this.prepared.message(place, (ms) => {
      this.#encodeMs += ms;
    });
    this.#made = { place, message };
    return message;
  }

  polledUpTo(place: number): void {
    this.#polled = Math.max(this.#polled, place);
  }

  /**
   * Whether an acknowledgement is due. Both ways the message goes back; `isFull` tells whether to read on.
   */
  take(message: Uint8Array, keepsOrder: boolean): boolean {
    this.touch();
    const isDue = this.inlet.take(message, keepsOrder);
    if (this.spec.direction === 'both-ways') this.#echo(message);
    this.#tell();
    return isDue;
  }

  /**
   * Messages that go back have filled what the client takes: nothing more is to be read; watchers are told
   * when there is room.
   */
  get isFull(): boolean {
    return this.#unwrittenBytes >= MOST_UNWRITTEN_BYTES;
  }

  #echo(message: Uint8Array): void {
    const outlet = this.#outlet;
    if (outlet === null) return;
    const refusal = outlet.refuses?.(message) ?? null;
    if (refusal !== null) {
      this.fail(`message ${this.#echoed} cannot be sent: ${refusal}`);
      return;
    }
    this.#echoed++;
    const bytes = message.length + BYTES_BESIDE_MESSAGE;
    this.#unwrittenBytes += bytes;
    outlet.send(message, () => {
      const wasFull = this.isFull;
      this.#unwrittenBytes -= bytes;
      if (wasFull && !this.isFull) this.#tell();
    });
  }

  fail(reason: string): void {
    if (this.#ended) return;
    this.#failure ??= reason;
    this.#pump?.stop();
    this.#outlet?.close(reason);
    this.#tell();
  }

  /** Called whenever something happened; gives back how to stop it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  onEnd(listener: () => void): void {
    this.#onEnd.add(listener);
  }

  state(asking: Socket | null = null): SequenceState {
    const { clock, cpuMs } = this.#parts;
    const nowMs = clock.nowMs();
    return {
      sequence: this.id,
      sent: this.sent,
      received: this.inlet.received,
      reordered: 0,
      failure: this.failure,
      cpuMs: cpuMs === null ? null : this.#isCounting ? cpuMs() - this.#beganCpuMs : 0,
      ...(this.#isCounting ? this.traffic.count(asking) : { bytesReceived: 0, bytesSent: 0 }),
      encodeMs: this.#encodeMs,
      decodeMs: this.inlet.decodeMs,
      checkMs: this.inlet.checkMs,
      beganMs: this.#beganMs,
      nowMs,
    };
  }

  /** The state with the verdict of everything received. Call `forget` then. */
  finalState(asking: Socket | null): SequenceState {
    const state = this.state(asking);
    const { reordered, fault } = this.inlet.verdict();
    return { ...state, reordered, failure: state.failure ?? fault };
  }

  /** Closes what belongs to it; `isGone`: the client does not answer any more. */
  forget(isGone = false): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#pump?.stop();
    if (isGone) this.#outlet?.destroy();
    else this.#outlet?.close(null);
    this.#tell();
    for (const listener of this.#onEnd) listener();
    this.#onEnd.clear();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
