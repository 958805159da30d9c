// What carries messages, seen from the client: one file beside this one for each transport, all with this
// face. Nothing here promises anything for a single message, so that nothing of ours stands between two of
// them.

import type { Arrived } from '../../messages/receiver.ts';
import type { SequenceSpec, SequenceState } from '../../wire/sequence.ts';
import { requestUrl, type TargetAddress } from '../../wire/target-contract.ts';

/** A message to send: text as a string, all else as bytes. */
export type Sendable = string | Uint8Array<ArrayBuffer>;

/** What happens to an open channel. Called while time runs. */
export interface ChannelEvents {
  readonly message: (message: Arrived) => void;
  /** The target's application has so many of ours. */
  readonly acknowledged: (received: number) => void;
  /** It was busy and takes the next one now. */
  readonly free: () => void;
  /** It cannot go on; said in words for people. */
  readonly failed: (reason: string) => void;
}

export interface Channel {
  /** Requests follow one another: while one is under way nothing may be sent or asked for. */
  readonly isBusy: boolean;
  /** How much may be sent that nobody has acknowledged, bytes. */
  readonly mostUnacknowledgedBytes: number;
  /** Sends one; throws where the platform refuses it. Of channels to the client alone it is not there. */
  send?(message: Sendable): void;
  /** Ping-pong to the client: asks for message `number`. */
  ask?(number: number): void;
  /** Bytes that the platform still holds; to see that something moves. */
  readonly heldBytes?: number;
  /** Leaves nothing open. Never rejects. */
  close(): Promise<void>;
}

/** What a transport is opened with. */
export interface Opening extends TargetAddress {
  readonly sequence: string;
  readonly spec: SequenceSpec;
  readonly certificateSha256Base64: string | null;
  readonly events: ChannelEvents;
  /** Fires when the sequence is over, whatever its end: everything asked for with it is let go of. */
  readonly signal: AbortSignal;
  /** GET /sequence. */
  readonly state: () => Promise<SequenceState>;
  /** GET /sequence?until=received. */
  readonly untilReceived: () => Promise<SequenceState>;
}

export interface Transport {
  /** Whether this browser or process has what it takes. */
  isHere(): boolean;
  /**
   * Resolves when messages can go: the socket is open, the first event has come. Rejects with what is wrong
   * in words, also where `opening.signal` fires.
   */
  open(opening: Opening): Promise<Channel>;
}

/** As much as a sender may have out that nobody has acknowledged: so memory stays bounded on both sides. */
export const MOST_UNACKNOWLEDGED_BYTES = 8_000_000;

export function urlOf(
  { sequence, ...address }: Pick<Opening, 'targetUrl' | 'secret' | 'sequence'>,
  path: string,
): string {
  return requestUrl(address, `${path}?sequence=${encodeURIComponent(sequence)}`);
}

export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message || thrown.cause.name}` : '';
  return thrown.message + cause;
}
