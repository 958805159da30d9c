// The twin: one cell of each kind of session (browser, target, place) is measured twice under two names. Their
// difference is nothing but noise.

import { cellFits } from '../study/filter.ts';
import type { Study } from '../study/study.ts';
import { kindOf, type PlannedCell, placeOf } from './plan.ts';

/** A twin for each kind of session that has a cell to run; the one the study names, or one of the middle n. */
export function twinsOf(study: Study, cells: readonly PlannedCell[]): PlannedCell[] {
  const runnable = cells.filter(({ skip }) => skip === null);
  const groups = Map.groupBy(runnable, ({ factors }) =>
    kindOf({ browser: factors.browser, target: factors.target, place: placeOf(factors) }),
  );
  return [...groups.values()].map((group) => {
    const cell = chosen(study, group);
    return { ...cell, id: `${cell.id} (twin)`, twinOf: cell.id };
  });
}

function chosen(study: Study, cells: readonly PlannedCell[]): PlannedCell {
  const { twin } = study.protocol;
  const named = twin === undefined ? undefined : cells.find(({ factors }) => cellFits(factors, twin));
  if (named !== undefined) return named;
  const sizes = [...new Set(cells.map(({ factors }) => factors.n))].sort((a, b) => a - b);
  const middle = sizes[Math.floor((sizes.length - 1) / 2)];
  return cells.find(({ factors }) => factors.n === middle)!;
}
