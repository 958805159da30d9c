// What summary.json says of two cells beside one another.

import type { Interval } from '../../base/figures/ratios.ts';
import type { FactorName } from '../../factors/catalogue.ts';
import type { RatioAnswer } from '../../stats/answers/verdict.ts';

/**
 *   faster, slower   the interval lies beyond the user's margin
 *   same             it lies inside the margin
 *   within           whatever the difference is, it is at most the precision asked for
 *   open             it may be larger, or the answer is withheld: `openBecause`
 */
export type Verdict = RatioAnswer;

/**
 *   width      more sessions would make the interval narrower
 *   sessions   it rests on fewer than four
 *   clock      what the steps of the clocks hide keeps it wide, however many sessions there are
 *   twin       the twin of these cells differs from its cell: something is wrong with this run
 */
export type OpenReason = 'width' | 'sessions' | 'clock' | 'twin';

/** What is told of an interval beside itself. */
export interface Answered {
  /** How far the two may be apart at most, a share: the larger of `high` and `1 / low`, less 1. */
  readonly widest: number;
  /** It rests on fewer than four sessions. */
  readonly provisional: boolean;
  /** Finished rotations at the look that answered it, whose interval this is; null: none did. */
  readonly answeredAt: number | null;
  /** null where it is not open. */
  readonly openBecause: OpenReason | null;
}

export interface Comparison extends Answered {
  /** Cell ids. The verdict is about a: faster or slower than b. */
  readonly a: string;
  readonly b: string;
  /** The factor in which they differ (the first of them, where a ranking's cells differ in several). */
  readonly factor: FactorName;
  /**
   * Median total of b over that of a (of a URL without the lab's front, as `waitMs`): above 1, a is that many
   * times faster. Taken within each session and averaged (geometric mean) over the sessions that both have,
   * so that what drifts between sessions cancels. Of the look that answered it; of all sessions where none
   * did.
   */
  readonly ratio: number;
  /**
   * At 1 − α/m (m comparisons in the family, α of its look): all of a family hold together. The verdict's
   * own.
   */
  readonly interval: Interval;
  readonly verdict: Verdict;
  /**
   * Median total of a less that of b, ms, likewise: the ratio and its interval at the median of b, whose own
   * uncertainty is left out; its sign is the verdict's. null where the ratio's interval has no bound.
   */
  readonly differenceMs: Difference | null;
  /** The user's. */
  readonly margin: number;
  /**
   * Asked for by the study; else a is the fastest of its group and b another cell of it (for ranking and
   * ties).
   */
  readonly asked: boolean;
  /** Sessions that the interval rests on. */
  readonly sessions: number;
  /** How many comparisons its interval holds together with, itself among them. */
  readonly family: number;
  /** Variance of one session's log ratio by the blocks of that session; null where it is not known. */
  readonly withinVariance: number | null;
  /**
   * About so much more wall time, ms, would answer it by the margin (faster, slower or same) if the ratio
   * stays where it is; null where that is not needed, or nobody would wait so long.
   */
  readonly moreMs: number | null;
  /** Of a record of several machines: what each of those that measured both says; absent: one machine did. */
  readonly onMachines?: readonly OnMachine[];
}

export interface Difference {
  readonly value: number;
  readonly interval: Interval;
}

/** What one machine says of a comparison by itself. */
export interface OnMachine {
  /** Index into the summary's `machines`. */
  readonly machine: number;
  readonly sessions: number;
  /** As in the comparison. */
  readonly ratio: number;
  /** At the comparison's level over the number of machines. */
  readonly interval: Interval;
  readonly verdict: Verdict;
}
