// The data that targets serve and that the lab compares with: generated datasets and people's own data alike.

import type { DataRecord, DataSchema, DataValue } from '../schema.ts';

/**
 * list: an exchange brings n of the records. document: one value, n is 1. messages: several values, n is 1,
 * and an exchange brings one of them.
 */
export type DataShape = 'list' | 'document' | 'messages';

export interface StoredData {
  readonly name: string;
  readonly shape: DataShape;
  /** The schema of one body: of a list of any length, of the document, of any of the messages. */
  readonly schema: DataSchema;
  /** Records or messages; 1 for a document. */
  readonly count: number;
  /** The largest n. */
  readonly maxN: number;
  /**
   * The value of one body: n records of a list, in a new list each time; or the document; or the message of
   * that number, from 0. Only messages use `message`.
   */
  body(n: number, message: number): DataValue;
  /** The whole earlier answer that both ends have; only people's own data have one. */
  readonly dictionary?: DataValue;
}

/** A list of which the first n are taken. */
export interface StoredRecords extends StoredData {
  readonly records: readonly DataRecord[];
}

export function storedRecords(
  name: string,
  schema: DataSchema,
  records: readonly DataRecord[],
): StoredRecords {
  const { length } = records;
  return {
    name,
    shape: 'list',
    schema,
    count: length,
    maxN: length,
    records,
    body: (n) => records.slice(0, n),
  };
}

/** Every value of the data, in as few bodies as possible. */
export function* everyBody(data: StoredData): Generator<DataValue> {
  for (let message = 0; message < messageCount(data); message++) {
    yield data.body(data.shape === 'list' ? data.count : 1, message);
  }
}

/** How many different bodies it has for one n. */
export function messageCount({ shape, count }: Pick<StoredData, 'shape' | 'count'>): number {
  return shape === 'messages' ? count : 1;
}
