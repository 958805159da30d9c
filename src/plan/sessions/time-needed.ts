// With how much time a plan would be what was asked for: nobody can guess.

import type { Study } from '../../study/study.ts';
import type { Plan } from '../plan.ts';

/** What people type. */
const BUDGETS_MS = [30, 60, 90, 120, 180, 240, 300, 600, 900, 1_800, 3_600].map((s) => s * 1_000);

/** The shortest longer budget whose plan is as asked, ms; null where that is none that people type. */
export function budgetNeededMs(
  study: Study,
  planOf: (study: Study) => Plan,
  isEnough: (plan: Plan) => boolean,
): number | null {
  const { protocol } = study;
  const longer = BUDGETS_MS.filter((budgetMs) => budgetMs > protocol.budgetMs);
  const enough = (budgetMs: number) => isEnough(planOf({ ...study, protocol: { ...protocol, budgetMs } }));
  return longer.find(enough) ?? null;
}
