// The difference of two cells in milliseconds, for people: 2.8 times slower may be a millisecond or a second.

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, standardDeviation } from '../stats/quantile.ts';
import type { RunTimes } from './cell-times.ts';
import type { Difference } from './summary.ts';

/**
 * Median of `a` less median of `b`: the mean of the sessions' differences ± t·sd/√S, so that a session's drift counts
 * once. null where the cells have fewer than two sessions in common.
 */
export function differenceMs(times: RunTimes, a: string, b: string, alpha: number): Difference | null {
  const ofA = times.cells.get(a)!.logMedians;
  const ofB = times.cells.get(b)!.logMedians;
  const differences = [...ofA].flatMap(([session, log]) => {
    const other = ofB.get(session);
    return other === undefined ? [] : [Math.exp(log) - Math.exp(other)];
  });
  if (differences.length < 2) return null;
  const value = mean(differences);
  const standardError = standardDeviation(differences) / Math.sqrt(differences.length);
  const reach = standardError * tQuantile(1 - alpha / 2, differences.length - 1);
  return { value, interval: [value - reach, value + reach] };
}
