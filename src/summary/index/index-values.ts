// A cell's items over its baseline's, and its index in each session, for whoever holds the indexes of two
// cells against each other (claims, published tables). A cell is held against its baseline in the sessions
// that both have: one that was dropped from later ones must not be measured by what these were like.

import { isByteMetric, type Metric } from '../../items/metrics.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { type LinearIndex, linearIndex, type WeightedRatio } from '../../stats/samples/weighted-ratio.ts';
import type { Weight } from '../../study/study-index.ts';
import type { ItemValues } from '../samples/item-values.ts';

/** Sessions (or units of blocks) that both have. */
export function unitsOfBoth(here: ItemValues, baseline: ItemValues): readonly number[] {
  return here.units.filter((unit) => baseline.units.includes(unit));
}

/**
 * Each metric over the baseline's, and how far each of these units, which both have, moves that. `otherwise`:
 * metric → what stands where the baseline has nothing of it in them.
 */
export function itemsOver(
  metrics: readonly Metric[],
  here: ItemValues,
  baseline: ItemValues,
  units: readonly number[],
  otherwise: readonly number[],
): readonly LinearIndex[] {
  return metrics.map((metric, k): LinearIndex => {
    const denominators = units.map((unit) => baseline.of(metric, unit));
    const unmoved = new Float64Array(units.length);
    if (!(mean(denominators) > 0)) return { index: otherwise[k]!, linear: unmoved };
    const numerators = units.map((unit) => here.of(metric, unit));
    // Bytes are the same in every unit: where two cells send as many, rounding must not tell them apart.
    if (isByteMetric(metric)) return { index: numerators[0]! / denominators[0]!, linear: unmoved };
    return linearIndex([{ weight: 1, numerators, denominators }]);
  });
}

/** Items of both in the sessions (or units of blocks) that both have; `units` are those sessions. */
export function indexTerms(
  here: ItemValues,
  baseline: ItemValues,
  weights: readonly Weight[],
): { readonly units: readonly number[]; readonly terms: readonly WeightedRatio[] } {
  const units = unitsOfBoth(here, baseline);
  const terms = weights.map(({ metric, share }) => ({
    weight: share,
    numerators: units.map((unit) => here.of(metric, unit)),
    denominators: units.map((unit) => baseline.of(metric, unit)),
  }));
  return { units, terms };
}

/**
 * Unit (a session; in a run of one session a group of its blocks) → the index in it, always above 0: the
 * index of all units together, moved by what this one adds to it. Their logarithms average to the logarithm
 * of the index, and spread as the delta method says (stats/samples/weighted-ratio.ts), so that
 * estimateFromSessions of them, or of their differences between two cells over the same baseline, is the
 * estimate of the index, or of the ratio of the two. Session by session ratios would not do: those of a short
 * item are far too high on average. Empty where no session is in both, where the baseline has nothing of an
 * item, and where the index is not above 0.
 */
export function indexValues(
  here: ItemValues,
  baseline: ItemValues,
  weights: readonly Weight[],
): ReadonlyMap<number, number> {
  const { units, terms } = indexTerms(here, baseline, weights);
  if (units.length === 0) return new Map();
  const { index, linear } = linearIndex(terms);
  if (!(index > 0 && Number.isFinite(index))) return new Map();
  return new Map(units.map((unit, i) => [unit, index * Math.exp(linear[i]! / index)]));
}
