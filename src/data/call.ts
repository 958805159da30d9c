// What can be called: a request that a client encodes and a target decodes, and the answer to it. Each call
// is a line in calls.ts. docs/decisions/007-jvm-and-calls.md says what a call is.

import type { DataRecord, DataSchema, DataValue } from './schema.ts';

export interface Call {
  /** Its name in study files: `book`, `transit-getroute-detailed`. */
  readonly dataset: string;
  /**
   * Its name in `POST /call/<operation>`: `books`, `getroute`. Several datasets may call the same operation
   * with other requests.
   */
  readonly operation: string;
  /** A record; its name is the first element in the body of a SOAP envelope: `BooksRequest`. */
  readonly requestSchema: DataSchema;
  /** The request of a cell of n objects; n is 1 if nothing is counted. */
  request(n: number): DataRecord;
  readonly answerSchema: DataSchema;
  /**
   * The service's answer to a request, made anew at every call. Throws a RefusedCall if a value is out of
   * range.
   */
  answer(request: DataRecord): DataValue;
}

/** A request that has the right form and cannot be answered: `n: 0`. The target answers it with 400. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}
