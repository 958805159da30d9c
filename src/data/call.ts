// What can be called: a request that a client encodes and a target decodes, and the answer to it. A member is
// a line in calls.ts. docs/decisions/007-jvm-and-calls.md tells what a call is.

import type { DataRecord, DataSchema, DataValue } from './schema.ts';

export interface Call {
  /** As in a study file: `book`, `transit-getroute-detailed`. */
  readonly dataset: string;
  /**
   * As in `POST /call/<operation>`: `books`, `getroute`. Several datasets may call the same operation with
   * other requests.
   */
  readonly operation: string;
  /** A record; its name is the first element in the body of a SOAP envelope: `BooksRequest`. */
  readonly requestSchema: DataSchema;
  /** What is asked in a cell of n objects (1, where nothing is counted). */
  request(n: number): DataRecord;
  readonly answerSchema: DataSchema;
  /**
   * What the service answers to a request of that schema, fresh at every call. Throws a RefusedCall where a
   * value is out of range.
   */
  answer(request: DataRecord): DataValue;
}

/** A request that has the right form and cannot be answered: `n: 0`. The target's 400. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}
