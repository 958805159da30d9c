// One sequence: its state, what goes out, what comes in, and the connections that carry it.

import type { Socket } from 'node:net';
import { plural } from '../../base/figures/plurals.ts';
import type { SequenceSpec, SequenceState } from '../../wire/sequence.ts';
import { Inlet } from './inlet.ts';
import type { MessageParts } from './message-parts.ts';
import { BYTES_BESIDE_MESSAGE, MOST_UNWRITTEN_BYTES, type Outlet } from './outlet.ts';
import type { PreparedMessages } from './prepared.ts';
import { Pump } from './pump.ts';
import { Traffic } from './traffic.ts';

/** A sequence is forgotten after this time without a request for it. */
const IDLE_MS = 60_000;

export class Sequence {
  readonly id: string;
  readonly spec: SequenceSpec;
  readonly prepared: PreparedMessages;
  readonly traffic = new Traffic();
  readonly inlet: Inlet;
  /** Whether no other sequence is served now. */
  readonly isAlone: () => boolean;
  readonly #parts: MessageParts;
  /** Called once when it is forgotten. */
  readonly #onEnd = new Set<() => void>();
  /**
   * Called at the beginning and the end, at every received message, when there is room for more, and at
   * failures.
   */
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
   * Calls `answer` when the sequence has begun. After that, bytes, CPU time and encoding count, and sending
   * starts.
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

  /** Sets the sequence's one way to the client. */
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

  /** The client closed its way for messages, or it broke. */
  detached(outlet: Outlet, reason: string): void {
    if (this.#outlet !== outlet || this.#ended) return;
    this.#pump?.stop();
    const { messages, direction } = this.spec;
    const delivered = direction === 'client-to-server' ? this.inlet.received : this.sent;
    if (delivered < messages)
      this.fail(`${reason} after ${delivered} of ${messages} ${plural(messages, 'message')}`);
    this.#tell();
  }

  /** Sends the next message of a ping-pong to the client. Returns how many were sent after it. */
  next(): number {
    this.#pump?.next();
    return this.sent;
  }

  /**
   * Makes a message for a client that polls. The last one is kept, because it may have been too long for an
   * answer.
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
   * Takes a message and says whether an acknowledgement is due. In a sequence both ways the message goes
   * back, and `isFull` says whether to read on.
   */
  take(message: Uint8Array, keepsOrder: boolean): boolean {
    this.touch();
    const isDue = this.inlet.take(message, keepsOrder);
    if (this.spec.direction === 'both-ways') this.#echo(message);
    this.#tell();
    return isDue;
  }

  /**
   * Whether messages that go back have filled what the client takes. Then nothing more may be read; watchers
   * are called when there is room.
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

  /** Calls `watcher` whenever something happened. Returns a function that stops it. */
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

  /** The state with the verdict on everything received. The caller then calls `forget`. */
  finalState(asking: Socket | null): SequenceState {
    const state = this.state(asking);
    const { reordered, fault } = this.inlet.verdict();
    return { ...state, reordered, failure: state.failure ?? fault };
  }

  /** Closes what belongs to it. `isGone` says that the client does not answer any more. */
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
