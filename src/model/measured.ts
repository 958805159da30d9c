// What a model is made from: requests that were measured, each with the bytes that it carries and, session by
// session, the medians of what it took. Sessions have names that are unlike over several records.

import type { RequestCell } from '../factors/cell.ts';

export interface MeasuredCell {
  readonly id: string;
  readonly factors: RequestCell;
  readonly bytes: CarriedBytes;
  readonly sessions: ReadonlyMap<string, SessionTimes>;
}

/** Of the answer's body. */
export interface CarriedBytes {
  /** As sent, compressed. */
  readonly encoded: number;
  readonly decoded: number;
}

/** Medians of one session, ms. The time that is in none of the items is the browser's and the network's. */
export interface SessionTimes {
  readonly totalMs: number;
  readonly encodeMs: number;
  readonly compressMs: number;
  readonly serverComputeMs: number;
  readonly clientComputeMs: number;
  /** Part of what is left of the total; told apart for the bill. */
  readonly decodeMs: number;
}

/** All sessions of the cells, each once, in order. */
export function sessionsIn(cells: readonly MeasuredCell[]): readonly string[] {
  return [...new Set(cells.flatMap(({ sessions }) => [...sessions.keys()]))].toSorted();
}
