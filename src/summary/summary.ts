// summary.json: what came of a run. Made from the record alone; every report is made from it and the samples.

import type { Interval } from '../base/figures/ratios.ts';
import type { Warning } from '../base/warnings/warning.ts';
import type { FactorName } from '../factors/catalogue.ts';
import type { Cell } from '../factors/cell.ts';
import type { Phase } from '../items/items.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { RunStatus } from '../record/record.ts';

import type { Advice } from './advice.ts';
import type { PublishedFigures } from './claims/published-figures.ts';
import type { BestGroup } from './comparisons/best-of.ts';
import type { WeightedIndex } from './index/weighted-index.ts';
import type { LinkSummary } from './samples/link-summary.ts';

export const SUMMARY_VERSION = 1;

export interface Summary {
  readonly version: typeof SUMMARY_VERSION;
  readonly wirefare: string;
  readonly study: string;
  readonly title: string;
  readonly question: string;
  readonly source: string | null;
  readonly standIns: readonly string[];
  /** Every network that a cell names, with its figures: names differ between tools. */
  readonly networks: readonly NetworkProfile[];
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly confidence: number;
  /** The user's margin, a share. */
  readonly margin: number;
  readonly seed: number;
  readonly sessions: { readonly complete: number; readonly planned: number; readonly leftOut: number };
  readonly cells: readonly CellSummary[];
  readonly comparisons: readonly Comparison[];
  /** The worst of the twins: the run's noise floor. null where no twin was measured. */
  readonly twin: Twin | null;
  readonly twins: readonly Twin[];
  readonly claims: readonly ClaimSummary[];
  /** Share of the wall time, agent starts aside, that was spent inside exchanges. */
  readonly exchangeShare: number;
  /** The link that its sessions over emulated networks went over; null where none did. */
  readonly link: LinkSummary | null;
  readonly warnings: readonly Warning[];
  /** Of a run that was asked for advice. */
  readonly advice?: Advice;
  /** Published tables with ours beside them. */
  readonly publishedFigures?: readonly PublishedFigures[];
  /** The best of each group, by each figure that the study names. */
  readonly best?: readonly BestGroup[];
  /** Where the study says what it weighs, or the user does. */
  readonly index?: WeightedIndex;
}

export interface CellSummary {
  readonly id: string;
  readonly part: string;
  readonly factors: Cell;
  readonly twinOf: string | null;
  readonly status: 'measured' | 'skipped' | 'failed';
  /** Why it was not measured; empty otherwise. */
  readonly reason: string;
  /** Counted exchanges: completed, warm-up left out. */
  readonly exchanges: number;
  readonly failures: number;
  readonly sessions: number;
  /** null where nothing was measured. */
  readonly totalMs: TotalMs | null;
  /**
   * Mean of each item, ms, over the counted exchanges whose timing is not in doubt; only the phases that the
   * cell has. With the residual they add up to the mean total of those same exchanges: `totalMs.mean` where
   * none is in doubt. Of messages `transport` is what the others leave over, and a residual below 0 what both
   * sides did at the same time. Of paced ones only encoding and decoding stand here, sums that take no part
   * in the total: that is a sum of latencies.
   */
  readonly phases: Partial<Record<Phase, number>>;
  /** Items that were estimated by measuring them alone, and items timed in batches. */
  readonly estimated: readonly Phase[];
  readonly batched: readonly Phase[];
  /**
   * Sum of the items found, residual left out, over the mean total of the same exchanges; null of messages.
   */
  readonly accountedShare: number | null;
  readonly bytes: {
    readonly encoded: number;
    readonly decoded: number;
    readonly headers: number;
    /** Of the request's body, of calls alone. */
    readonly request?: number;
  } | null;
  /**
   * The published protocol on the same record; null where the study names none or too few exchanges were
   * made.
   */
  readonly published: PublishedFigure | null;
  /**
   * Its body was compressed while it was sent: there is no `compress` in `phases`, but its time in `transfer`
   * and `residual`.
   */
  readonly streamed?: true;
  /** Samples beyond Tukey's outer fences: flagged, kept, counted. */
  readonly outliers: number;
  /** Of cells of messages: the same sequences a message at a time. */
  readonly messages?: MessageSummary;
}

/**
 * What a message of a cell's sequences took; `totalMs` of the cell divided by its n is the mean a message.
 */
export interface MessageSummary {
  /** Of each sequence: as `totalMs`, but a message, ms. */
  readonly perMessageMs: { readonly median: number; readonly mean: number; readonly interval: Interval };
  /** Messages a second, from the geometric mean of the sessions' median times; null in paced sequences. */
  readonly perSecond: number | null;
  /** Means over the sequences, ms. */
  readonly setUpMs: number;
  readonly firstMs: number;
  /**
   * Of all messages of all counted sequences together, good to 0.5 %; null in throughput. `clockErrorMs`: of
   * the sequences, the worst.
   */
  readonly latencyMs: {
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
    readonly clockErrorMs: number;
  } | null;
  /**
   * Bytes a message at the server's sockets, both ways, and what of them is not the message: below 0 where
   * compression saves more than framing costs. null where unknown.
   */
  readonly wire: { readonly bytes: number; readonly overhead: number } | null;
  /** CPU time of the server a message, µs; null where unknown. */
  readonly serverCpuUs: number | null;
  /** Share of the messages that arrived out of order; only beacons may. */
  readonly reorderedShare: number;
}

/**
 * The published protocol: of each session, in order, the first `warmup` completed exchanges of the cell are
 * left out (our warm-up's are among them); the next ones of all sessions are pooled until `wanted` are there.
 * Their mean, those outside μ ± 2σ removed, mean again.
 */
export interface PublishedFigure {
  readonly meanMs: number;
  /**
   * Exchanges that the mean is of, and those removed; together below `wanted` where the record has no more.
   */
  readonly counted: number;
  readonly removed: number;
  /** As many as the published protocol takes. */
  readonly wanted: number;
}

export interface TotalMs {
  /**
   * Geometric mean over the sessions of each session's median: medians so taken divide exactly to the ratios
   * of the comparisons, and no session counts for more because it had time for more exchanges.
   */
  readonly median: number;
  /** Median of all counted samples together (type 7), as a query on the samples gives it. */
  readonly pooledMedian: number;
  readonly mean: number;
  readonly p5: number;
  readonly p25: number;
  readonly p75: number;
  readonly p95: number;
  readonly min: number;
  readonly max: number;
  /** Of the median. */
  readonly interval: Interval;
  readonly meanInterval: Interval;
}

export type Verdict = 'faster' | 'slower' | 'same' | 'undecided';

export interface Comparison {
  /** Cell ids. The verdict is about a: faster or slower than b. */
  readonly a: string;
  readonly b: string;
  /** The factor in which they differ (the first of them, where a ranking's cells differ in several). */
  readonly factor: FactorName;
  /**
   * Median total of b over that of a: above 1, a is that many times faster. Taken within each session and
   * averaged (geometric mean) over the sessions that both have, so that what drifts between sessions cancels.
   */
  readonly ratio: number;
  /**
   * At 1 − α/m (m comparisons in the family, α of this look): all of a family hold together. The verdict's
   * own.
   */
  readonly interval: Interval;
  readonly verdict: Verdict;
  /**
   * Median total of a less that of b, ms: the ratio and its interval at the median of b, whose own
   * uncertainty is left out; its sign is the verdict's. null where the ratio's interval has no bound.
   */
  readonly differenceMs: Difference | null;
  /** The margin that the verdict used: the larger of the user's and the noise floor of these browsers. */
  readonly margin: number;
  /**
   * Asked for by the study; else a is the fastest of its group and b another cell of it (for ranking and
   * ties).
   */
  readonly asked: boolean;
}

export interface Difference {
  readonly value: number;
  readonly interval: Interval;
}

export interface Twin {
  readonly cell: string;
  readonly twin: string;
  /** Median total of the twin over that of the cell, as in a comparison. */
  readonly ratio: number;
  readonly interval: Interval;
  /** Smallest margin that holds the interval: the larger of `high` and `1 / low`, less 1. */
  readonly noiseFloor: number;
}

export type ClaimVerdict = 'replicated' | 'not replicated' | 'opposite' | 'undecided';

export interface ClaimSummary {
  readonly id: string;
  readonly says: string;
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
  /**
   * Why undecided, or which cells stood in: `needs the link`,
   * `measured on network none, which stands in for lan`.
   */
  readonly note: string;
  readonly pairs: readonly ClaimPair[];
}

export interface ClaimPair {
  readonly numerator: string;
  readonly denominator: string;
  readonly ratio: number;
  readonly interval: Interval;
}
