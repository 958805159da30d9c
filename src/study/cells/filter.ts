// Filters pick cells: used by `exclude`, claims, twins and `--only`. A plain `json` means any codec of it, a
// plain `gzip` any of its levels.

import { COMPUTATIONS } from '../../data/compute/computations.ts';
import { FACTOR_NAMES, type Factors, OF_REQUESTS } from '../../wire/factors.ts';
import { DIRECTIONS, MESSAGE_TRANSPORTS } from '../../wire/sequence.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import { listOf } from '../resolve/resolve-levels.ts';
import type { CellFilter } from '../study.ts';
import {
  CONNECTIONS,
  compressionLevels,
  compressionsInShort,
  formatLevels,
  knownEncoders,
  networkNames,
  PROCEDURES,
  type Vocabulary,
} from '../vocabulary.ts';
import {
  MESSAGE_PROTOCOLS,
  MODE_WORDS,
  type ReadWord,
  readMode,
  readSize,
  SIZE_WORDS,
  wholeVocabulary,
} from './message-words.ts';

export type CellMatcher = (cell: Factors) => boolean;

export interface CompiledFilter {
  readonly matches: CellMatcher;
  /** The same with every level spelled out as the cells have it. */
  readonly filter: CellFilter;
}

type FilterKey = keyof FilterFile;

/** Does the cell have one of the levels, for every factor that the filter names? */
export function cellFits(cell: Factors, filter: CellFilter): boolean {
  return FACTOR_NAMES.every((factor) => filter[factor]?.includes(cell[factor]) ?? true);
}

/**
 * Adds a problem for each word that is no level of any of the cells; without cells, for each that is no level
 * at all.
 */
export function compileFilter(
  typed: FilterFile,
  path: Path,
  cells: readonly Factors[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): CompiledFilter {
  const keys = Object.keys(typed) as FilterKey[];
  let sound = true;
  for (const factor of keys) {
    const words = listOf<string | number>(typed[factor]!);
    for (const [index, word] of words.entries()) {
      if (cells.some((cell) => cellHasWord(cell, factor, word))) continue;
      const place = Array.isArray(typed[factor]) ? [...path, factor, index] : [...path, factor];
      addMissing(place, factor, word, cells, vocabulary, problems);
      sound = false;
    }
  }
  const matches: CellMatcher = (cell) =>
    keys.every((factor) =>
      listOf<string | number>(typed[factor]!).some((word) => cellHasWord(cell, factor, word)),
    );
  const matching = cells.filter(matches);
  if (sound && cells.length > 0 && matching.length === 0) problems.add(path, 'no cell fits all of it');
  return { matches, filter: spelledOut(keys, typed, cells) };
}

function cellHasWord(cell: Factors, factor: FilterKey, word: string | number): boolean {
  if (factor === 'format') return word === cell.format || word === `${cell.format}/${cell.codec}`;
  if (factor === 'compression') return word === cell.compression || cell.compression.startsWith(`${word}-`);
  if (factor === 'size') return cell.size === levelOf(readSize(word));
  if (factor === 'mode') return cell.mode === word || cell.mode === levelOf(readMode(String(word)));
  return cell[factor] === word;
}

/** `1kB` means 1000. */
function levelOf(read: ReadWord): string | null {
  return read !== null && 'level' in read ? read.level : null;
}

function spelledOut(keys: readonly FilterKey[], typed: FilterFile, cells: readonly Factors[]): CellFilter {
  const filter: Partial<Record<keyof Factors, (string | number)[]>> = {};
  for (const factor of keys) {
    const words = listOf<string | number>(typed[factor]!);
    const fitting = cells.filter((cell) => words.some((word) => cellHasWord(cell, factor, word)));
    filter[factor] = [...new Set(fitting.map((cell) => cell[factor]))];
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
  factor: FilterKey,
  word: string | number,
  cells: readonly Factors[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): boolean {
  const known = knownWords(factor, wholeVocabulary(vocabulary), word);
  if (known.length > 0 && !known.includes(String(word))) {
    const inShort = factor === 'compression' ? compressionsInShort(vocabulary.compressions, word) : {};
    problems.addUnknown(path, factor, word, known, inShort);
    return true;
  }
  if (cells.length === 0) return false;
  const levels = [...new Set(cells.map((cell) => String(cell[factor])))];
  problems.add(path, `no cell has ${factor} ${word} (the cells have ${levels.join(', ')})`);
  return false;
}

/** Empty for n, which is any whole number, and for what is a mode or a size. */
function knownWords(factor: FilterKey, vocabulary: Vocabulary, word: string | number): readonly string[] {
  const { formats } = vocabulary;
  switch (factor) {
    case 'n':
      return [];
    case 'dataset':
      return vocabulary.datasets;
    case 'format':
      return formatLevels(formats);
    case 'codec':
      return formats.flatMap(({ codecs }) => codecs.map(({ name }) => name));
    case 'encoder':
      return knownEncoders(vocabulary);
    case 'compression':
      return compressionLevels(vocabulary.compressions);
    case 'procedure':
      return PROCEDURES;
    case 'computation':
      return COMPUTATIONS;
    case 'network':
      return networkNames(vocabulary);
    case 'connection':
      return CONNECTIONS;
    case 'protocol':
      return MESSAGE_PROTOCOLS;
    case 'transport':
      return [OF_REQUESTS.transport, ...MESSAGE_TRANSPORTS];
    case 'direction':
      return DIRECTIONS;
    case 'mode':
      return word === OF_REQUESTS.mode || levelOf(readMode(String(word))) !== null ? [] : MODE_WORDS;
    case 'size':
      return levelOf(readSize(word)) === null ? SIZE_WORDS : [];
    case 'browser':
      return vocabulary.browsers;
    case 'target':
      return vocabulary.targets;
  }
}

/** `json`, `json/QJsonDocument`; nothing where neither is named. */
export function sayCoding({ format = [], codec = [] }: CellFilter): string {
  return [format, codec]
    .filter((levels) => levels.length > 0)
    .map((levels) => levels.join(', '))
    .join('/');
}
