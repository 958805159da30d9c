// What all proofs have in common: the share of simulated runs in which something happens, and how often an
// interval misses, without computing the same quantile of t many thousand times.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { type Random, seededRandom } from '../../base/random.ts';
import type { Estimate } from '../estimates/estimate.ts';

export const ALPHA = 0.05;

export function shareOfRounds(rounds: number, seed: number, happens: (random: Random) => boolean): number {
  const random = seededRandom(seed);
  let count = 0;
  for (let round = 0; round < rounds; round++) if (happens(random)) count++;
  return count / rounds;
}

/** Half-width, on the log scale, of the interval that confidenceInterval gives. */
export function reachOfInterval({ standardError, degreesOfFreedom }: Estimate, level: number): number {
  if (!(degreesOfFreedom > 0)) return Number.POSITIVE_INFINITY;
  return standardError * rememberedQuantile(level, degreesOfFreedom);
}

export function missesTruth(estimate: Estimate, level: number, trueLog: number): boolean {
  return Math.abs(estimate.log - trueLog) > reachOfInterval(estimate, level);
}

const quantiles = new Map<number, Map<number, number>>();

/** Degrees of freedom are rounded down to hundredths, which can only widen. */
function rememberedQuantile(level: number, degreesOfFreedom: number): number {
  const rounded = Math.max(0.01, Math.floor(degreesOfFreedom * 100 + 1e-6) / 100);
  const ofLevel = quantiles.get(level) ?? new Map<number, number>();
  quantiles.set(level, ofLevel);
  const known = ofLevel.get(rounded);
  if (known !== undefined) return known;
  const quantile = tQuantile(1 - level / 2, rounded);
  ofLevel.set(rounded, quantile);
  return quantile;
}
