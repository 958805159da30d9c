// Which levels the rules of a gate are about where it makes its own study: those that a rule names, and of
// what other rules name the usual ones, so that no rule changes what another is about.

import { FACTOR_NAMES, type FactorName, factorNamed } from '../../../factors/catalogue.ts';
import type { Word } from '../../../factors/factor.ts';
import { isByteMetric } from '../../../items/metrics.ts';
import { compileFilter } from '../../../study/cells/filter.ts';
import { allCells, keepCells } from '../../../study/cells/keep-cells.ts';
import { ProblemList } from '../../../study/file/problem-list.ts';
import type { FilterFile } from '../../../study/file/study-file-factors.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import type { GateRule } from '../../../study/gate/gate-rules.ts';
import type { Study } from '../../../study/study.ts';
import type { Vocabulary } from '../../../study/vocabulary.ts';
import type { BaseRecord } from '../sides/gate-record.ts';

type Rules = readonly Pick<GateRule, 'where'>[];
export type Levels = Partial<Record<FactorName, readonly Word[]>>;

/** A page counts bytes no better than a program. */
const BROWSER_FOR_BYTES = 'node';
/** Instead of those of a study, or of a record's; null: they stay. */
export function browserOfGiven({ rules, browser }: Gate, base: BaseRecord | null): string | null {
  if (!rules.every(({ item }) => isByteMetric(item))) return browser;
  // A rule that names one is about it.
  return base === null && !isNamed(rules, 'browser') ? BROWSER_FOR_BYTES : null;
}

const USUAL_FORMAT = 'json';
/** Base and head are the levels of `target`, whatever rules say. */
const OF_RULES = FACTOR_NAMES.filter((name) => name !== 'target');

/** What a rule is about, given what it is about where it says nothing. */
export function whereOf({ where }: Pick<GateRule, 'where'>, usual: Levels): FilterFile {
  return { ...usual, ...where } as FilterFile;
}

/** Of these levels, those of factors that some rules name and others do not. */
export function usualAmong(rules: Rules, levels: Levels): Levels {
  const kept = OF_RULES.filter((name) => isNamed(rules, name) && !isNamedByAll(rules, name));
  return Object.fromEntries(kept.flatMap((name) => (name in levels ? [[name, levels[name]!]] : [])));
}

/** Of every factor that has one; `dataset`: null where every rule names one. */
export function usualLevels({ n, browser, rules }: Gate, dataset: string | null): Levels {
  const isOfBytesAlone = rules.every(({ item }) => isByteMetric(item));
  const defaults = OF_RULES.flatMap((name) => {
    const level = defaultLevel(name);
    return level === undefined ? [] : [[name, [level]] as const];
  });
  return {
    ...(Object.fromEntries(defaults) as Levels),
    dataset: dataset === null ? [] : [dataset],
    n,
    format: [USUAL_FORMAT],
    ...(browser !== null && { browser: [browser] }),
    ...(isOfBytesAlone && { browser: [BROWSER_FOR_BYTES] }),
  };
}

const ALWAYS_SAID: readonly FactorName[] = ['dataset', 'n', 'format', 'browser'];

/** The factors of a study that has every level which a rule is about. */
export function measuredLevels(rules: Rules, usual: Levels): Levels {
  const said = OF_RULES.filter((name) => ALWAYS_SAID.includes(name) || isNamed(rules, name));
  return Object.fromEntries(
    said.map((name) => {
      const named = rules.flatMap(({ where }) => [where[name] ?? []].flat() as Word[]);
      const levels = isNamedByAll(rules, name) ? named : [...(usual[name] ?? []), ...named];
      return [name, [...new Set(levels)]];
    }),
  );
}

/** Without the combinations that no rule asks for. */
export function onlyAsked(study: Study, rules: Rules, usual: Levels, vocabulary: Vocabulary): Study {
  const unheard = new ProblemList('');
  const matchers = rules.map((rule) => {
    // Which of the two servers has a cell is not known yet.
    const { target: _, ...where } = whereOf(rule, usual);
    return compileFilter(where, [], [], vocabulary, unheard).matches;
  });
  const asked = allCells(study).some((cell) => matchers.some((matches) => matches(cell)));
  // What is wrong with rules that are about nothing is told when it is planned.
  return asked ? keepCells(study, (cell) => matchers.some((matches) => matches(cell))) : study;
}

/** A factor that some rules name, of which the others would be about nobody knows which level. */
export function addWithoutUsual({ rules, rulesAt }: Gate, problems: ProblemList): void {
  for (const [i, { where }] of rules.entries())
    for (const name of OF_RULES)
      if (where[name] !== undefined && !isNamedByAll(rules, name) && defaultLevel(name) === undefined)
        problems.add(
          ['gate', 'rules', rulesAt[i]!, name],
          `${name} has no usual level that rules without it could be about: name it in every rule`,
        );
}

function defaultLevel(name: FactorName): Word | undefined {
  const { byDefault = {} } = factorNamed(name);
  return byDefault.request ?? byDefault.sequence;
}

function isNamed(rules: Rules, name: FactorName): boolean {
  return rules.some(({ where }) => where[name] !== undefined);
}

function isNamedByAll(rules: Rules, name: FactorName): boolean {
  return rules.every(({ where }) => where[name] !== undefined);
}
