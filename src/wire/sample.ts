// One timed exchange as an agent posts it: raw marks and counts, nothing derived, nothing averaged.
// An exchange of two requests (procedure e4) gives the sums over both.

import type { Connection } from '../factors/connection.ts';
import type { CallTimes, SampleTimes, SequenceTimes } from '../items/columns.ts';

export const OUTCOMES = ['completed', 'failed', 'timed-out'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Why one of ours is `timed-out`; other agents have words of their own. */
export const TOO_LATE = 'longer than the time allowed for one exchange';

/** Its times are the items of src/items/items.ts. */
export interface Sample extends SampleTimes {
  /**
   * Cell id of the plan, or `empty` or `empty cold` for the empty exchanges that the network item comes from.
   */
  readonly cell: string;
  readonly block: number;
  /** Position in the session, from 0: the order in which exchanges really happened. */
  readonly sequence: number;
  /** Milliseconds from the agent's time origin to the start of the exchange. */
  readonly startMs: number;
  readonly outcome: Outcome;
  /** Why it did not complete; empty otherwise. */
  readonly reason: string;
  /** Call to desired state of the objects. */
  readonly totalMs: number;
  /** How many requests the exchange made. */
  readonly requests: number;
  /** Body bytes as they crossed the wire. */
  readonly bytesEncoded: number;
  /** Body bytes after decompression; 0 where the engine does not tell (a cell's check does). */
  readonly bytesDecoded: number;
  /** Resource Timing was missing or out of order for this exchange (it is kept, and counted in a warning). */
  readonly timingDoubtful: boolean;
  /** Of a sequence of messages, what only it has; absent of requests. */
  readonly messages?: MessageFigures;
  /** Of a call, what only it has; absent of others. */
  readonly call?: CallFigures;
}

/** Of one call: what its request's body adds. Its `totalMs` begins before the request is encoded. */
export interface CallFigures extends CallTimes {
  /** Of the request's body. */
  readonly bytesRequest: number;
}

/**
 * Of one sequence of messages. Its `totalMs` is from the first send, or the word to begin, to the last
 * message received or acknowledged; in ping-pong and of a paced one it is the sum of the messages' latencies,
 * so that total / n is what a message takes in every mode. `encodeMs` is the server's and `decodeMs` the
 * client's, sums over the messages; bytes are those of all messages, heads included, both ways. Other phases
 * are 0.
 */
export interface MessageFigures extends SequenceTimes {
  /**
   * Whole messages that arrived where they were sent to; both ways: those that came back. Failed sequences
   * have them too.
   */
  readonly delivered: number;
  readonly reordered: number;
  /** Opening what carries them, before anything is timed, ms. */
  readonly setUpMs: number;
  /** Beginning → the first message received or acknowledged, ms. */
  readonly firstMs: number;
  /** Beginning → end, ms: in throughput `totalMs`. */
  readonly wallMs: number;
  /** CPU time of the server's process; null where the target cannot tell. */
  readonly serverCpuMs: number | null;
  /** At the server's sockets, HTTP, framing and TLS included; null likewise. */
  readonly wireBytesUp: number | null;
  readonly wireBytesDown: number | null;
  /**
   * Of messages that are answered or paced, from sending, or from the planned time, ms; empty in throughput.
   */
  readonly latencies: readonly (readonly [bin: number, count: number])[];
  /**
   * How far the target's clock may be off where a latency is between two clocks (paced, to the client), ms;
   * else 0.
   */
  readonly clockErrorMs: number;
}

/** The empty exchange on a warm connection. */
export const EMPTY_CELL = 'empty';

/** Cold cells have one of their own: the first request of a connection waits longer than any later one. */
export const EMPTY_CELLS: Readonly<Record<Connection, string>> = { warm: EMPTY_CELL, cold: 'empty cold' };

export function isEmptyCell(cell: string): boolean {
  return cell === EMPTY_CELLS.warm || cell === EMPTY_CELLS.cold;
}
