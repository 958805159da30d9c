// Comparisons told the other way round.

import type { Interval } from '../../base/figures/ratios.ts';
import type { Comparison, Difference } from './comparison.ts';

/** The comparison told about `about`, whichever way round it was recorded. */
export function oriented(comparison: Comparison, about: string): Comparison {
  if (comparison.a === about) return comparison;
  const { a, b, differenceMs, onMachines } = comparison;
  return {
    ...comparison,
    ...turned(comparison),
    a: b,
    b: a,
    differenceMs: differenceMs === null ? null : negated(differenceMs),
    ...(onMachines !== undefined && {
      onMachines: onMachines.map((own) => ({ ...own, ...turned(own) })),
    }),
  };
}

function turned({
  ratio,
  interval,
  verdict,
}: Pick<Comparison, 'ratio' | 'interval' | 'verdict'>): Pick<Comparison, 'ratio' | 'interval' | 'verdict'> {
  const other = verdict === 'faster' ? 'slower' : verdict === 'slower' ? 'faster' : verdict;
  return { ratio: 1 / ratio, interval: inverse(interval), verdict: other };
}

/** The difference told the other way round. */
export function negated({ value, interval: [low, high] }: Difference): Difference {
  return { value: -value, interval: [-high, -low] };
}

/** An interval without an end has none the other way round either. */
function inverse([low, high]: Interval): Interval {
  return [
    high === Number.MAX_VALUE ? 0 : 1 / high,
    low === 0 ? Number.MAX_VALUE : Math.min(1 / low, Number.MAX_VALUE),
  ];
}
