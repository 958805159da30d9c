// What goes over the wire to the section of records.

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
