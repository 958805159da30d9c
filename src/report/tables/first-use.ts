// What a cell's first answer costs, beside its bill.

import { grouped } from '../../base/figures/numbers.ts';
import type { CellSummary } from '../../summary/summary.ts';

export const FIRST_USE_MEANING =
  'first use: the first answer of a client and a server that have just been started';

/** `25.3` and `[22.1, 28.9]`, the latter where several sessions had one; null where none had. */
export function firstUseText(
  { firstUse }: CellSummary,
  decimals: number,
): { readonly figure: string; readonly interval: string } | null {
  if (firstUse === undefined) return null;
  const { medianMs, interval } = firstUse;
  const ends = interval?.map((end) => grouped(end, decimals)).join(', ');
  return { figure: grouped(medianMs, decimals), interval: ends === undefined ? '' : `[${ends}]` };
}
