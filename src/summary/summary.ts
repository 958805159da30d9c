// summary.json: what came of a run. Made from the record alone; every report is made from it and the samples.

import type { Interval } from '../base/figures/ratios.ts';
import type { Warning } from '../base/warnings/warning.ts';
import type { Cell } from '../factors/cell.ts';
import type { Phase } from '../items/items.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { RunStatus } from '../record/record.ts';
import type { Advice } from './advice/advice.ts';
import type { MessageSummary } from './bill/message-summary.ts';
import type { ClaimSummary } from './claims/claim-summary.ts';
import type { PublishedFigures } from './claims/published-figures.ts';
import type { PublishedFigure } from './claims/published-protocol.ts';
import type { ClientsSummary } from './clients/clients-summary.ts';
import type { BestGroup } from './comparisons/best-of.ts';
import type { Comparison } from './comparisons/comparison.ts';
import type { CellPrediction, DesignSummary } from './design/by-design.ts';
import type { WeightedIndex } from './index/weighted-index.ts';
import type { PredictedSummary } from './predicted/predicted.ts';
import type { PriceSummary } from './price/price-summary.ts';
import type { ComparedSummary } from './samples/compared-answers.ts';
import type { LinkSummary } from './samples/link-summary.ts';
import type { UrlWhatIf } from './urls/what-if.ts';

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
  /** The widest difference that is still told as `within`, a share: what the run aimed at. */
  readonly precision: number;
  readonly seed: number;
  readonly sessions: { readonly complete: number; readonly planned: number; readonly leftOut: number };
  /**
   * Finished rotations at each look that these answers rest on, in order: the n-th look may use α/(n(n + 1)).
   * Empty of a run with fewer than four rotations, whose answers are all provisional.
   */
  readonly looks: readonly number[];
  /**
   * Comparisons that the study asks for, fixed by the plan: an asked interval holds together with so many
   * others at least (a comparison's own `family`).
   */
  readonly comparisonsInFamily: number;
  readonly cells: readonly CellSummary[];
  /**
   * What predictions are held beside (`predicted.beside`), and nothing else rests on. Absent: the study names
   * nothing for it.
   */
  readonly held?: readonly CellSummary[];
  readonly comparisons: readonly Comparison[];
  /**
   * The worst of the twins: what the same cell measured twice may differ by. null where none was measured.
   */
  readonly twin: Twin | null;
  readonly twins: readonly Twin[];
  /** Twins that differ from their cells beyond chance: answers about the cells beside them are withheld. */
  readonly twinAlarms: readonly TwinAlarm[];
  readonly claims: readonly ClaimSummary[];
  /** Share of the wall time, agent starts aside, that was spent inside exchanges. */
  readonly exchangeShare: number;
  /** Timed answers that were compared with the original; absent where none was. */
  readonly compared?: ComparedSummary;
  /** The link that its sessions over emulated networks went over; null where none did. */
  readonly link: LinkSummary | null;
  readonly warnings: readonly Warning[];
  /** Of a run that measures URLs. */
  readonly urls?: readonly UrlWhatIf[];
  /** Of a run that was asked for advice. */
  readonly advice?: Advice;
  /** Published tables with ours beside them. */
  readonly publishedFigures?: readonly PublishedFigures[];
  /** The best of each group, by each figure that the study names. */
  readonly best?: readonly BestGroup[];
  /** Where the study says what it weighs, or the user does. */
  readonly index?: WeightedIndex;
  /** What a model of the run says of networks on which it measured nothing; absent where it is no ground. */
  readonly predicted?: PredictedSummary;
  /** Of a study by design: what it left to predictions. */
  readonly design?: DesignSummary;
  /** Of a record in which other clients asked meanwhile. */
  readonly clients?: ClientsSummary;
  /** What a million answers cost, where the study gives prices, or the user does. */
  readonly price?: PriceSummary;
  /** Of a merged record: where it was measured; absent: one run left it. */
  readonly machines?: readonly MachineSummary[];
}

/** Of a merged record: a machine, or one of the nodes or devices that it had its sessions on. */
export interface MachineSummary {
  /** `m1`; of its second node `m1.2`. */
  readonly name: string;
  /**
   * The node of a Grid, or the device, that answers by itself; what follows is of the machine that asked it.
   */
  readonly node?: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  /** Records that it brought, and complete sessions of them. */
  readonly records: number;
  readonly sessions: number;
  /** Twins that differ from their cells on this machine beyond chance. */
  readonly twinsThatDiffer: number;
}

export interface CellSummary {
  readonly id: string;
  readonly part: string;
  readonly factors: Cell;
  readonly twinOf: string | null;
  /** `predicted`: the study's design leaves it to the model; its figures are those of `prediction`. */
  readonly status: 'measured' | 'predicted' | 'skipped' | 'failed';
  /** Why it was not measured; empty otherwise. */
  readonly reason: string;
  /** Counted exchanges: completed, warm-up and those that settle left out. */
  readonly exchanges: number;
  readonly failures: number;
  readonly sessions: number;
  /** null where nothing was measured. */
  readonly totalMs: TotalMs | null;
  /**
   * Of a URL: the median of what users wait for, which is the total of each exchange without what the lab's
   * front takes. Comparisons, claims and rules of a gate are of it. Absent: there is no front.
   */
  readonly waitMs?: number;
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
   * Of estimated items, ms, at the study's confidence; noise may take a bound below 0. Absent: none is known.
   * `decompress` may have one and no time in `phases`: its pairs of answers told more than the exchange has
   * room for, and their interval says that it may be chance, so its time stands where it was stamped.
   */
  readonly intervals?: Partial<Record<Phase, Interval>>;
  /**
   * Sum of the items found, residual left out, over the mean total of the same exchanges; null of messages.
   */
  readonly accountedShare: number | null;
  /** Absent where one session's only block has to do, of messages, and in earlier versions. */
  readonly accountedInterval?: Interval;
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
  /** Absent where no counted session had one, as in records of earlier versions. */
  readonly firstUse?: FirstUse;
  /** Of cells of messages: the same sequences a message at a time. */
  readonly messages?: MessageSummary;
  /** Of cells that the study's design leaves to the model. */
  readonly prediction?: CellPrediction;
}

/** What a first answer costs, of a client and a server that have just been started and never ran its code. */
export interface FirstUse {
  /** Geometric mean over the sessions that had one. */
  readonly medianMs: number;
  /** null of one session. */
  readonly interval: Interval | null;
  readonly sessions: number;
}

export interface TotalMs {
  /**
   * Geometric mean over the sessions of each session's median, so that no session counts for more because it
   * had time for more exchanges. Medians so taken divide to the ratios of comparisons of the same sessions.
   * Of a cell that was not in all sessions: as if it had been, by what the others took in those it missed.
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

export interface Twin {
  readonly cell: string;
  readonly twin: string;
  /** Median total of the twin over that of the cell, as in a comparison. */
  readonly ratio: number;
  readonly interval: Interval;
  /** How far the interval reaches from 1: the larger of `high` and `1 / low`, less 1. */
  readonly noiseFloor: number;
}

/** The interval of a twin, at the level of the look over the number of twins, leaves out 1. */
export interface TwinAlarm {
  readonly twin: Twin;
  /** Ids of the cells of the same browser, target and network: no answer is given about them. */
  readonly cells: readonly string[];
}
