// The middle of differences that scatter with long tails on both sides: whatever else a machine does falls
// into one of two answers now and then, and a plain mean of a few pairs then tells of that alone. The mean of
// the middle three fifths does not (Tukey & McLaughlin 1963; Yuen 1974), and where both tails are alike it
// has the same truth.

import type { MeanEstimate } from './weighted-mean.ts';

/** Of the values, cut off at either end. */
const CUT_SHARE = 0.2;

/**
 * `clusters`: the values of each session. Sessions are the units of the standard error, by the trimmed mean's
 * influence function; of one session its values are. Below five values nothing is cut off. Needs one value.
 */
export function estimateOfTrimmedMean(clusters: readonly (readonly number[])[]): MeanEstimate {
  const filled = clusters.filter((values) => values.length > 0);
  const ascending = Float64Array.from(filled.flat()).sort();
  const count = ascending.length;
  const cut = Math.floor(CUT_SHARE * count);
  const [low, high] = [ascending[cut]!, ascending[count - 1 - cut]!];
  const winsorised = (value: number) => Math.min(Math.max(value, low), high);
  const middle = ascending.subarray(cut, count - cut);
  const mean = middle.reduce((sum, value) => sum + value, 0) / middle.length;
  const centre = ascending.reduce((sum, value) => sum + winsorised(value), 0) / count;
  const units = filled.length > 1 ? filled : filled.flat().map((value) => [value]);
  let squares = 0;
  for (const values of units) {
    squares += values.reduce((sum, value) => sum + winsorised(value) - centre, 0) ** 2;
  }
  const variance = ((units.length / (units.length - 1)) * squares) / middle.length ** 2;
  const degreesOfFreedom = filled.length > 1 ? filled.length - 1 : count - 2 * cut - 1;
  return { mean, standardError: Math.sqrt(variance), degreesOfFreedom };
}
