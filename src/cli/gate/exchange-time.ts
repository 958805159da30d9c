// How long a gate waits for one exchange. Where head hangs, every exchange lasts as long as anybody waits for
// it, and a time that is right for any study would be the whole budget: then nothing is decided of a head
// that answers nothing.

import { isByteMetric } from '../../items/metrics.ts';
import type { Plan } from '../../plan/plan.ts';
import { roughlyMs } from '../../plan/sessions/rough-times.ts';
import type { GateRule } from '../../study/gate/gate-rules.ts';
import type { Study } from '../../study/study.ts';

/**
 * Four sessions have some fifty exchanges of a cell and its partner: of such that take longer nothing could
 * be decided in the budget.
 */
const OF_BUDGET = 12;
/** A server may be slow when it is first asked, and so may a machine of somebody's CI. */
const LEAST_MS = 10_000;
/**
 * Where a side hangs, a gate ends so much of its budget later at most: what it waits for then is no longer
 * either.
 */
const LATE_SHARE = 0.1;
/** What was foreseen or seen once may be off. */
const TIMES_FORESEEN = 6;
const TIMES_SEEN = 2;

type Cells = Pick<Plan, 'cells'>;
type Rules = readonly Pick<GateRule, 'item' | 'limit'>[];

/**
 * `baseMs`: the longest exchange in which base was read before anything is measured; null: it was not read.
 * Every session starts a command anew and asks it once it is up, so its start is waited for elsewhere, and
 * its first exchange, which may take longest, here.
 */
export function waitingNoLonger(study: Study, plan: Cells, rules: Rules, baseMs: number | null): Study {
  const { budgetMs, timeoutMs } = study.protocol;
  const neededMs = Math.max(LEAST_MS, budgetMs / OF_BUDGET, mayTakeMs(study, plan, rules, baseMs));
  const own = Math.min(timeoutMs, Math.round(neededMs));
  return { ...study, protocol: { ...study.protocol, timeoutMs: own } };
}

/**
 * How much later than its budget a gate ends at most where a side hangs, ms. `hasOwnBudget`: somebody gave it
 * one; else it was made as short as its cells let it be, and no server has to be that quick.
 */
export function lateAtMost(
  study: Study,
  plan: Cells,
  rules: Rules,
  baseMs: number | null,
  hasOwnBudget: boolean,
): number {
  const leastMs = hasOwnBudget ? LATE_SHARE * study.protocol.budgetMs : LEAST_MS;
  return Math.round(Math.max(leastMs, mayTakeMs(study, plan, rules, baseMs)));
}

/** An exchange that does not hang, as far as is known. */
function mayTakeMs(study: Study, plan: Cells, rules: Rules, baseMs: number | null): number {
  const measured = plan.cells.filter(({ skip }) => skip === null);
  const limits = rules.map(({ item, limit }) =>
    limit.kind === 'above' && !isByteMetric(item) ? TIMES_SEEN * limit.value : 0,
  );
  return Math.max(
    ...measured.map(({ factors }) => TIMES_FORESEEN * roughlyMs(factors, study)),
    TIMES_SEEN * (baseMs ?? 0),
    ...limits,
  );
}
