// With how much time nothing would be left out for lack of it: nobody can guess.

import type { Study } from '../../study/study.ts';
import type { Plan, PlannedCell } from '../plan.ts';
import { isForTime } from './leave-out.ts';

/** What people type. */
const BUDGETS_MS = [30, 60, 90, 120, 180, 240, 300, 600, 900, 1_800, 3_600].map((s) => s * 1_000);

/**
 * The shortest longer budget in which these cells are measured, ms; null where that is none that people type.
 * `isAsked`: absent: all cells are.
 */
export function budgetNeededMs(
  study: Study,
  planOf: (study: Study) => Plan,
  isAsked: (cell: PlannedCell) => boolean = () => true,
): number | null {
  const { protocol } = study;
  const enoughMs = BUDGETS_MS.find((budgetMs) => {
    if (budgetMs <= protocol.budgetMs) return false;
    const { cells } = planOf({ ...study, protocol: { ...protocol, budgetMs } });
    return !cells.some((cell) => isForTime(cell) && isAsked(cell));
  });
  return enoughMs ?? null;
}
