// What summary.json says of a published claim.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Answered } from '../comparisons/comparison.ts';

/** `in part`: it is said of every pair, and some by themselves say otherwise than all together. */
export type ClaimVerdict = 'replicated' | 'not replicated' | 'opposite' | 'in part' | 'open';

export interface ClaimSummary {
  readonly id: string;
  readonly says: string;
  /** How its words were read as figures; absent: the study does not say. */
  readonly reading?: string;
  readonly published: readonly [number | null, number | null];
  /**
   * Absent where it is a ratio of two cells; the share of a figure in another of the same cells is told in
   * percent.
   */
  readonly isShare?: true;
  /** Ratio over all pairs (geometric mean) and its interval; null where no pair was measured. */
  readonly measured: number | null;
  readonly interval: Interval | null;
  readonly verdict: ClaimVerdict;
  /** By which a direction must be beyond 1: the user's; 0 of bytes, in which nothing is noise. */
  readonly margin: number;
  /** null where no pair was measured. */
  readonly answered: Answered | null;
  /** That its interval rests on; absent: no pair was measured, or the record is an earlier version's. */
  readonly sessions?: number;
  /** Of its log ratio in one session, by the blocks; absent where it is not known, or as above. */
  readonly withinVariance?: number;
  /** Looks that saw new sessions of it, until the one that is told; absent: as above. */
  readonly looks?: number;
  /**
   * Why it is open, or which cells stood in: `needs the link`,
   * `measured on network none, which stands in for lan`.
   */
  readonly note: string;
  /** Of so many of its pairs a cell is predicted, not measured; absent: of none. */
  readonly predictedPairs?: number;
  /** So many pairs the claim is about, of which not all were measured; absent: all were. */
  readonly pairsWanted?: number;
  /** Of those that there was no time for what a model of the record says; nothing else rests on it. */
  readonly leftOut?: PredictedPairs;
  readonly pairs: readonly ClaimPair[];
  /** It is said of every pair; absent: of the mean of all. */
  readonly every?: true;
  /** So many of them say otherwise than all together; absent: none, or it is not said of every pair. */
  readonly contrary?: number;
}

/** The geometric mean of their ratios. */
export interface PredictedPairs {
  readonly ratio: number;
  readonly interval: Interval;
  /** So many of those left out it is of; of the others the model says nothing. */
  readonly predicted: number;
  readonly leftOut: number;
}

export interface ClaimPair {
  readonly numerator: string;
  readonly denominator: string;
  readonly ratio: number;
  readonly interval: Interval;
  /**
   * What it says by itself, by an interval that holds together with those of the others; absent: the claim is
   * not said of every pair, or an alarm of its twin withholds it.
   */
  readonly verdict?: Exclude<ClaimVerdict, 'in part'>;
}
