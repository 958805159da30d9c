// Which cells may be compared: those alike in every factor but the one in question. A codec and an encoder belong to
// their format, so they follow when the format differs.

import { FACTOR_NAMES, type Factors } from '../wire/factors.ts';

/** The factors that differ when `factor` does. */
export function factorsThatFollow(factor: keyof Factors): readonly (keyof Factors)[] {
  return factor === 'format' ? ['format', 'codec', 'encoder'] : [factor];
}

/** The cells in groups that are alike in every factor but these. */
export function groupsAlike(cells: readonly Factors[], free: readonly (keyof Factors)[]): Factors[][] {
  const fixed = FACTOR_NAMES.filter((factor) => !free.includes(factor));
  const groups = Map.groupBy(cells, (cell) => JSON.stringify(fixed.map((factor) => cell[factor])));
  return [...groups.values()];
}
