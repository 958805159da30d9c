// What was published, as text: a study's ratios, and its own protocol on our samples.

import type { CellSummary } from '../summary/summary.ts';
import { grouped, times } from './figures.ts';

/** `1.18× to 1.22×`, `above 1.00×`, `up to 1.08×`; an open end is null. */
export function publishedRange([low, high]: readonly [number | null, number | null]): string {
  if (low !== null && high !== null) return low === high ? times(low) : `${times(low)} to ${times(high)}`;
  if (low !== null) return `above ${times(low)}`;
  return high === null ? 'any' : `up to ${times(high)}`;
}

export const PUBLISHED_PROTOCOL = 'published protocol';

/** What stands beneath figures by the study's own protocol; null where there are none. */
export function publishedMeaning(cells: readonly CellSummary[]): string | null {
  const wanted = cells.find(({ published }) => published !== null)?.published?.wanted;
  return wanted === undefined
    ? null
    : `Published protocol: the study’s own warm-up, the mean of ${grouped(wanted)} exchanges where the record has so many, values outside μ ± 2σ removed.`;
}

/**
 * `2.39 (4 of 100)`: mean ms by the study's own protocol, and how many values of how many it removed; `(1 of 41, not
 * 100)` where the record has fewer than it takes. null where the study names no protocol or nothing is left for it.
 */
export function publishedMean({ published }: CellSummary, decimals: number): string | null {
  if (published === null) return null;
  const { meanMs, counted, removed, wanted } = published;
  const taken = counted + removed;
  const short = taken < wanted ? `, not ${grouped(wanted)}` : '';
  return `${grouped(meanMs, decimals)} (${grouped(removed)} of ${grouped(taken)}${short})`;
}
