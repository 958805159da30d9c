// Which cell of a group others are measured by: the one somebody names, `json`, `protobuf + gzip`,
// `format=json,compression=none`; else the study's own baseline.

import { type Problem, UserError } from '../../base/errors.ts';
import { nearest, quoted, unknownWord } from '../../base/spelling.ts';
import { FACTOR_NAMES, type FactorName, factorNamed } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { cellFits } from '../../study/cells/filter.ts';
import { type CellFilter, type ComparisonRule, isFactorRule } from '../../study/study.ts';

/** One word that a cell must have: of one factor, or of any. */
interface Wanted {
  readonly factor: FactorName | null;
  readonly word: string;
}

export type BaselineChooser = (group: readonly PlannedCell[]) => PlannedCell | null;

/**
 * Throws where the words are none of these cells'; answers null for a group in which no cell has all of them.
 */
export function namedBaseline(
  typed: string,
  cells: readonly PlannedCell[],
  file = '--baseline',
): BaselineChooser {
  const problems: Problem[] = [];
  const wanted = wantedWords(typed, file, problems);
  for (const each of wanted) {
    if (cells.some((cell) => hasWord(cell, each))) continue;
    problems.push(noCellHas(each, cells, file));
  }
  const fits = (cell: PlannedCell) => wanted.every((each) => hasWord(cell, each));
  if (problems.length === 0 && (wanted.length === 0 || !cells.some(fits)))
    problems.push({ file, path: '', what: `no cell that was measured is ${quoted(typed)}` });
  if (problems.length > 0) throw new UserError(problems);
  return (group) => plainest(group.filter(fits));
}

/** The plainest of those that fit; null for a group in which none does. */
export function fittingBaseline(filter: CellFilter): BaselineChooser {
  return (group) => plainest(group.filter(({ factors }) => cellFits(factors, filter)));
}

/**
 * The cell with the baseline level of every comparison that the study asks for; the group's first cell
 * without one.
 */
export function studyBaseline(rules: readonly ComparisonRule[]): BaselineChooser {
  return (group) => {
    const varies = (factor: FactorName) =>
      group.some((cell) => wordOf(cell.factors, factor) !== wordOf(group[0]!.factors, factor));
    const fits = ({ factors }: PlannedCell) =>
      rules.every((rule) =>
        isFactorRule(rule)
          ? wordOf(factors, rule.factor) === rule.baseline || !varies(rule.factor)
          : cellFits(factors, rule.against),
      );
    const fitting = rules.length === 0 ? [] : group.filter(fits);
    return plainest(fitting) ?? group[0] ?? null;
  };
}

/** The first without compression, else the first. */
function plainest(cells: readonly PlannedCell[]): PlannedCell | null {
  return cells.find(({ factors }) => !isCompressed(factors.compression)) ?? cells[0] ?? null;
}

function wantedWords(typed: string, file: string, problems: Problem[]): readonly Wanted[] {
  const words = typed.split(/[\s,+]+/).filter((word) => word !== '');
  return words.flatMap((text): readonly Wanted[] => {
    const [, name, word] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    if (name === undefined || word === undefined) return [{ factor: null, word: text }];
    const factor = FACTOR_NAMES.find((each) => each === name);
    if (factor === undefined) {
      problems.push(unknownWord(file, 'factor', name, FACTOR_NAMES));
      return [];
    }
    return [{ factor, word }];
  });
}

function hasWord({ factors }: PlannedCell, { factor, word }: Wanted): boolean {
  const names = factor === null ? FACTOR_NAMES : [factor];
  return names.some((name) => {
    const level = wordOf(factors, name);
    if (String(level) === word || factorNamed(name).covers(word, level)) return true;
    return name === 'format' && word === `${level}/${factors.codec}`;
  });
}

function noCellHas({ factor, word }: Wanted, cells: readonly PlannedCell[], file: string): Problem {
  const names = factor === null ? (['format', 'codec', 'encoder', 'compression'] as const) : [factor];
  const levels = [
    ...new Set(cells.flatMap(({ factors }) => names.map((name) => String(wordOf(factors, name))))),
  ];
  const near = nearest(word, levels);
  return {
    file,
    path: '',
    what: `no cell that was measured has ${factor === null ? '' : `${factor} `}${quoted(word)}`,
    allowed: levels,
    ...(near !== null && { nearest: near }),
  };
}
