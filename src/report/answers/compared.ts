// What the study asked to be compared: each level of a factor with the baseline, told by where it is faster,
// slower, the same, within so much of it, or open.

import { inUnit, unitFor } from '../../base/figures/times.ts';
import { type FactorName, factorNamed } from '../../factors/catalogue.ts';
import { type Cell, isSequence, wordOf } from '../../factors/cell.ts';
import { type FactorRule, isFactorRule } from '../../study/study.ts';
import type { Comparison, Difference, Verdict } from '../../summary/comparisons/comparison.ts';
import { negated, oriented } from '../../summary/comparisons/turned-comparison.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';

import { type Case, CONDITIONS, growLeaves, type Leaf, sayWhere } from '../words/conditions.ts';
import { haveMediansApart, partition, type StudyChoices, type Tables } from '../words/groups.ts';
import { type Level, type LevelsOf, levelName } from '../words/levels.ts';
import type { Answer, Sentence } from './answer.ts';
import { type Apart, sayPairApart } from './apart.ts';
import { sayDifferences, sayGains, sayReach, turned } from './ranges.ts';

const MOST_SENTENCES = 5;

interface ComparedCase extends Case {
  readonly level: Level;
  readonly comparison: Comparison & Apart;
}

export function comparisonAnswers(
  summary: Summary,
  asked: StudyChoices,
  tables: Tables,
  part: string,
): readonly Answer[] {
  const cells = new Map(tables.tables.flatMap((table) => table.rows).map(({ cell }) => [cell.id, cell]));
  return asked.comparisons.filter(isFactorRule).flatMap((rule) => {
    const cases = comparedCases(rule, summary, cells);
    if (cases.length === 0) return [];
    const base = levelName(rule.factor, rule.baseline, tables.levels);
    const sentences = [...partition(cases, ({ level }) => String(level)).values()].flatMap((same) =>
      writeSentences(rule, same, tables.levels),
    );
    return [
      {
        question: factorNamed(rule.factor).question ?? `Which ${rule.factor} is faster than ${base}?`,
        part,
        sentences,
      },
    ];
  });
}

function comparedCases(
  { factor, baseline }: FactorRule,
  summary: Summary,
  cells: ReadonlyMap<string, CellSummary>,
): readonly ComparedCase[] {
  return summary.comparisons.flatMap((comparison) => {
    if (!comparison.asked || comparison.factor !== factor) return [];
    const a = cells.get(comparison.a);
    const b = cells.get(comparison.b);
    if (a === undefined || b === undefined) return [];
    const [other, base] = wordOf(a.factors, factor) === baseline ? [b, a] : [a, b];
    if (wordOf(base.factors, factor) !== baseline) return [];
    const told = { ...oriented(comparison, other.id), mediansApart: haveMediansApart(a, b) };
    const { verdict, provisional, openBecause } = told;
    return [
      {
        factors: other.factors,
        // Told apart by why there is no answer, where that is another reason than too few sessions.
        outcome: [verdict, provisional, openBecause === 'sessions' ? 'width' : openBecause].join('\n'),
        level: wordOf(other.factors, factor),
        comparison: isSequence(other.factors) ? ofAMessage(told, other.factors) : told,
      },
    ];
  });
}

/** The difference is one between sequences; told is that of a message. */
function ofAMessage<T extends Comparison>(comparison: T, { n }: Cell): T {
  const { differenceMs } = comparison;
  if (differenceMs === null) return comparison;
  const { value, interval } = differenceMs;
  return {
    ...comparison,
    differenceMs: { value: value / n, interval: [interval[0] / n, interval[1] / n] },
  };
}

interface Sides {
  readonly factor: FactorName;
  readonly name: string;
  readonly base: string;
  readonly level: Level;
  readonly messages: boolean;
}

function writeSentences(
  rule: FactorRule,
  cases: readonly ComparedCase[],
  levels: LevelsOf,
): readonly Sentence[] {
  const sides: Sides = {
    factor: rule.factor,
    name: levelName(rule.factor, cases[0]!.level, levels),
    base: levelName(rule.factor, rule.baseline, levels),
    level: cases[0]!.level,
    messages: isSequence(cases[0]!.factors),
  };
  const leaves = growLeaves(
    cases,
    CONDITIONS.filter((condition) => condition !== rule.factor),
  );
  if (leaves.length <= MOST_SENTENCES) {
    return leaves.map((leaf) => leafSentence(leaf, sides, levels));
  }
  return [...partition(cases, ({ outcome }) => outcome)].map(([outcome, same]) =>
    leafSentence({ outcome, where: [], cases: same, among: cases.length }, sides, levels),
  );
}

function leafSentence(leaf: Leaf<ComparedCase>, sides: Sides, levels: LevelsOf): Sentence {
  const found = leaf.cases.map(({ comparison }) => comparison);
  const { verdict, provisional } = found[0]!;
  const text = verdictText(verdict, found, sides);
  return { kind: KINDS[verdict], where: sayWhere(leaf, levels), text, provisional };
}

const KINDS = {
  faster: 'decided',
  slower: 'decided',
  same: 'tie',
  within: 'within',
  open: 'open',
} as const satisfies Record<Verdict, Sentence['kind']>;

function verdictText(verdict: Verdict, found: readonly ComparedCase['comparison'][], sides: Sides): string {
  const { name, base } = sides;
  switch (verdict) {
    case 'faster':
      return priceText(sides, found, -1, 'faster') ?? `${name} is ${sayGains(found, `faster than ${base}`)}`;
    case 'slower': {
      const gains = found.map(turned);
      return priceText(sides, found, 1, 'slower') ?? `${name} is ${sayGains(gains, `slower than ${base}`)}`;
    }
    case 'same':
      return `${name} and ${base} tie: the same within ${sayReach(found)}`;
    case 'within':
    case 'open':
      return sayPairApart(found, verdict, [inSentence(sides, name), inSentence(sides, base)]);
  }
}

/** `a cold connection`, of `cold connections`: sentences tell of one. */
function inSentence({ factor }: Sides, name: string): string {
  return factor === 'connection' ? `a ${name.replace(/s$/, '')}` : name;
}

/** `3.12 µs [2.90, 3.31] a message` */
function sayDifferencesOfMessages(differences: readonly (Difference | null)[]): string | null {
  const unit = unitFor(differences.flatMap((one) => (one === null ? [] : [Math.abs(one.value)])));
  const said = sayDifferences(
    differences.map(
      (one) =>
        one && {
          value: inUnit(one.value, unit),
          interval: [inUnit(one.interval[0], unit), inUnit(one.interval[1], unit)],
        },
    ),
    unit,
  );
  return said && `${said} a message`;
}

/**
 * What is bought is told by its price: `gzip costs 9.81 ms [9.40, 10.3]: 1.25× slower [1.24, 1.26]`,
 * `a cold connection costs 0.41 ms [0.38, 0.44] more: …`; in ms where the differences are known. null where
 * nothing is.
 */
function priceText(
  { factor, name, base, level, messages }: Sides,
  found: readonly Comparison[],
  sign: 1 | -1,
  than: 'faster' | 'slower',
): string | null {
  const connects = factor === 'connection';
  if (!connects && !(factor === 'compression' && base === 'no compression')) return null;
  const differences = found.map(({ differenceMs }) =>
    differenceMs === null || sign === 1 ? differenceMs : negated(differenceMs),
  );
  const said = messages ? sayDifferencesOfMessages(differences) : sayDifferences(differences);
  const verb = sign === 1 ? 'costs' : said === null ? 'pays' : 'saves';
  const words = [connects ? `a ${level} connection` : name, verb, said, connects && sign === 1 && 'more'];
  return `${words.filter(Boolean).join(' ')}: ${sayGains(sign === 1 ? found.map(turned) : found, than)}`;
}
