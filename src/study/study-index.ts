// The weighted index that a study asks for: what is weighed, and by which cell.

import { METRICS, type Metric } from '../items/metrics.ts';
import type { CellFilter } from './study.ts';

/** What claims and published tables may be of: what is measured, and the index made of it. */
export type Figure = Metric | typeof INDEX;
export const INDEX = 'index';
export const FIGURES: readonly Figure[] = [...METRICS, INDEX];

export interface Weight {
  readonly metric: Metric;
  /** Share of the whole: all add up to 1. */
  readonly share: number;
}

export interface Weights {
  /** Those above 0, in the order typed. */
  readonly weights: readonly Weight[];
  /** Those of weight 0: weight may be moved to them. */
  readonly candidates: readonly Metric[];
  /** As typed; 1 and 100 are what people mean. */
  readonly sum: number;
}

export interface StudyIndex extends Weights {
  /** The index of these cells is 1, each among those that do the same; null for the study's own baselines. */
  readonly baseline: CellFilter | null;
}

/** Shares of the weights as typed (none is negative by now); null where nothing weighs anything. */
export function normaliseWeights(
  typed: readonly (readonly [metric: Metric, weight: number])[],
): Weights | null {
  const sum = typed.reduce((total, [, weight]) => total + weight, 0);
  if (!(sum > 0 && Number.isFinite(sum))) return null;
  const shares = typed.map(([metric, weight]) => ({ metric, share: weight / sum }));
  return {
    weights: shares.filter(({ share }) => share > 0),
    candidates: shares.filter(({ share }) => share === 0).map(({ metric }) => metric),
    sum,
  };
}
