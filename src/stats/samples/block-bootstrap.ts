// The bootstrap for a run of a single session, where blocks must stand as the units. It resamples whole
// blocks, because exchanges of a block share its level, and resamples them once for all cells of a panel, so
// that the block's level cancels from ratios. It knows nothing of the drift between sessions: intervals from
// it are too narrow for what another run would give, and the summary warns of that.

import type { Random } from '../../base/random.ts';
import { countedMedianOfSorted } from './quantile.ts';

const REPLICATES = 400;

/**
 * Units for so many blocks: neighbours are taken together where there are more than this, which is plenty for
 * t.
 */
const MOST_UNITS = 100;

/**
 * The unit of each of `blocks` blocks in order of time: units of (almost) equal size, neighbours together.
 */
export function unitsOfBlocks(blocks: number, mostUnits = MOST_UNITS): Uint32Array {
  const units = Math.min(blocks, mostUnits);
  return Uint32Array.from({ length: blocks }, (_, block) => Math.floor((block * units) / blocks));
}

/** How often each unit was drawn, for each replicate: replicate r has `counts[r]`. */
export type Draws = readonly Uint8Array[];

/**
 * Draws n − 1 of n units with replacement (Rao & Wu, Resampling Inference with Complex Survey Data, 1988):
 * with one unit less, the replicates' variance is unbiased for small n, where n of n would be too small by
 * the factor (n−1)/n.
 */
export function drawUnits(units: number, random: Random, replicates = REPLICATES): Draws {
  return Array.from({ length: replicates }, () => {
    const counts = new Uint8Array(units);
    for (let i = 0; i < Math.max(1, units - 1); i++) counts[Math.floor(random() * units)]!++;
    return counts;
  });
}

/**
 * Median of the values for every replicate of the draws; `unit` holds each value's unit. NaN where none was
 * drawn.
 */
export function medianReplicates(
  values: ArrayLike<number>,
  unit: ArrayLike<number>,
  draws: Draws,
): Float64Array {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i).sort(
    (a, b) => values[a]! - values[b]!,
  );
  const ascending = Float64Array.from(order, (i) => values[i]!);
  const unitOfSorted = Uint32Array.from(order, (i) => unit[i]!);
  const sizes = new Uint32Array(draws[0]?.length ?? 0);
  for (const each of unitOfSorted) sizes[each]!++;
  return Float64Array.from(draws, (counts) => {
    let total = 0;
    for (let u = 0; u < sizes.length; u++) total += sizes[u]! * counts[u]!;
    return countedMedianOfSorted(ascending, unitOfSorted, counts, total);
  });
}
