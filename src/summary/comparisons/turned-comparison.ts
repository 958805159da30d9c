// Comparisons told the other way round.

import type { Comparison, Difference } from '../summary.ts';

/** The comparison told about `about`, whichever way round it was recorded. */
export function oriented(comparison: Comparison, about: string): Comparison {
  if (comparison.a === about) return comparison;
  const { a, b, ratio, interval, verdict, differenceMs } = comparison;
  const turned = verdict === 'faster' ? 'slower' : verdict === 'slower' ? 'faster' : verdict;
  return {
    ...comparison,
    a: b,
    b: a,
    ratio: 1 / ratio,
    interval: [1 / interval[1], 1 / interval[0]],
    differenceMs: differenceMs === null ? null : negated(differenceMs),
    verdict: turned,
  };
}

/** The difference told the other way round. */
export function negated({ value, interval: [low, high] }: Difference): Difference {
  return { value: -value, interval: [-high, -low] };
}
