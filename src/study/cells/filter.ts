// Filters pick cells: used by `exclude`, claims, twins and `--only`. A plain `json` means any codec of it, a
// plain `gzip` any of its levels.

import type { FactorName } from '../../factors/catalogue.ts';
import { FACTOR_NAMES, factorNamed } from '../../factors/catalogue.ts';
import { type Cell, wordOf } from '../../factors/cell.ts';
import type { Word } from '../../factors/factor.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import { asList } from '../resolve/resolve-levels.ts';
import type { CellFilter } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { wholeVocabulary } from './message-words.ts';

export type CellMatcher = (cell: Cell) => boolean;

export interface CompiledFilter {
  readonly matches: CellMatcher;
  /** The same with every level spelled out as the cells have it. */
  readonly filter: CellFilter;
}

/** Does the cell have one of the levels, for every factor that the filter names? */
export function cellFits(cell: Cell, filter: CellFilter): boolean {
  return FACTOR_NAMES.every((factor) => filter[factor]?.includes(wordOf(cell, factor)) ?? true);
}

/**
 * Adds a problem for each word that is no level of any of the cells; without cells, for each that is no level
 * at all.
 */
export function compileFilter(
  typed: FilterFile,
  path: Path,
  cells: readonly Cell[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): CompiledFilter {
  const keys = Object.keys(typed) as FactorName[];
  let sound = true;
  for (const factor of keys) {
    const words = asList<string | number>(typed[factor]!);
    for (const [index, word] of words.entries()) {
      if (cells.some((cell) => cellHasWord(cell, factor, word))) continue;
      const place = Array.isArray(typed[factor]) ? [...path, factor, index] : [...path, factor];
      addMissing(place, factor, word, cells, vocabulary, problems);
      sound = false;
    }
  }
  const matches: CellMatcher = (cell) =>
    keys.every((factor) =>
      asList<string | number>(typed[factor]!).some((word) => cellHasWord(cell, factor, word)),
    );
  const matching = cells.filter(matches);
  if (sound && cells.length > 0 && matching.length === 0) problems.add(path, 'no cell fits all of it');
  return { matches, filter: spelledOut(keys, typed, cells) };
}

function cellHasWord(cell: Cell, name: FactorName, word: Word): boolean {
  if (name === 'format') return word === cell.format || word === `${cell.format}/${cell.codec}`;
  return factorNamed(name).covers(word, wordOf(cell, name));
}

function spelledOut(keys: readonly FactorName[], typed: FilterFile, cells: readonly Cell[]): CellFilter {
  const filter: Partial<Record<FactorName, Word[]>> = {};
  for (const factor of keys) {
    const words = asList<string | number>(typed[factor]!);
    const fitting = cells.filter((cell) => words.some((word) => cellHasWord(cell, factor, word)));
    filter[factor] = [...new Set(fitting.map((cell) => wordOf(cell, factor)))];
    if (factor === 'format' && words.some((word) => String(word).includes('/'))) {
      filter.codec ??= [...new Set(fitting.map(({ codec }) => codec))];
    }
  }
  return filter;
}

/**
 * Adds a problem for a word that no cell has; without cells, for one that is no level at all. Answers whether
 * it is none.
 */
export function addMissing(
  path: Path,
  name: FactorName,
  word: Word,
  cells: readonly Cell[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): boolean {
  const factor = factorNamed(name);
  const words = wholeVocabulary(vocabulary);
  const reading = factor.read(word, words, 'sequence');
  const isKnown = 'word' in reading || Object.values(factor.otherKinds ?? {}).includes(word);
  if (!isKnown) {
    const inShort = 'unknown' in reading ? reading.inShort : undefined;
    problems.addUnknown(path, name, word, factor.known(words), inShort);
    return true;
  }
  if (cells.length === 0) return false;
  const levels = [...new Set(cells.map((cell) => String(wordOf(cell, name))))];
  problems.add(path, `no cell has ${name} ${word} (the cells have ${levels.join(', ')})`);
  return false;
}

/** `json`, `json/QJsonDocument`; nothing where neither is named. */
export function sayCoding({ format = [], codec = [] }: CellFilter): string {
  return [format, codec]
    .filter((levels) => levels.length > 0)
    .map((levels) => levels.join(', '))
    .join('/');
}
