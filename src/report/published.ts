// A published ratio as text.

import { times } from './figures.ts';

/** `1.18× to 1.22×`, `above 1.00×`, `up to 1.08×`; an open end is null. */
export function publishedRange([low, high]: readonly [number | null, number | null]): string {
  if (low !== null && high !== null) return low === high ? times(low) : `${times(low)} to ${times(high)}`;
  if (low !== null) return `above ${times(low)}`;
  return high === null ? 'any' : `up to ${times(high)}`;
}
