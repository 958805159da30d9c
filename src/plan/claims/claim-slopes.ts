// Which cells tell how much a figure grows with a number: of those that are alike in all else, the one with
// the most of it, and the one with the least.

import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { type Cell, isSequence, wordsKey } from '../../factors/cell.ts';
import type { SlopeFactor } from '../../study/study.ts';
import type { PlannedCell } from '../plan.ts';

/** The cell with the most → the one with the least; without those that nothing else is like. */
export function growths(
  cells: readonly PlannedCell[],
  by: SlopeFactor,
): ReadonlyMap<PlannedCell, PlannedCell> {
  const others = FACTOR_NAMES.filter((name) => name !== by);
  const alike = Map.groupBy(cells, ({ part, factors }) => part + wordsKey(factors, others));
  return new Map(
    [...alike.values()].flatMap((group) => {
      const sorted = group
        .filter(({ factors }) => slopeNumber(factors, by) !== null)
        .toSorted((a, b) => slopeNumber(a.factors, by)! - slopeNumber(b.factors, by)!);
      return sorted.length < 2 ? [] : [[sorted.at(-1)!, sorted[0]!] as const];
    }),
  );
}

/** null for messages that are not all of one length. */
export function slopeNumber(factors: Cell, by: SlopeFactor): number | null {
  if (by === 'n') return factors.n;
  return isSequence(factors) && factors.size.policy === 'fixed' ? factors.size.bytes : null;
}
