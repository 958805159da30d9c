// One timed exchange as an agent posts it: raw marks and counts, nothing derived, nothing averaged.
// An exchange of two requests (procedure e4) gives the sums over both.

import type { Connection } from './factors.ts';

export const OUTCOMES = ['completed', 'failed', 'timed-out'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export interface Sample {
  /** Cell id of the plan, or `empty` or `empty cold` for the empty exchanges that the network item comes from. */
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
  /** Call → fetchStart. */
  readonly queueMs: number;
  /** fetchStart → requestStart, less connect and TLS. */
  readonly stallMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** requestStart → responseStart: request out, the server's work, first byte back. */
  readonly waitMs: number;
  /** From Server-Timing. */
  readonly serverComputeMs: number;
  readonly encodeMs: number;
  readonly compressMs: number;
  /** responseStart → responseEnd; decompression by the client is inside it. */
  readonly transferMs: number;
  /** responseEnd → body in the hands of the script; 0 where the codec takes body and objects in one step. */
  readonly deliveryMs: number;
  /** Body → plain objects. */
  readonly decodeMs: number;
  readonly clientComputeMs: number;
  /** Body bytes as they crossed the wire. */
  readonly bytesEncoded: number;
  /** Body bytes after decompression; 0 where the engine does not tell (a cell's check does). */
  readonly bytesDecoded: number;
  /** Resource Timing was missing or out of order for this exchange (it is kept, and counted in a warning). */
  readonly timingDoubtful: boolean;
}

/** The phases of a bill, in the order of time. */
export const PHASES = [
  'queue',
  'stall',
  'connect',
  'tls',
  'server.compute',
  'encode',
  'compress',
  'network',
  'transfer',
  'decompress',
  'delivery',
  'decode',
  'client.compute',
  'residual',
] as const;

export type Phase = (typeof PHASES)[number];

/** The empty exchange on a warm connection. */
export const EMPTY_CELL = 'empty';

/** Cold cells have one of their own: the first request of a connection waits longer than any later one. */
export const EMPTY_CELLS: Readonly<Record<Connection, string>> = { warm: EMPTY_CELL, cold: 'empty cold' };

export function isEmptyCell(cell: string): boolean {
  return cell === EMPTY_CELLS.warm || cell === EMPTY_CELLS.cold;
}
