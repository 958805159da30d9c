// The factors of a study file → the cells of its parts: every combination of levels, exclusions taken out.

import { plural } from '../../base/figures/plurals.ts';
import { parseDurationMs } from '../../base/units-as-typed.ts';
import type { FactorName } from '../../factors/catalogue.ts';
import { type Cell, cellKey, isSequence, wordOf } from '../../factors/cell.ts';
import { CALL_WORD, computes } from '../../factors/procedure.ts';
import { oneOfEach } from '../cells/combinations.ts';
import { type CellMatcher, compileFilter } from '../cells/filter.ts';
import { commonDirections, type MessageCells, messageCells } from '../cells/message-cells.ts';
import { messageVocabulary } from '../cells/message-words.ts';
import { LIMITS } from '../defaults.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { StudyFile } from '../file/study-file.ts';
import type { WordedFile } from '../file/worded-file.ts';
import type { Part, PayloadRef } from '../study.ts';
import { defaultCodec, encodersOn, type Vocabulary } from '../vocabulary.ts';
import { addGrowthProblems } from './growth-problems.ts';
import { addMisplaced, isOfKind } from './misplaced-factors.ts';
import { addDatasetProblems, sizesForDataset } from './payload-levels.ts';
import {
  type FactorKey,
  type FormatLevel,
  type Levels,
  namesMessages,
  resolveLevels,
} from './resolve-levels.ts';
import { budgetProblem } from './resolve-protocol.ts';
import { addUnused } from './unused-levels.ts';
import { addUrlProblems, cellsOfUrls, withoutUrls } from './url-cells.ts';

const MOST_CANDIDATES = 10 * LIMITS.cells;

/** A part with its levels resolved, before its cells are made. */
export interface PartLevels {
  readonly name: string;
  readonly title: string;
  /** It sends messages; else requests. */
  readonly messages: boolean;
  readonly levels: Levels;
  /** The factors that the file names, for this part or for all, and that its exchanges have. */
  readonly named: ReadonlySet<FactorKey>;
  /** Those that its exchanges do not have. */
  readonly misplaced: readonly FactorKey[];
  readonly pathOf: (factor: FactorKey) => Path;
  /** Of the part itself, not of the whole study. */
  readonly exclude: StudyFile['exclude'];
  /** Predictions are held beside its cells, for so long; null: it is a part like any other. */
  readonly heldMs: number | null;
  readonly path: Path;
}

/** Adds a problem for every word that is no level. */
export function resolvePartLevels(
  file: WordedFile,
  vocabulary: Vocabulary,
  problems: ProblemList,
): PartLevels[] {
  const parts = file.parts ?? [
    { name: file.study, title: file.title, factors: undefined, exclude: undefined, held: undefined },
  ];
  const resolved = parts.map((part, index) => {
    const path: Path = file.parts === undefined ? [] : ['parts', index];
    const own = part.factors ?? {};
    const factorPath = (factor: FactorKey): Path =>
      factor in own ? [...path, 'factors', factor] : ['factors', factor];
    const typed = { ...file.factors, ...own };
    const { name, title, exclude, held } = part;
    const messages = namesMessages(typed);
    const heldMs = held === undefined ? null : parseDurationMs(held)!;
    const levels = resolveLevels(typed, factorPath, vocabulary, problems);
    if (messages) addGrowthProblems(typed.size, levels.n, factorPath, problems);
    else if (withoutUrls(levels, vocabulary).target.length > 0)
      addDatasetProblems(levels, factorPath, vocabulary, problems);
    const names = Object.keys(typed) as FactorKey[];
    const named = new Set(names.filter((factor) => isOfKind(factor, messages)));
    const misplaced = names.filter((factor) => !named.has(factor));
    return { name, title, exclude, heldMs, messages, levels, named, misplaced, pathOf: factorPath, path };
  });
  addMisplaced(resolved, problems);
  addHeldProblems(resolved, problems);
  for (const part of resolved) addUrlProblems(part, vocabulary, problems);
  return resolved;
}

/**
 * Adds a problem for whatever has no cell: parts, levels, exclusions; and for cells that stand in two parts.
 */
export function makeParts(
  file: WordedFile,
  partLevels: readonly PartLevels[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): Part[] {
  checkNames(partLevels, problems);
  const whole = partLevels.map((part) => combine(part, vocabulary, problems));
  if (whole.some((made) => made === null))
    return partLevels.map((part) => ({ ...partName(part), cells: [] }));
  const combined = whole.filter((made) => made !== null);
  const excluded = makeMatchers(
    file.exclude,
    ['exclude'],
    combined.flatMap(({ cells }) => cells),
    vocabulary,
    problems,
  );
  const parts = partLevels.map((part, index) => {
    const { cells } = combined[index]!;
    const own = makeMatchers(part.exclude, [...part.path, 'exclude'], cells, vocabulary, problems);
    const kept = cells.filter((cell) => ![...excluded, ...own].some((matches) => matches(cell)));
    if (kept.length === 0 && cells.length > 0) {
      problems.add([...part.path, 'exclude'], 'the exclusions leave no cell');
    }
    const numberUnsaid = part.messages && !part.named.has('n');
    return { ...partName(part), cells: kept, ...(numberUnsaid && { numberUnsaid }) };
  });
  addUnused(
    partLevels.map((part, index) => ({
      ...part,
      cells: parts[index]!.cells,
      misfits: combined[index]!.misfits,
    })),
    problems,
  );
  checkOverlap(parts, problems);
  return parts;
}

function partName({ name, title, heldMs }: PartLevels) {
  return { name, title, ...(heldMs !== null && { heldMs }) };
}

/** Something must be left that predicts, and what is predicted must be requests. */
function addHeldProblems(parts: readonly PartLevels[], problems: ProblemList): void {
  const held = parts.filter(({ heldMs }) => heldMs !== null);
  for (const { path, heldMs, messages } of held) {
    const at = [...path, 'held'];
    const budget = budgetProblem(heldMs!);
    if (budget !== null) problems.add(at, budget);
    if (messages) problems.add(at, 'messages are sequences, of which nothing is predicted');
  }
  if (held.length > 0 && held.length === parts.length)
    problems.add(
      [...held[0]!.path, 'held'],
      'every part is held, and none is left to predict its cells from',
    );
}

function checkNames(parts: readonly PartLevels[], problems: ProblemList): void {
  const names = new Set<string>();
  for (const { name, path } of parts) {
    if (names.has(name)) problems.add([...path, 'name'], `two parts are named ${name}`);
    names.add(name);
  }
}

/** null where the factors make no cells: one is missing, or there would be too many. */
function combine(part: PartLevels, vocabulary: Vocabulary, problems: ProblemList): MessageCells | null {
  const { levels, pathOf } = part;
  const isOfUrlsAlone = !part.messages && withoutUrls(levels, vocabulary).target.length === 0;
  const missing = isOfUrlsAlone ? [] : findMissing(part, vocabulary.payloads);
  for (const { factor, what } of missing) problems.add(pathOf(factor), what);
  if (missing.length > 0) return null;
  const lists = Object.entries(levels).filter(([factor]) => factor !== 'encoder');
  const count = lists.reduce((product, [, list]) => product * Math.max(1, list.length), 1);
  // Most combinations of transports with directions and protocols cannot be, and are no cells.
  const most = part.messages ? MOST_CANDIDATES : LIMITS.cells;
  const made = count > most ? null : combineLevels(part, vocabulary);
  const cells = made?.cells.length ?? count;
  if (made !== null && cells <= LIMITS.cells) return made;
  problems.add([...part.path, 'factors'], `makes ${cells} cells; at most ${LIMITS.cells} are allowed`);
  return null;
}

function combineLevels({ messages, levels }: PartLevels, vocabulary: Vocabulary): MessageCells {
  if (messages) return messageCells(levels, messageVocabulary(vocabulary));
  const ours = combinations(withoutUrls(levels, vocabulary), vocabulary);
  return { cells: [...ours, ...cellsOfUrls(levels, vocabulary)], misfits: [] };
}

interface Missing {
  readonly factor: FactorKey;
  readonly what: string;
}

function findMissing({ messages, levels }: PartLevels, payloads: readonly PayloadRef[]): Missing[] {
  const what = 'is missing: name at least one level';
  const missing: Missing[] = levels.format.length > 0 ? [] : [{ factor: 'format', what }];
  if (!messages) {
    // Of data of one's own there are so many and no more, unless somebody says otherwise.
    const sized = levels.dataset.every((dataset) => sizesForDataset(dataset, levels.n, payloads).length > 0);
    return sized ? missing : [{ factor: 'n', what }, ...missing];
  }
  const transports = levels.transport;
  if (levels.direction.length > 0 || commonDirections(transports).length > 0) return missing;
  return [
    ...missing,
    { factor: 'direction', what: `is missing: ${transports.join(', ')} have no direction in common` },
  ];
}

function combinations({ encoder, n: asked, ...levels }: Levels, vocabulary: Vocabulary): Cell[] {
  const cells = new Map<string, Cell>();
  for (const dataset of levels.dataset) {
    const n = sizesForDataset(dataset, asked, vocabulary.payloads);
    for (const { procedure, computation, format, ...rest } of oneOfEach({
      dataset: [dataset],
      n,
      ...ofRequests(levels),
    })) {
      if (computes(procedure) === (computation === 'none')) continue;
      for (const coding of codings(format, encoder, rest, vocabulary)) {
        const shared = { ...rest, ...coding };
        const cell: Cell =
          procedure === CALL_WORD
            ? { kind: 'call', ...shared }
            : { kind: 'request', ...shared, procedure, computation };
        cells.set(cellKey(cell), cell);
      }
    }
  }
  return [...cells.values()];
}

/** Without the factors that only messages have, and without the dataset, which decides what n there are. */
function ofRequests({ dataset, transport, direction, mode, size, ...levels }: Omit<Levels, 'encoder' | 'n'>) {
  return levels;
}

/**
 * Format, codec and every encoder asked for that the format has; its default encoder if it has none of them.
 */
function codings(
  { words, codec }: FormatLevel,
  asked: readonly string[],
  { browser, target }: Pick<Cell, 'browser' | 'target'>,
  vocabulary: Vocabulary,
) {
  const own = encodersOn(target, words, vocabulary);
  const encoders = asked.filter((encoder) => own.includes(encoder));
  // Where the target writes no such format, the cell is left out, by whatever name.
  return (encoders.length > 0 ? encoders : [own[0] ?? words.encoders[0]!]).map((encoder) => ({
    format: words.name,
    codec: codec ?? defaultCodec(words, browser),
    encoder,
  }));
}

function makeMatchers(
  filters: StudyFile['exclude'],
  path: Path,
  cells: readonly Cell[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): CellMatcher[] {
  return (filters ?? []).map((filter, index) => {
    const { matches } = compileFilter(filter, [...path, index], cells, vocabulary, problems);
    return matches;
  });
}

function checkOverlap(parts: readonly Part[], problems: ProblemList): void {
  const owners = new Map<string, string>();
  for (const [index, { name, cells }] of parts.entries()) {
    const doubles = cells.filter((cell) => owners.has(cellKey(cell)));
    if (doubles.length > 0) {
      const example = inShort(doubles[0]!);
      const owner = owners.get(cellKey(doubles[0]!));
      const count = plural(doubles.length, 'a cell', `${doubles.length} cells`);
      problems.add(
        ['parts', index],
        `has ${count} of part ${owner} again (${example}); exclude it here or there`,
      );
    }
    for (const cell of cells) owners.set(cellKey(cell), name);
  }
}

function inShort(cell: Cell): string {
  const { dataset, n, format } = cell;
  const word = (name: FactorName) => wordOf(cell, name);
  const compression = word('compression');
  return isSequence(cell)
    ? `${cell.transport} ${cell.direction} ${word('mode')} ${dataset} ${word('size')} n=${n} ${format} ${compression}`
    : `${dataset} n=${n} ${format} ${compression} ${word('procedure')}`;
}
