// What comes of records held against one another: every other one against the first, cell by cell.

import type { Interval } from '../../base/figures/ratios.ts';
import type { FactorName } from '../../factors/catalogue.ts';
import type { Cell } from '../../factors/cell.ts';
import type { Word } from '../../factors/factor.ts';
import type { Phase } from '../../items/items.ts';
import type { Verdict } from '../comparisons/comparison.ts';

export interface RecordsCompared {
  /** The first is what the others are held against. */
  readonly records: readonly RecordShown[];
  /** One for each of the others. */
  readonly against: readonly AgainstFirst[];
  /** Of the first record: shares. */
  readonly margin: number;
  readonly precision: number;
  readonly confidence: number;
}

export interface RecordShown {
  /** As the user may call it: the folder's name. */
  readonly name: string;
  readonly study: string;
  readonly startedAt: string;
  /** Complete ones. */
  readonly sessions: number;
  readonly cells: number;
}

/**
 *   one day         on one machine within a day: verdicts, in intervals that know how runs differ
 *   other day       on one machine: ratios in the same intervals, and no verdict
 *   other machine   bytes, and the times of each by themselves
 */
export type Ground = 'one day' | 'other day' | 'other machine';

export interface AgainstFirst {
  readonly record: string;
  readonly ground: Ground;
  /** Conditions in which the two differ, besides what is compared. */
  readonly differs: readonly Condition[];
  /** Factors of which each record has one level throughout, and another one: cells are alike but for them. */
  readonly setAside: readonly SetAside[];
  /** How many intervals of totals hold together; of a model beside packets there are none. */
  readonly family: number;
  /** How many intervals of items hold together, in a family of their own. */
  readonly itemFamily: number;
  readonly cells: readonly CellDifference[];
  /** Ids of measured cells that the other one does not have; of two with one id, with what they differ by. */
  readonly onlyInFirst: readonly string[];
  readonly onlyInOther: readonly string[];
}

export interface Condition {
  readonly what: string;
  readonly first: string;
  readonly other: string;
}

export interface SetAside {
  readonly factor: FactorName;
  readonly first: Word;
  readonly other: Word;
}

export interface CellDifference {
  /** Its id in the first record. */
  readonly id: string;
  readonly otherId: string;
  readonly factors: Cell;
  readonly total: TotalDifference;
  readonly items: readonly ItemDifference[];
  /** Of an encoded body; null where one of the two has none. */
  readonly bytes: BytesDifference | null;
  /** Exchanges that did not complete, of which no figure knows; null where both records have none. */
  readonly failed: FailedDifference | null;
}

/** Times in ms; ratios are the other's over the first's, so above 1 it takes longer. */
export interface TimesDifference {
  /** null of an item that the record does not have. */
  readonly firstMs: number | null;
  readonly otherMs: number | null;
  /** null across machines, of a model beside packets, and where nothing can be said. */
  readonly ratio: number | null;
  /** Without any bound, where the sessions tell none. */
  readonly interval: Interval | null;
}

export interface TotalDifference extends TimesDifference {
  /** Of the other: faster or slower than the first; null where none may be given. */
  readonly verdict: Verdict | null;
  readonly withheld: Withheld | null;
}

/**
 * `model`: the network of one of the two was computed, and that of the other carried packets · `sessions`:
 * one of the two has fewer than four · `twin`: a twin beside it differs from its cell.
 */
export type Withheld = 'machine' | 'model' | 'day' | 'sessions' | 'twin';

export interface ItemDifference extends TimesDifference {
  readonly phase: Phase;
}

export interface BytesDifference {
  readonly first: number;
  readonly other: number;
}

export interface FailedDifference {
  readonly first: FailedOf;
  readonly other: FailedOf;
}

/** So many of so many exchanges. */
export interface FailedOf {
  readonly failed: number;
  readonly exchanges: number;
}
