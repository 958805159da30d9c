// What the study asked to be compared: each level of a factor with the baseline, told by where it is faster, slower,
// the same or undecided.

import type { ComparisonRule } from '../../study/study.ts';
import type { CellSummary, Comparison, Summary, Verdict } from '../../summary/summary.ts';
import { type Asked, negated, oriented, partition, type Tables } from '../groups.ts';
import { type FactorName, type Level, type LevelsOf, levelName } from '../levels.ts';
import { type Case, type Leaf, leavesOf, whereOf } from '../outcomes.ts';
import type { Answer, Sentence } from './answer.ts';
import { sayDifferences, sayGains, sayOpen, sayReach, turned } from './ranges.ts';

const CONDITIONS: readonly FactorName[] = [
  'network',
  'n',
  'compression',
  'format',
  'dataset',
  'browser',
  'target',
  'computation',
  'procedure',
  'codec',
];
const MOST_SENTENCES = 5;

const QUESTIONS: Partial<Record<FactorName, string>> = {
  compression: 'Does compression pay?',
  procedure: 'Where to compute, and how often to ask?',
};

interface ComparedCase extends Case {
  readonly level: Level;
  readonly comparison: Comparison;
}

export function comparisonAnswers(
  summary: Summary,
  asked: Asked,
  tables: Tables,
  part: string,
): readonly Answer[] {
  const cells = new Map(tables.tables.flatMap((table) => table.rows).map(({ cell }) => [cell.id, cell]));
  return asked.comparisons.flatMap((rule) => {
    const cases = casesOf(rule, summary, cells);
    if (cases.length === 0) return [];
    const base = levelName(rule.factor, rule.baseline, tables.levels);
    const sentences = [...partition(cases, ({ level }) => String(level)).values()].flatMap((same) =>
      sentencesOf(rule, same, tables.levels),
    );
    return [
      { question: QUESTIONS[rule.factor] ?? `Which ${rule.factor} is faster than ${base}?`, part, sentences },
    ];
  });
}

function casesOf(
  { factor, baseline }: ComparisonRule,
  summary: Summary,
  cells: ReadonlyMap<string, CellSummary>,
): readonly ComparedCase[] {
  return summary.comparisons.flatMap((comparison) => {
    if (!comparison.asked || comparison.factor !== factor) return [];
    const a = cells.get(comparison.a);
    const b = cells.get(comparison.b);
    if (a === undefined || b === undefined) return [];
    const [other, base] = a.factors[factor] === baseline ? [b, a] : [a, b];
    if (base.factors[factor] !== baseline) return [];
    const told = oriented(comparison, other.id);
    return [
      { factors: other.factors, outcome: told.verdict, level: other.factors[factor], comparison: told },
    ];
  });
}

interface Sides {
  readonly factor: FactorName;
  readonly name: string;
  readonly base: string;
}

function sentencesOf(
  rule: ComparisonRule,
  cases: readonly ComparedCase[],
  levels: LevelsOf,
): readonly Sentence[] {
  const sides: Sides = {
    factor: rule.factor,
    name: levelName(rule.factor, cases[0]!.level, levels),
    base: levelName(rule.factor, rule.baseline, levels),
  };
  const leaves = leavesOf(
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
  const { outcome, cases } = leaf;
  const where = whereOf(leaf, levels);
  const found = cases.map(({ comparison }) => comparison);
  const kinds = { faster: 'decided', slower: 'decided', same: 'tie', undecided: 'undecided' } as const;
  const verdict = outcome as Verdict;
  return { kind: kinds[verdict], where, text: verdictText(verdict, found, sides) };
}

function verdictText(verdict: Verdict, found: readonly Comparison[], { factor, name, base }: Sides): string {
  const compresses = factor === 'compression' && base === 'no compression';
  switch (verdict) {
    case 'faster':
      return compresses
        ? `${name} ${saves('saves', 'pays', found, -1)}: ${sayGains(found, 'faster')}`
        : `${name} is ${sayGains(found, `faster than ${base}`)}`;
    case 'slower':
      return compresses
        ? `${name} ${saves('costs', 'costs', found, 1)}: ${sayGains(found.map(turned), 'slower')}`
        : `${name} is ${sayGains(found.map(turned), `slower than ${base}`)}`;
    case 'same':
      return `${name} and ${base} tie: the same within ${sayReach(found)}`;
    case 'undecided':
      return `${name} against ${base}: undecided (${sayOpen(found)})`;
  }
}

/** `costs 9.81 ms [9.40, 10.3]` where the difference is known in ms; `sign` makes it positive. */
function saves(inMs: string, otherwise: string, found: readonly Comparison[], sign: 1 | -1): string {
  const said = sayDifferences(
    found.map(({ differenceMs }) =>
      differenceMs === null || sign === 1 ? differenceMs : negated(differenceMs),
    ),
  );
  return said === null ? otherwise : `${inMs} ${said}`;
}
