// Cells that stand in one table (same part, data, n, network, protocol, browser and target) and, inside a
// table, cells that may be ranked because they do the same (procedure, computation and connection). Twins are
// in neither: they only tell noise. Sequences of messages stand together where the same messages go the same
// way; the protocol is part of what carries them.

import { isKnown } from '../../base/figures/ratios.ts';
import { type FactorName, isSharedInTable, SAME_WORK } from '../../factors/catalogue.ts';
import { type Cell, isSequence, wordOf, wordsKey } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import { cellFits } from '../../study/cells/filter.ts';
import { isFactorRule, type Study } from '../../study/study.ts';
import type { Comparison } from '../../summary/comparisons/comparison.ts';
import { oriented } from '../../summary/comparisons/turned-comparison.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { inOrder, keyOfTable, titleOfTable } from '../tables/table-factors.ts';
import { cellLabel, codingChoices, type LevelsOf, levelsAmong, measuredLevels } from './levels.ts';

/** What the study itself tells a report beyond the summary. */
export type StudyChoices = Pick<Study, 'parts' | 'comparisons' | 'networks'>;

/**
 * How a cell stands to the one with the lowest median of its contest, of those that are not shown to be
 * slower than another. That one is `fastest` only where all others are slower; else it stands as the least
 * known of the others does: `open`, `within`, `tied`. What was not compared with it may be faster: `open`.
 */
export type Standing = 'fastest' | 'tied' | 'within' | 'open' | 'slower';

export type SlowerBy = Comparison & { readonly mediansApart: boolean };

export interface Contender {
  readonly cell: CellSummary;
  /** Its name among the rows of its table. */
  readonly label: string;
  /** Its name among those with whom it is ranked, shorter where these have more in common. */
  readonly name: string;
  /** null for a cell that was compared with nobody. */
  readonly standing: Standing | null;
  /** Its standing rests on fewer than four sessions: nobody is the fastest of them. */
  readonly provisional: boolean;
  /** The first of its contest compared with it: its time over that one's. null where none was made. */
  readonly slowerBy: SlowerBy | null;
}

export interface Contest {
  readonly part: string;
  /** The levels that all contenders share. */
  readonly shared: Cell;
  /** Measured cells: the one that the others are ranked against, then the smallest median first. */
  readonly contenders: readonly Contender[];
  /**
   * The cell with the baseline level of every comparison that the study asks for; null where there is none.
   */
  readonly baseline: Contender | null;
}

export interface Table {
  readonly key: string;
  readonly part: string;
  /** The factors of the table that vary in this run, in words; empty where none does. */
  readonly title: string;
  readonly shared: Cell;
  readonly contests: readonly Contest[];
  /** Measured cells in the order in which to show them: contest by contest. */
  readonly rows: readonly Contender[];
  /** Cells that were planned and not measured. */
  readonly missing: readonly { readonly label: string; readonly cell: CellSummary }[];
}

export interface Tables {
  readonly tables: readonly Table[];
  /** Of the measured cells; of all where none was measured. */
  readonly levels: LevelsOf;
}

export function makeTables(summary: Summary, asked: StudyChoices): Tables {
  const cells = summary.cells.filter((cell) => cell.twinOf === null);
  const levels = levelsOfMeasured(cells, asked);
  const comparisons = indexByPair(summary.comparisons);
  const kinds = [...partition(cells, ({ factors }) => String(isSequence(factors))).values()];
  const tables = kinds.flatMap((alike) => {
    const own = kinds.length > 1 ? levelsOfMeasured(alike, asked) : levels;
    return [...partition(alike, keyOfTable)].map(([key, members]) =>
      makeTable(key, members, own, comparisons, asked),
    );
  });
  return { tables: inOrder(tables, levels), levels };
}

/** The tables of one part, with levels in which requests and messages are not mixed. */
export function tablesOfPart({ tables, levels }: Tables, part: string): Tables {
  const own = tables.filter((table) => table.part === part);
  const messages = own.some(({ shared }) => isSequence(shared));
  const alike = tables.filter(({ shared }) => isSequence(shared) === messages);
  if (!messages && alike.length === tables.length) return { tables: own, levels };
  const some = messages ? own : alike;
  const measured = some.flatMap(({ rows }) => rows);
  const cells = measured.length > 0 ? measured : some.flatMap(({ missing }) => missing);
  return {
    tables: own,
    levels: levelsAmong(
      levels,
      cells.map(({ cell }) => cell),
    ),
  };
}

function levelsOfMeasured(cells: readonly CellSummary[], { networks }: StudyChoices): LevelsOf {
  const measured = cells.filter((cell) => cell.totalMs !== null);
  return measuredLevels(measured.length > 0 ? measured : cells, networks);
}

type ComparisonIndex = ReadonlyMap<string, Comparison>;

function makeTable(
  key: string,
  cells: readonly CellSummary[],
  levels: LevelsOf,
  comparisons: ComparisonIndex,
  asked: StudyChoices,
): Table {
  const among = namingLevels(cells, levels, asked);
  const choices = codingChoices(cells);
  const label = (cell: CellSummary) => cellLabel(cell.factors, among, choices);
  const shared = cells[0]!.factors;
  const contests = rankable(cells).map((members) => makeContest(members, label, levels, comparisons, asked));
  return {
    key,
    part: cells[0]!.part,
    title: titleOfTable(shared, levels),
    shared,
    contests,
    rows: contests.flatMap((contest) => contest.contenders),
    missing: cells.filter((cell) => cell.totalMs === null).map((cell) => ({ label: label(cell), cell })),
  };
}

/**
 * Cells of the same procedure, computation and connection are ranked: nobody chooses to connect. Where that
 * leaves every cell alone (one format, computed here or there), the places of computation are held against
 * each other instead.
 */
function rankable(cells: readonly CellSummary[]): readonly (readonly CellSummary[])[] {
  const work = partition(cells, ({ factors }) => wordsKey(factors, RANKED_APART));
  if ([...work.values()].some((members) => members.length > 1)) return [...work.values()];
  const alike = partition(cells, ({ factors }) =>
    JSON.stringify([wordsKey(factors, BUT_PROCEDURE), timesComputed(factors)]),
  );
  return [...alike.values()];
}

/** What cells of one table may differ in and not be ranked. */
export const RANKED_APART = SAME_WORK.filter(
  (name) => !isSharedInTable('request', name) && !isSharedInTable('sequence', name),
);
const BUT_PROCEDURE = RANKED_APART.filter((name) => name !== 'procedure');

/** How often an exchange computes, at either end: as often, and the client is left with the same. */
export function timesComputed(cell: Cell): number {
  if (cell.kind !== 'request') return 0;
  const { serverComputations, clientComputations } = DONE_BY[cell.procedure];
  return serverComputations + clientComputations;
}

/**
 * What names are to tell apart: the cells of one table; where whole ways are held against one another, those
 * of all tables, so that a way keeps its name where only one format was measured.
 */
function namingLevels(cells: readonly CellSummary[], all: LevelsOf, { comparisons }: StudyChoices): LevelsOf {
  return comparisons.every(isFactorRule) ? measuredLevels(cells) : all;
}

function makeContest(
  cells: readonly CellSummary[],
  label: (cell: CellSummary) => string,
  levels: LevelsOf,
  comparisons: ComparisonIndex,
  asked: StudyChoices,
): Contest {
  const measured = cells
    .filter((cell) => cell.totalMs !== null)
    .sort((a, b) => a.totalMs!.median - b.totalMs!.median);
  const first = rankedAgainst(measured, comparisons);
  const among = namingLevels(cells, levels, asked);
  const choices = codingChoices(cells);
  // Where some of a contest are predicted, the fastest of the others is no winner.
  const ranked = cells.some(({ status }) => status === 'predicted') ? 1 : measured.length;
  const ranking = [
    ...measured.filter((cell) => cell === first),
    ...measured.filter((cell) => cell !== first),
  ];
  const contenders = ranking.map((cell): Contender => {
    const names = { label: label(cell), name: cellLabel(cell.factors, among, choices) };
    return { cell, ...names, ...rankAgainst(cell, first!, ranked, comparisons) };
  });
  if (contenders[0]?.standing === 'fastest')
    contenders[0] = { ...contenders[0], ...standingOfFirst(contenders) };
  return {
    part: cells[0]!.part,
    shared: cells[0]!.factors,
    contenders,
    baseline: findBaseline(contenders, cells, asked),
  };
}

/**
 * The lowest median, unless the summary ranks it against another: what an earlier look showed to be slower is
 * not the fastest, though its median may have come out lower since.
 */
function rankedAgainst(
  measured: readonly CellSummary[],
  comparisons: ComparisonIndex,
): CellSummary | undefined {
  const [lowest] = measured;
  const isRankedAgainst = ({ id }: CellSummary) => {
    const found = comparisons.get(pairKey(id, lowest!.id));
    return found?.asked === false && found.a === id;
  };
  return measured.slice(1).find(isRankedAgainst) ?? lowest;
}

function standingOfFirst(contenders: readonly Contender[]): Pick<Contender, 'standing' | 'provisional'> {
  const others = contenders.slice(1);
  const least = (['open', 'within', 'tied'] as const).find((one) =>
    others.some(({ standing }) => (standing ?? 'open') === one),
  );
  return { standing: least ?? 'fastest', provisional: others.some(({ provisional }) => provisional) };
}

const STANDINGS = { faster: 'slower', same: 'tied', within: 'within', slower: 'open', open: 'open' } as const;

function findBaseline(
  contenders: readonly Contender[],
  cells: readonly CellSummary[],
  { comparisons }: StudyChoices,
): Contender | null {
  if (comparisons.length === 0) return null;
  const candidates = contenders.filter(({ cell }) =>
    comparisons.every((rule) =>
      isFactorRule(rule)
        ? wordOf(cell.factors, rule.factor) === rule.baseline || !variesIn(rule.factor, cells)
        : cellFits(cell.factors, rule.against),
    ),
  );
  const plain = candidates.filter(({ cell }) => !isCompressed(cell.factors.compression));
  const [only, ...more] = candidates.length > 1 ? plain : candidates;
  return only !== undefined && more.length === 0 ? only : null;
}

function rankAgainst(
  cell: CellSummary,
  first: CellSummary,
  contenders: number,
  comparisons: ComparisonIndex,
): Pick<Contender, 'standing' | 'provisional' | 'slowerBy'> {
  const alone = { standing: null, provisional: false, slowerBy: null };
  if (contenders < 2) return alone;
  if (cell.id === first.id) return { ...alone, standing: 'fastest' };
  const found = comparisons.get(pairKey(first.id, cell.id));
  if (found === undefined) return alone;
  const told = oriented(found, first.id);
  return {
    standing: STANDINGS[told.verdict],
    provisional: told.provisional,
    slowerBy: { ...told, mediansApart: haveMediansApart(first, cell) },
  };
}

/** Whether the intervals of their medians have nothing in common. */
export function haveMediansApart(one: CellSummary, other: CellSummary): boolean {
  const [a, b] = [one.totalMs!.interval, other.totalMs!.interval];
  return isKnown(a) && isKnown(b) && (a[1] < b[0] || b[1] < a[0]);
}

function indexByPair(comparisons: readonly Comparison[]): ComparisonIndex {
  const index = new Map<string, Comparison>();
  // A pair may be compared twice, asked and for the ranking: the ranking's is the one told of here.
  for (const comparison of comparisons) {
    const key = pairKey(comparison.a, comparison.b);
    if (!index.has(key) || !comparison.asked) index.set(key, comparison);
  }
  return index;
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

function variesIn(name: FactorName, cells: readonly CellSummary[]): boolean {
  return cells.some((cell) => wordOf(cell.factors, name) !== wordOf(cells[0]!.factors, name));
}

export function partition<T>(items: readonly T[], keyOfItem: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
