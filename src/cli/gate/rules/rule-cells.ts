// Which cells each rule of a gate is about. What could never be decided of them is refused before anything is
// measured: it would stay undecided for good, and pass where undecided rules do. Of a warning it is told.

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
import { type Path, ProblemList } from '../../../study/file/problem-list.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import { type GateRule, itemWords, kindOfRule, sayContradiction } from '../../../study/gate/gate-rules.ts';
import type { Study } from '../../../study/study.ts';
import type { PlannedRule, RulePair } from '../../../summary/gate/judged-rules.ts';
import type { PlannedGate } from '../gate-study.ts';
import { whereOf } from './gate-levels.ts';
import type { Sides } from './gate-pairs.ts';
import { wordsOf } from './gate-words.ts';

/**
 * Throws a UserError with every rule that may fail the gate and is about no cell, or about an item that none
 * of its cells can have; a warning of that kind is not measured. `without`: warnings that are known not to
 * be, and why.
 */
export function planRules(
  { rules, lineOf }: Gate,
  { pairsIn, answered }: Sides,
  { study, plan, usual }: Pick<PlannedGate, 'study' | 'plan' | 'usual'>,
  file: string,
  host: Host,
  without: ReadonlyMap<GateRule, string> = new Map(),
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
  const pairsOf = (rule: GateRule, path: Path, told: ProblemList) => {
    const { matches } = compileFilter(whereOf(rule, usual), path, all, vocabulary, told);
    const fitting = pairsIn(single.filter(({ factors }) => matches(factors)));
    const reasons = fitting.map((pair) => whyNot(pair, rule));
    const pairs = fitting.filter((_, at) => reasons[at] === null);
    if (pairs.length === 0 && fitting.length > 0) {
      const has = (item: Metric) => fitting.some((pair) => whyNot(pair, { ...rule, item }) === null);
      told.addFault([...path, 'item'], lackOf(rule, reasons, has));
    }
    return { pairs, fitting };
  };
  const planned = rules.map((rule, index) => {
    const path = ['gate', 'rules', index];
    if (rule.level === 'fail') return { rule, ...pairsOf(rule, path, problems) };
    const known = without.get(rule);
    if (known !== undefined) return { rule, pairs: [], fitting: [], unmeasured: known };
    const own = new ProblemList(file, lineOf);
    const { pairs, fitting } = pairsOf(rule, path, own);
    if (fitting.length === 0 && own.all().length === 0) own.add(path, NOTHING_FITS);
    const lacks = own.all().map(({ what }) => what);
    if (lacks.length === 0) return { rule, pairs, fitting };
    return { rule, pairs: [], fitting, unmeasured: lacks.join('; ') };
  });
  problems.throwIfAny();
  for (const [index, { rule, fitting }] of planned.entries())
    if (fitting.length === 0 && rule.level === 'fail') problems.add(['gate', 'rules', index], NOTHING_FITS);
  refuseSameCells(planned, problems);
  problems.throwIfAny();
  return planned.map(({ fitting: _, ...rule }) => rule);
}

const NOTHING_FITS = 'no cell that both sides have fits it';

/** Why no rule about times is decided by it; null where there are sessions enough. */
export function fewSessions({ protocol }: Study, { sessions }: Plan): string | null {
  const rotations = rotationsIn(sessions);
  if (rotations >= FEWEST_SESSIONS) return null;
  const budget = `the budget of ${sayDuration(protocol.budgetMs)} has time for ${count(rotations, 'session')}`;
  return `${budget}, and fewer than four decide no time`;
}

/** What is measured of it in this run. */
export function cellsOf(pair: RulePair, { rule }: PlannedRule, isOneRun: boolean): readonly string[] {
  return isOneRun ? askedOf(pair, rule.limit) : [pair.head];
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
        pairs.length > 0 &&
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

export type DecidedBy = Pick<PlannedGate, 'study' | 'plan' | 'planOf'>;

/** Throws why this plan decides some rule in no case. */
export function requireDecidable(
  planned: readonly PlannedRule[],
  by: DecidedBy,
  noLink: EnvironmentError | null,
  isOneRun: boolean,
): void {
  const why = whyUndecidable(planned, by, noLink, isOneRun);
  if (why !== null) throw why;
}

/**
 * Why this plan decides some rule in no case, with what mends it: the link, a budget that is enough, or other
 * levels; null where it may decide all. `isOneRun`: base is measured in it too.
 */
export function whyUndecidable(
  planned: readonly PlannedRule[],
  { study, plan, planOf }: DecidedBy,
  noLink: EnvironmentError | null,
  isOneRun: boolean,
): EnvironmentError | null {
  const idsOf = (rule: PlannedRule) => rule.pairs.flatMap((pair) => cellsOf(pair, rule, isOneRun));
  const asked = new Set(planned.flatMap(idsOf));
  const leftOutOf = ({ cells }: Plan) => cells.filter(({ id, skip }) => skip !== null && asked.has(id));
  const ofTimes = planned.find(({ rule }) => !isByteMetric(rule.item));
  const hasSessions = (longer: Plan) => ofTimes === undefined || fewSessions(study, longer) === null;

  const leftOut = leftOutOf(plan);
  const ofLink = noLink === null ? null : needsLink(noLink.message);
  const first = leftOut.find(({ skip }) => skip === ofLink) ?? leftOut[0];
  if (first !== undefined) {
    const { says } = planned.find((rule) => idsOf(rule).includes(first.id))!.rule;
    if (noLink !== null && first.skip === ofLink)
      return new EnvironmentError(`the rule ${says} ${first.skip}`, noLink.tried, noLink.remedy);
    const alike = leftOut.filter(({ skip }) => skip === first.skip).map(({ id }) => id);
    const more = alike.length - MOST_TOLD;
    const names = [...alike.slice(0, MOST_TOLD), ...(more > 0 ? [`${more} more`] : [])];
    return new EnvironmentError(
      `the rule ${says} cannot be decided: ${first.skip}`,
      [`left out: ${listed(names)}`],
      isForTime(first) ? `${moreTime()}, or rules about fewer cells` : OTHER_LEVELS,
    );
  }
  if (ofTimes !== undefined && !hasSessions(plan)) {
    return new EnvironmentError(
      `the rule ${ofTimes.rule.says} cannot be decided: ${fewSessions(study, plan)}`,
      [],
      moreTime(),
    );
  }
  return null;

  function moreTime(): string {
    const isEnough = (longer: Plan) => !leftOutOf(longer).some(isForTime) && hasSessions(longer);
    const enoughMs = budgetNeededMs(study, planOf, isEnough);
    return `give the gate more time (${enoughMs === null ? 'budget' : `budget: ${typedRoughly(enoughMs)}`})`;
  }
}
