// The factors of a study file → the cells of its parts: every combination of levels, exclusions taken out.

import { type Factors, OF_REQUESTS } from '../wire/factors.ts';
import { LIMITS } from './defaults.ts';
import { type CellMatcher, compileFilter } from './filter.ts';
import { addDatasetProblems, sizesOf } from './payload-levels.ts';
import type { Path, ProblemList } from './problem-list.ts';
import { type FactorKey, type FormatLevel, type Levels, listOf, resolveLevels } from './resolve-levels.ts';
import type { Part, PayloadRef } from './study.ts';
import type { StudyFile } from './study-file.ts';
import { defaultCodec, type Vocabulary } from './vocabulary.ts';
import type { WordedFile } from './worded-file.ts';

/** A part with its levels resolved, before its cells are made. */
export interface PartLevels {
  readonly name: string;
  readonly title: string;
  readonly levels: Levels;
  /** The factors that the file names, for this part or for all. */
  readonly named: ReadonlySet<string>;
  readonly pathOf: (factor: FactorKey) => Path;
  /** Of the part itself, not of the whole study. */
  readonly exclude: StudyFile['exclude'];
  readonly path: Path;
}

/** Adds a problem for every word that is no level. */
export function resolvePartLevels(
  file: WordedFile,
  vocabulary: Vocabulary,
  problems: ProblemList,
): PartLevels[] {
  const parts = file.parts ?? [
    { name: file.study, title: file.title, factors: undefined, exclude: undefined },
  ];
  return parts.map((part, index) => {
    const path: Path = file.parts === undefined ? [] : ['parts', index];
    const own = part.factors ?? {};
    const pathOf = (factor: FactorKey): Path =>
      factor in own ? [...path, 'factors', factor] : ['factors', factor];
    const typed = { ...file.factors, ...own };
    const { name, title, exclude } = part;
    const levels = resolveLevels(typed, pathOf, vocabulary, problems);
    addDatasetProblems(levels, pathOf, vocabulary, problems);
    return { name, title, exclude, levels, named: new Set(Object.keys(typed)), pathOf, path };
  });
}

/** Adds a problem for whatever has no cell: parts, levels, exclusions; and for cells that stand in two parts. */
export function makeParts(
  file: WordedFile,
  partLevels: readonly PartLevels[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): Part[] {
  checkNames(partLevels, problems);
  const whole = partLevels.map((part) => combine(part, vocabulary.payloads, problems));
  if (whole.some((cells) => cells === null))
    return partLevels.map((part) => ({ ...nameOf(part), cells: [] }));
  const excluded = matchersOf(
    file.exclude,
    ['exclude'],
    whole.flatMap((cells) => cells ?? []),
    vocabulary,
    problems,
  );
  const parts = partLevels.map((part, index) => {
    const cells = whole[index] ?? [];
    const own = matchersOf(part.exclude, [...part.path, 'exclude'], cells, vocabulary, problems);
    const kept = cells.filter((cell) => ![...excluded, ...own].some((matches) => matches(cell)));
    if (kept.length === 0 && cells.length > 0) {
      problems.add([...part.path, 'exclude'], 'the exclusions leave no cell');
    }
    return { ...nameOf(part), cells: kept };
  });
  checkUse(partLevels, parts, problems);
  checkOverlap(parts, problems);
  return parts;
}

function nameOf({ name, title }: PartLevels) {
  return { name, title };
}

function checkNames(parts: readonly PartLevels[], problems: ProblemList): void {
  const names = new Set<string>();
  for (const { name, path } of parts) {
    if (names.has(name)) problems.add([...path, 'name'], `two parts are named ${name}`);
    names.add(name);
  }
}

/** null where the factors make no cells: one is missing, or there would be too many. */
function combine(part: PartLevels, payloads: readonly PayloadRef[], problems: ProblemList): Factors[] | null {
  const { levels, pathOf } = part;
  // Of data of one's own there are so many and no more, unless somebody says otherwise.
  const sized = levels.dataset.every((dataset) => sizesOf(dataset, levels.n, payloads).length > 0);
  const missing = [
    ...(sized ? [] : (['n'] as const)),
    ...(levels.format.length > 0 ? [] : (['format'] as const)),
  ];
  for (const factor of missing) problems.add(pathOf(factor), 'is missing: name at least one level');
  if (missing.length > 0) return null;
  const lists = Object.entries(levels).filter(([factor]) => factor !== 'encoder');
  const count = lists.reduce((product, [, list]) => product * Math.max(1, list.length), 1);
  if (count > LIMITS.cells) {
    problems.add([...part.path, 'factors'], `makes ${count} cells; at most ${LIMITS.cells} are allowed`);
    return null;
  }
  return combinations(levels, payloads);
}

function combinations({ encoder, n: asked, ...levels }: Levels, payloads: readonly PayloadRef[]): Factors[] {
  const cells = new Map<string, Factors>();
  const { dataset: datasets, ...others } = levels;
  for (const dataset of datasets) {
    for (const { n, format, ...rest } of oneOfEach({ n: sizesOf(dataset, asked, payloads), ...others })) {
      if ((rest.procedure === 'e1') !== (rest.computation === 'none')) continue;
      for (const coding of codings(format, encoder, rest.browser)) {
        const cell: Factors = { dataset, n, ...coding, ...rest, ...OF_REQUESTS };
        cells.set(JSON.stringify(cell), cell);
      }
    }
  }
  return [...cells.values()];
}

type OneOfEach<Lists> = { [K in keyof Lists]: Lists[K] extends readonly (infer Level)[] ? Level : never };

/** Every combination of one level of each factor; the last factor changes fastest. */
function oneOfEach<Lists extends object>(lists: Lists): OneOfEach<Lists>[] {
  let combinations: object[] = [{}];
  for (const [factor, levels] of Object.entries(lists)) {
    combinations = combinations.flatMap((one) =>
      (levels as unknown[]).map((level) => ({ ...one, [factor]: level })),
    );
  }
  return combinations as OneOfEach<Lists>[];
}

/** Format, codec and every encoder asked for that the format has; its default encoder if it has none of them. */
function codings({ words, codec }: FormatLevel, asked: readonly string[], browser: string) {
  const encoders = asked.filter((encoder) => words.encoders.includes(encoder));
  return (encoders.length > 0 ? encoders : [words.encoders[0]!]).map((encoder) => ({
    format: words.name,
    codec: codec ?? defaultCodec(words, browser),
    encoder,
  }));
}

function matchersOf(
  filters: StudyFile['exclude'],
  path: Path,
  cells: readonly Factors[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): CellMatcher[] {
  return (filters ?? []).map((filter, index) => {
    const { matches } = compileFilter(filter, [...path, index], cells, vocabulary, problems);
    return matches;
  });
}

/** Every level named must be in a cell of a part that it is for: a level without one is a slip. */
function checkUse(partLevels: readonly PartLevels[], parts: readonly Part[], problems: ProblemList): void {
  const unused = new Map<string, { path: Path; what: string }>();
  const used = new Set<string>();
  for (const [index, part] of partLevels.entries()) {
    const { cells } = parts[index]!;
    for (const { factor, level, path } of namedLevels(part)) {
      // Without any cell it is procedure and computation that do not fit, or the exclusions take all of them.
      if (cells.length === 0 && factor !== 'procedure' && factor !== 'computation') continue;
      const key = JSON.stringify(path);
      if (cells.some((cell) => hasLevel(cell, factor, level))) used.add(key);
      else unused.set(key, { path, what: sayUnused(factor, level) });
    }
  }
  for (const [key, { path, what }] of unused) if (!used.has(key)) problems.add(path, what);
}

type Level = Levels[FactorKey][number];

function namedLevels({ levels, named, pathOf }: PartLevels) {
  return (Object.keys(levels) as FactorKey[])
    .filter((factor) => named.has(factor))
    .flatMap((factor) => {
      const list = listOf<Level>(levels[factor]);
      return list.map((level, index) => ({
        factor,
        level,
        path: list.length > 1 ? [...pathOf(factor), index] : pathOf(factor),
      }));
    });
}

function hasLevel(cell: Factors, factor: FactorKey, level: Level): boolean {
  if (typeof level !== 'object') return cell[factor] === level;
  return cell.format === level.words.name && (level.codec === null || cell.codec === level.codec);
}

function sayUnused(factor: FactorKey, level: Level): string {
  if (factor === 'procedure' && level !== 'e1') {
    return `${level} computes something: name a computation (cm1 to cm5) that goes with it`;
  }
  if (factor === 'procedure' || (factor === 'computation' && level === 'none')) {
    return 'no cell is left with it: procedure e1 and computation none go only with each other';
  }
  if (factor === 'computation') return `${level} needs a procedure that computes (e2 to e5)`;
  if (factor === 'encoder') return `none of the formats named has the encoder ${level}`;
  const name = typeof level === 'object' ? level.words.name : level;
  return `no cell is left with ${factor} ${name}: the exclusions take all of them`;
}

function checkOverlap(parts: readonly Part[], problems: ProblemList): void {
  const owners = new Map<string, string>();
  for (const [index, { name, cells }] of parts.entries()) {
    const doubles = cells.filter((cell) => owners.has(JSON.stringify(cell)));
    if (doubles.length > 0) {
      const { dataset, n, format, compression, procedure } = doubles[0]!;
      const example = `${dataset} n=${n} ${format} ${compression} ${procedure}`;
      const owner = owners.get(JSON.stringify(doubles[0]));
      const count = doubles.length === 1 ? 'a cell' : `${doubles.length} cells`;
      problems.add(
        ['parts', index],
        `has ${count} of part ${owner} again (${example}); exclude it here or there`,
      );
    }
    for (const cell of cells) owners.set(JSON.stringify(cell), name);
  }
}
