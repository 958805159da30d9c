// What goes over the wire to the section of records, and how the page reads it.

import type { Failure } from '../server/say-failure.ts';
import { LabError } from '../shell/lab-api.ts';
import type { Listed } from './shelf.ts';

/** The first line of the list. */
export interface ShelfFacts {
  readonly folder: string;
  readonly count: number;
}

export type ListedRecord = Listed & {
  /** Address of its report. */
  readonly href: string;
};

/** Why the list ends in its midst, where the lab can say it in no other way. */
export interface ListFailure {
  readonly failure: Failure;
}

/**
 * The same lines, of a record that had to be read a second one once it was; throws a LabError where the lab
 * could not go on. A damaged record has a problem too, and is one of the list.
 */
export async function* linesOfList(
  lines: AsyncIterable<ShelfFacts | ListedRecord | ListFailure>,
): AsyncGenerator<ShelfFacts | ListedRecord> {
  for await (const line of lines) {
    if ('failure' in line) throw new LabError(line.failure, 500);
    yield line;
  }
}
