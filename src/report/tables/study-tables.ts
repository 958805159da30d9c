// What a published study is held against beside its claims: its own tables with ours beside them, and the
// best of each group of cells by each figure. The same in every report.

import { count, listed } from '../../base/figures/plurals.ts';
import { type FactorName, SAME_WORK } from '../../factors/catalogue.ts';
import { type Cell, wordOf } from '../../factors/cell.ts';
import type { BestGroup } from '../../summary/comparisons/best-of.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { type Column, columnWidths } from '../terminal/grid.ts';
import {
  type CodingChoices,
  cellLabel,
  codingChoices,
  levelName,
  measuredLevels,
  varies,
} from '../words/levels.ts';
import { fitting } from './index-tables.ts';
import { publishedTable } from './published-table.ts';

/** In a terminal. */
const MOST_GROUPS = 4;
const MOST_PUBLISHED = 2;
const TIE = ' = ';
/** Between columns. */
const GAP = 2;

/** `width`: of a terminal, where columns that do not fit are left out. */
export function studyTables(summary: Summary, width?: number): readonly AdviceTable[] {
  const { publishedFigures = [], best = [] } = summary;
  const published = publishedFigures.slice(
    0,
    width === undefined ? Number.POSITIVE_INFINITY : MOST_PUBLISHED,
  );
  const more = publishedFigures.length - published.length;
  const bests = bestTables(best, summary, width === undefined ? Number.POSITIVE_INFINITY : MOST_GROUPS);
  return [
    ...published.map((table, i) =>
      withMore(publishedTable(table, width), i === published.length - 1 ? more : 0),
    ),
    ...(width === undefined ? bests : bests.map((table) => fitted(withTiesBeneath(table, width), width))),
  ];
}

function withMore(table: AdviceTable, more: number): AdviceTable {
  if (more === 0) return table;
  return {
    ...table,
    notes: [...table.notes, `${count(more, 'more published table')} in --format md and html`],
  };
}

/** What is asked for: groups that differ in nothing else are rows of one table. */
const ASKED: readonly FactorName[] = ['dataset', 'procedure', 'computation'];
const FIRST_PLACES: readonly FactorName[] = ['network', 'browser', 'connection', 'protocol', 'n'];
/** What else the ways of a group have in common, in the order of a title. */
const PLACES = [
  ...FIRST_PLACES,
  ...SAME_WORK.filter((name) => !FIRST_PLACES.includes(name) && !ASKED.includes(name)),
];

function bestTables(groups: readonly BestGroup[], summary: Summary, most: number): AdviceTable[] {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const firstCell = (group: BestGroup) => cells.get(group.cells[0]!)!;
  const around = measuredLevels(groups.map(firstCell), summary.networks);
  const places = PLACES.filter((name) => varies(around, name));
  const sayPlace = (cell: CellSummary) =>
    places.map((name) => levelName(name, wordOf(cell.factors, name), around)).join(' · ');
  const severalParts = new Set(groups.map((group) => firstCell(group).part)).size > 1;
  const byPlace = [
    ...Map.groupBy(groups, (group) => `${firstCell(group).part} ${sayPlace(firstCell(group))}`).values(),
  ];
  const shown = byPlace.slice(0, most);
  const left = byPlace.length - shown.length;
  return shown.map((own, i) => {
    const { part } = firstCell(own[0]!);
    const title = ['The best of each', severalParts ? part : '', sayPlace(firstCell(own[0]!))]
      .filter((text) => text !== '')
      .join(' · ');
    const notes = [
      `${TIE.trim()} ties: not shown to be worse than the best by more than ${Math.round(summary.margin * 1_000) / 10} %`,
      ...(left > 0 && i === shown.length - 1 ? [`${left} more of these tables in --format md and html`] : []),
    ];
    return { ...bestTable(own, cells), title, notes };
  });
}

function bestTable(
  groups: readonly BestGroup[],
  cells: ReadonlyMap<string, CellSummary>,
): Omit<AdviceTable, 'title' | 'notes'> {
  const own = groups.flatMap((group) => group.cells.map((id) => cells.get(id)!));
  const among = measuredLevels(own, []);
  const choices = codingChoices(own);
  const severalTargets = ofSeveralTargets(own);
  const nameOf = (id: string) => choiceLabel(cells.get(id)!.factors, among, choices, severalTargets);
  const [{ indicators }] = groups as [BestGroup, ...BestGroup[]];
  const rowName = ({ factors }: CellSummary) =>
    ASKED.filter((name) => name === 'dataset' || varies(among, name))
      .map((name) => String(wordOf(factors, name)))
      .join(' ');
  return {
    columns: [
      { title: 'data', align: 'left' },
      ...indicators.map(({ metric }): Column => ({ title: metric, align: 'left' })),
    ],
    rows: groups.map((group) => [
      rowName(cells.get(group.cells[0]!)!),
      ...group.indicators.map(({ best }) => (best.length === 0 ? '–' : best.map(nameOf).join(TIE))),
    ]),
  };
}

/** The formats that more than one server was asked for. */
function ofSeveralTargets(cells: readonly CellSummary[]): ReadonlySet<string> {
  const byFormat = Map.groupBy(cells, ({ factors }) => factors.format);
  const several = [...byFormat].filter(
    ([, own]) => new Set(own.map(({ factors }) => factors.target)).size > 1,
  );
  return new Set(several.map(([format]) => format));
}

/** `json`; `json (tomcat)` where several servers were asked for it. */
function choiceLabel(
  factors: Cell,
  among: ReturnType<typeof measuredLevels>,
  choices: CodingChoices,
  severalTargets: ReadonlySet<string>,
): string {
  const label = cellLabel(factors, among, choices);
  return severalTargets.has(factors.format) ? `${label} (${factors.target})` : label;
}

/** Where ties side by side are too wide, each on a line of its own beneath the best. */
function withTiesBeneath(table: AdviceTable, width: number): AdviceTable {
  const taken = columnWidths(table.columns, table.rows).reduce((sum, own) => sum + own + GAP, -GAP);
  if (taken <= width) return table;
  const rows = table.rows.flatMap((row) => {
    const choices = row.map((text) => text.split(TIE));
    return Array.from({ length: Math.max(...choices.map(({ length }) => length)) }, (_, line) =>
      choices.map((all) => (line === 0 ? all[0]! : all[line] === undefined ? '' : `= ${all[line]}`)),
    );
  });
  return { ...table, rows };
}

function fitted(table: AdviceTable, width: number): AdviceTable {
  const left = fitting(table.columns, table.rows, width);
  if (left === table.columns.length) return table;
  const dropped = table.columns.slice(left).map(({ title }) => title);
  return {
    ...table,
    columns: table.columns.slice(0, left),
    rows: table.rows.map((row) => row.slice(0, left)),
    notes: [`no room for ${listed(dropped)}: --format md shows all`, ...table.notes],
  };
}
