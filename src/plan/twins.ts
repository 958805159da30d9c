// The twin: one cell of each browser, target and network is measured twice under two names. Their difference
// is nothing but noise, and every network has a noise of its own: a fast one in percent of its short
// exchanges a large one.

import { cellFits } from '../study/cells/filter.ts';
import type { Study } from '../study/study.ts';
import type { PlannedCell } from './plan.ts';

/** A twin for each of them that has a cell to run; the one the study names, or one of the middle n. */
export function planTwins(study: Study, cells: readonly PlannedCell[]): PlannedCell[] {
  const runnable = cells.filter(({ skip }) => skip === null);
  const groups = Map.groupBy(runnable, ({ factors: { browser, target, network } }) =>
    JSON.stringify([browser, target, network]),
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
