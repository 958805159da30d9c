// How much of a cell's time its items make up, and that a bill whose items miss the total says so where it
// stands.

import { shareBetween } from '../../base/figures/ratios.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import type { CellSummary } from '../../summary/summary.ts';

type Accounted = Pick<CellSummary, 'accountedShare' | 'accountedInterval'>;

/** `98.7 % [97.1, 100.2]`; `–` of messages, whose items cannot tell. */
export function sayAccounted({ accountedShare, accountedInterval }: Accounted): string {
  return accountedShare === null ? '–' : shareBetween(accountedShare, accountedInterval);
}

/** `json + gzip: the items add up to 111.2 % [92.0, 130.4] of the total`; null where they do, about. */
export function sayMissed(label: string, cell: Accounted): string | null {
  const { leastShare, mostShare } = WARNINGS['items-do-not-add-up'].bounds;
  const { accountedShare: share } = cell;
  if (share === null || (share >= leastShare && share <= mostShare)) return null;
  return `${label}: the items add up to ${sayAccounted(cell)} of the total`;
}
