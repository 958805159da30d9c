// Which rules of a gate are measured. One that may fail it and could never be decided is refused before
// anything is measured. A warning is never stronger than that: it is told as not measured, with the reason,
// and the gate goes on by the others.

import type { EnvironmentError } from '../../../base/errors.ts';
import type { Host } from '../../../base/host.ts';
import { FACTOR_NAMES } from '../../../factors/catalogue.ts';
import { wordsKey } from '../../../factors/cell.ts';
import { isByteMetric } from '../../../items/metrics.ts';
import type { Plan, PlannedCell } from '../../../plan/plan.ts';
import { keepCells } from '../../../study/cells/keep-cells.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import type { Study } from '../../../study/study.ts';
import type { PlannedRule } from '../../../summary/gate/judged-rules.ts';
import type { PlannedGate } from '../gate-study.ts';
import type { Sides } from './gate-pairs.ts';
import {
  cellsOf,
  type DecidedBy,
  fewSessions,
  planRules,
  requireDecidable,
  whyUndecidable,
} from './rule-cells.ts';

/** With what is measured for them. */
export interface MeasurableRules {
  readonly rules: readonly PlannedRule[];
  readonly study: Study;
  readonly plan: Plan;
}

/**
 * Throws where a rule that may fail the gate cannot be decided, and where none can that there is. `isOneRun`:
 * base is measured in it too.
 */
export function measurableRules(
  gate: Gate,
  sides: Sides,
  { usual, ...by }: DecidedBy & Pick<PlannedGate, 'usual'>,
  noLink: EnvironmentError | null,
  isOneRun: boolean,
  file: string,
  host: Host,
): MeasurableRules {
  const rules = planRules(gate, sides, { ...by, usual }, file, host).map((planned) => {
    const unmeasured = whyNot(planned, by, isOneRun);
    return unmeasured === null ? planned : { rule: planned.rule, pairs: [], unmeasured };
  });
  if (rules.every(({ unmeasured }) => unmeasured !== undefined)) refuseAll();
  const mayFail = rules.filter(({ rule }) => rule.level === 'fail');
  const why = whyUndecidable(mayFail, by, noLink, isOneRun);
  if (why === null) return { ...by, rules };
  const warnings = rules.filter(({ rule }) => rule.level === 'warn');
  if (warnings.every(({ pairs }) => pairs.length === 0)) throw why;
  // What warnings are about may have taken the time.
  const study = keepCells(by.study, isAmong(mayFail, by.plan));
  const plan = by.planOf(study);
  const without = new Map(warnings.map(({ rule, unmeasured }) => [rule, unmeasured ?? NO_TIME_BESIDE]));
  const again = planRules(gate, sides, { study, plan, usual }, file, host, without);
  requireDecidable(
    again.filter(({ rule }) => rule.level === 'fail'),
    { ...by, study, plan },
    noLink,
    isOneRun,
  );
  return { study, plan, rules: again };

  /** There is nothing to go on by: warnings are refused as other rules are. */
  function refuseAll(): void {
    const asked = { ...gate, rules: gate.rules.map((rule) => ({ ...rule, level: 'fail' as const })) };
    requireDecidable(planRules(asked, sides, { ...by, usual }, file, host), by, noLink, isOneRun);
  }
}

const NO_TIME_BESIDE = 'the budget has no time for it beside the rules that may fail the gate';

/** Of a warning that nothing decides; null of one of which some cell can be measured, and of other rules. */
function whyNot(planned: PlannedRule, { study, plan }: DecidedBy, isOneRun: boolean): string | null {
  const { rule, pairs, unmeasured } = planned;
  if (rule.level !== 'warn') return null;
  if (unmeasured !== undefined) return unmeasured;
  const leftOut = new Map(plan.cells.flatMap(({ id, skip }) => (skip === null ? [] : [[id, skip]])));
  const reasons = pairs.map(
    (pair) =>
      cellsOf(pair, planned, isOneRun)
        .map((id) => leftOut.get(id))
        .find((skip) => skip !== undefined) ?? null,
  );
  if (!reasons.includes(null)) return [...new Set(reasons)].join('; ');
  return isByteMetric(rule.item) ? null : fewSessions(study, plan);
}

/** Whether a cell of a study is one of those that these rules are about. */
function isAmong(
  rules: readonly PlannedRule[],
  { cells }: Plan,
): (factors: PlannedCell['factors']) => boolean {
  const ids = idsOf(rules);
  const key = (factors: PlannedCell['factors']) => wordsKey(factors, FACTOR_NAMES);
  const asked = new Set(cells.flatMap(({ id, factors }) => (ids.has(id) ? [key(factors)] : [])));
  return (factors) => asked.has(key(factors));
}

function idsOf(rules: readonly PlannedRule[]): ReadonlySet<string> {
  return new Set(rules.flatMap(({ pairs }) => pairs.flatMap(({ base, head }) => [base, head])));
}

/**
 * The cells without which a gate is worth nothing: it goes on without those that warnings alone are about.
 */
export function neededCells(rules: readonly PlannedRule[], { cells }: Plan): ReadonlySet<string> {
  const mayFail = rules.filter(({ rule }) => rule.level === 'fail');
  // Of warnings alone, there is nothing else to go on by.
  const ids = idsOf(mayFail.length > 0 ? mayFail : rules);
  return new Set(cells.flatMap(({ id, twinOf }) => (ids.has(twinOf ?? id) ? [id] : [])));
}
