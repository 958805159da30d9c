// Which cells each rule of a gate is about. What could never be decided of them is refused before anything is
// measured: it would stay undecided for good, and pass where undecided rules do.

import { EnvironmentError, type Problem } from '../../../base/errors.ts';
import { count, listed } from '../../../base/figures/plurals.ts';
import { sayDuration, typedRoughly } from '../../../base/figures/times.ts';
import type { Host } from '../../../base/host.ts';
import { FEWEST_SESSIONS } from '../../../base/least-evidence.ts';
import { nearest } from '../../../base/spelling.ts';
import { whyWithout } from '../../../items/cell-items.ts';
import { isByteMetric, type Metric } from '../../../items/metrics.ts';
import { needsLink } from '../../../plan/make-plan.ts';
import type { Plan } from '../../../plan/plan.ts';
import { isForTime } from '../../../plan/sessions/leave-out.ts';
import { rotationsIn } from '../../../plan/sessions/rotations.ts';
import { budgetNeededMs } from '../../../plan/sessions/time-needed.ts';
import { compileFilter } from '../../../study/cells/filter.ts';
import { ProblemList } from '../../../study/file/problem-list.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import { type GateRule, itemWords, kindOfRule, sayContradiction } from '../../../study/gate/gate-rules.ts';
import type { PlannedRule, RulePair } from '../../../summary/gate/judged-rules.ts';
import type { PlannedGate } from '../gate-study.ts';
import { whereOf } from './gate-levels.ts';
import type { Sides } from './gate-pairs.ts';
import { wordsOf } from './gate-words.ts';

/**
 * Throws a UserError with every rule that is about no cell, or about an item that none of its cells can have.
 */
export function planRules(
  { rules, lineOf }: Gate,
  { pairsIn, answered }: Sides,
  { study, plan, usual }: Pick<PlannedGate, 'study' | 'plan' | 'usual'>,
  file: string,
  host: Host,
): PlannedRule[] {
  const problems = new ProblemList(file, lineOf);
  const single = plan.cells.filter(({ twinOf }) => twinOf === null);
  const all = single.map(({ factors }) => factors);
  const vocabulary = wordsOf(study, host);
  const factorsOf = new Map(single.map(({ id, factors }) => [id, factors]));
  const whyNot = (pair: RulePair, { item, limit }: Pick<GateRule, 'item' | 'limit'>) => {
    const reasons = askedOf(pair, limit).map((id) => {
      const factors = factorsOf.get(id);
      return factors === undefined ? null : whyWithout(factors, item, answered?.get(factors.target));
    });
    return reasons.find((reason) => reason !== null) ?? null;
  };
  const planned = rules.map((rule, index) => {
    const path = ['gate', 'rules', index];
    const { matches } = compileFilter(whereOf(rule, usual), path, all, vocabulary, problems);
    const fitting = pairsIn(single.filter(({ factors }) => matches(factors)));
    const reasons = fitting.map((pair) => whyNot(pair, rule));
    const pairs = fitting.filter((_, at) => reasons[at] === null);
    if (pairs.length === 0 && fitting.length > 0) {
      const has = (item: Metric) => fitting.some((pair) => whyNot(pair, { ...rule, item }) === null);
      problems.addFault([...path, 'item'], lackOf(rule, reasons, has));
    }
    return { rule, pairs, fitting };
  });
  problems.throwIfAny();
  for (const [index, { fitting }] of planned.entries())
    if (fitting.length === 0) problems.add(['gate', 'rules', index], 'no cell that both sides have fits it');
  refuseSameCells(planned, problems);
  problems.throwIfAny();
  return planned.map(({ rule, pairs }) => ({ rule, pairs }));
}

/** An absolute limit is about head alone. */
function askedOf({ base, head }: RulePair, { kind }: GateRule['limit']): readonly string[] {
  return kind === 'grows' ? [head, base] : [head];
}

function lackOf(
  { item }: GateRule,
  reasons: readonly (string | null)[],
  has: (item: Metric) => boolean,
): Omit<Problem, 'file' | 'path'> {
  const allowed = itemWords(has);
  const near = nearest(item, allowed);
  return {
    what: `its cells have no ${item}: ${[...new Set(reasons)].join('; ')}`,
    allowed,
    ...(near !== null && { nearest: near }),
  };
}

/** Rules in other words may be about the same cells: `format: json` where nothing else is measured. */
function refuseSameCells(planned: readonly PlannedRule[], problems: ProblemList): void {
  const seen = new Map<string, GateRule>();
  for (const [index, { rule, pairs }] of planned.entries()) {
    const key = JSON.stringify([kindOfRule(rule), pairs.map(({ head }) => head).toSorted()]);
    const before = seen.get(key);
    seen.set(key, rule);
    if (before !== undefined && pairs.length > 0)
      problems.add(['gate', 'rules', index], `${sayContradiction(before)}: both are about the same cells`);
  }
}

/**
 * Rules all of whose cells a stricter one of their kind is about too: whoever wrote them meant exceptions,
 * and there are none.
 */
export function sayOverruled(planned: readonly PlannedRule[]): readonly string[] {
  return planned.flatMap(({ rule, pairs }) => {
    const stricter = planned.find(
      (other) =>
        kindOfRule(other.rule) === kindOfRule(rule) &&
        borderOf(other.rule) < borderOf(rule) &&
        pairs.every(({ head }) => other.pairs.some((pair) => pair.head === head)),
    );
    if (stricter === undefined) return [];
    const both = `${rule.says} is no exception to ${stricter.rule.says}, which holds for its cells too`;
    return [`${both}: let the stricter rule name the levels that it is about`];
  });
}

function borderOf({ limit }: GateRule): number {
  return limit.kind === 'grows' ? limit.share : limit.value;
}

/** What mends it where no cell can be measured: a gate has no options for that. */
export const OTHER_LEVELS = 'name other levels in the rules of the gate, or in its study';

/** Of how many cells the names are told. */
const MOST_TOLD = 6;

/**
 * Throws why this plan decides some rule in no case, with what mends it: the link, a budget that is enough,
 * or other levels. `isOneRun`: base is measured in it too.
 */
export function requireDecidable(
  planned: readonly PlannedRule[],
  { study, plan, planOf }: Pick<PlannedGate, 'study' | 'plan' | 'planOf'>,
  noLink: EnvironmentError | null,
  isOneRun: boolean,
): void {
  const idsOf = ({ pairs, rule }: PlannedRule) =>
    pairs.flatMap((pair) => (isOneRun ? askedOf(pair, rule.limit) : [pair.head]));
  const asked = new Set(planned.flatMap(idsOf));
  const leftOutOf = ({ cells }: Plan) => cells.filter(({ id, skip }) => skip !== null && asked.has(id));
  const ofTimes = planned.find(({ rule }) => !isByteMetric(rule.item));
  const hasSessions = ({ sessions }: Plan) =>
    ofTimes === undefined || rotationsIn(sessions) >= FEWEST_SESSIONS;

  const leftOut = leftOutOf(plan);
  const ofLink = noLink === null ? null : needsLink(noLink.message);
  const first = leftOut.find(({ skip }) => skip === ofLink) ?? leftOut[0];
  if (first !== undefined) {
    const { says } = planned.find((rule) => idsOf(rule).includes(first.id))!.rule;
    if (noLink !== null && first.skip === ofLink)
      throw new EnvironmentError(`the rule ${says} ${first.skip}`, noLink.tried, noLink.remedy);
    const alike = leftOut.filter(({ skip }) => skip === first.skip).map(({ id }) => id);
    const more = alike.length - MOST_TOLD;
    const names = [...alike.slice(0, MOST_TOLD), ...(more > 0 ? [`${more} more`] : [])];
    throw new EnvironmentError(
      `the rule ${says} cannot be decided: ${first.skip}`,
      [`left out: ${listed(names)}`],
      isForTime(first) ? `${moreTime()}, or rules about fewer cells` : OTHER_LEVELS,
    );
  }
  if (ofTimes !== undefined && !hasSessions(plan)) {
    const sessions = count(rotationsIn(plan.sessions), 'session');
    const budget = `the budget of ${sayDuration(study.protocol.budgetMs)} has time for ${sessions}`;
    throw new EnvironmentError(
      `the rule ${ofTimes.rule.says} cannot be decided: ${budget}, and fewer than four decide no time`,
      [],
      moreTime(),
    );
  }

  function moreTime(): string {
    const isEnough = (longer: Plan) => !leftOutOf(longer).some(isForTime) && hasSessions(longer);
    const enoughMs = budgetNeededMs(study, planOf, isEnough);
    return `give the gate more time (${enoughMs === null ? 'budget' : `budget: ${typedRoughly(enoughMs)}`})`;
  }
}
