// What summary.json says of a study by design: of the cells that it left to predictions, of what rests on
// them, and of how far the predictions of held-out cells missed.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Prediction } from '../../model/model.ts';
import type { Comparison } from '../comparisons/comparison.ts';

/** What the model says of a cell that nobody measured, or why it says nothing. */
export type CellPrediction =
  | Pick<Prediction, 'totalMs' | 'items' | 'bytes' | 'range' | 'restsOn'>
  | { readonly refused: string };

/** Of a study by design. */
export interface DesignSummary {
  /** Cells, twins aside: those that the model is made from (or says nothing of), held out, left to it. */
  readonly measured: number;
  readonly heldOutCells: number;
  readonly predicted: number;
  /** null where none was both measured and predicted. */
  readonly heldOut: HeldOutSummary | null;
  /** Those that the study asks for and that rest on a prediction; in no family with what was measured. */
  readonly comparisons: readonly PredictedComparison[];
  /** Ways of sending the same of which some are predicted. */
  readonly rankings: readonly DesignRanking[];
}

export interface DesignRanking {
  /** The fastest first; `isAmongBest`: it may be as fast as that, within the margin. */
  readonly ways: readonly {
    readonly id: string;
    readonly totalMs: number;
    readonly isPredicted: boolean;
    readonly isAmongBest: boolean;
  }[];
}

export interface HeldOutSummary {
  readonly cells: readonly HeldOutCell[];
  /** How far apart measured and predicted are, as a share of the smaller. */
  readonly medianMiss: number;
  readonly worstMiss: number;
  /** So many of the intervals hold what was measured. */
  readonly held: number;
  /**
   * So many times as far as the model's do the intervals of predicted cells and ratios reach, so that 95 % of
   * such cells are in them; null: too few were held out to say, and they reach as far as the model's.
   */
  readonly widened: number | null;
}

export interface HeldOutCell {
  readonly id: string;
  /** Mean over the sessions of their medians. */
  readonly measuredMs: number;
  /** By a model that never saw the cell. */
  readonly predictedMs: number;
  /** As the model has it, not widened. */
  readonly interval: Interval;
  readonly isHeld: boolean;
}

/** As in a comparison, at the study's confidence by itself. */
export interface PredictedComparison
  extends Pick<Comparison, 'a' | 'b' | 'factor' | 'ratio' | 'interval' | 'verdict' | 'widest'> {
  /** The ids of those of the two that were not measured. */
  readonly predicted: readonly string[];
}
