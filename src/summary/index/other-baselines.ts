// Whether it matters by which cell an index is measured. It may: an item's weight is of the baseline's item,
// so a baseline that is small in one item makes that item count for more.

import type { Weight } from '../../study/study-index.ts';

export interface OtherBaseline {
  /** Ids. */
  readonly baseline: string;
  readonly winner: string;
}

export interface WeighedCell {
  readonly cell: string;
  /** In the order of the weights. */
  readonly items: readonly { readonly value: number }[];
}

/**
 * Those that would make another cell than the first the lowest, were they the baseline. Cells that have
 * nothing of an item cannot be one. `cells`: the lowest index first.
 */
export function otherBaselines(
  cells: readonly WeighedCell[],
  weights: readonly Weight[],
): readonly OtherBaseline[] {
  return cells.flatMap((base) => {
    if (!base.items.every(({ value }) => value > 0)) return [];
    const indexOf = ({ items }: WeighedCell) =>
      weights.reduce((sum, { share }, k) => sum + (share * items[k]!.value) / base.items[k]!.value, 0);
    const indexes = cells.map(indexOf);
    const lowest = Math.min(...indexes);
    // What differs by rounding alone is the same.
    if (indexes[0]! - lowest <= 1e-12 * Math.abs(indexes[0]!)) return [];
    return [{ baseline: base.cell, winner: cells[indexes.indexOf(lowest)]!.cell }];
  });
}
