// The weighted index in every report: what each cell costs of each item over the baseline's, and their
// weighted sum.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { between, factor, isKnown } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import { isByteMetric } from '../../items/metrics.ts';
import type { RunFile } from '../../record/record.ts';
import type { Weight } from '../../study/study-index.ts';
import type { IndexGroup, IndexRow, WeightedIndex } from '../../summary/index/weighted-index.ts';
import type { Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { type Column, clippedApart, columnWidths } from '../terminal/grid.ts';
import { makeTables, type Tables } from '../words/groups.ts';
import { partTitle } from '../words/sentences.ts';

const WIDEST_LABEL = 32;
/** Labels are cut to this before an item is left out. */
const NARROWEST_LABEL = 16;
/** In a terminal. */
const MOST_GROUPS = 6;

/** The index of one group of cells that do the same. */
export interface IndexView {
  readonly table: AdviceTable;
  readonly group: IndexGroup;
  /** What its cells have in common, in words; may be empty. */
  readonly title: string;
  /** A cell's name among them. */
  readonly nameOf: (cell: string) => string;
}

/**
 * One for each group of cells that do the same; none where nothing was weighed. `width`: of a terminal, where
 * figures are few and items that do not fit are left out.
 */
export function indexViews(run: RunFile, summary: Summary, width?: number): readonly IndexView[] {
  const { index } = summary;
  if (index === undefined) return [];
  const tables = makeTables(summary, run.study);
  const names = cellNames(tables, run);
  const shown = width === undefined ? index.groups : index.groups.slice(0, MOST_GROUPS);
  const left = index.groups.length - shown.length;
  const notes = [
    ...(left > 0 ? [`${count(left, 'more table')} of the index in --format md and html`] : []),
    ...indexNotes(index),
  ];
  return shown.map((group) => ({
    table: indexTable(group, index, names, group === shown[0] ? notes : [], width),
    group,
    title: names.get(group.baseline)!.table,
    nameOf: (cell) => names.get(cell)!.label,
  }));
}

export interface CellName {
  readonly label: string;
  /** Of its table, and of the part where there are several; empty where neither varies. */
  readonly table: string;
}

export function cellNames({ tables }: Tables, { study }: RunFile): ReadonlyMap<string, CellName> {
  const measured = tables.filter(({ rows }) => rows.length > 0);
  const manyParts = new Set(measured.map(({ part }) => part)).size > 1;
  return new Map(
    measured.flatMap((table) => {
      const title = [...(manyParts ? [partTitle(table.part, study)] : []), table.title];
      const name = title.filter((text) => text !== '').join(' · ');
      return table.rows.map(({ cell, label }) => [cell.id, { label, table: name }] as const);
    }),
  );
}

function indexTable(
  { baseline, rows }: IndexGroup,
  { weights, confidence }: WeightedIndex,
  names: ReadonlyMap<string, CellName>,
  notes: readonly string[],
  width: number | undefined,
): AdviceTable {
  const { label, table } = names.get(baseline)!;
  const title = ['Weighted index', ...(table === '' ? [] : [table]), `${label} is 1`].join(' · ');
  const right = (head: string): Column => ({ title: head, align: 'right' });
  const columns = [
    { title: 'cell', align: 'left' } as const,
    right('index'),
    right(`${percent(confidence, 0)} interval`),
    ...weights.map(({ metric }) => right(metric)),
  ];
  const cells = rows.map((row) => [
    names.get(row.cell)!.label,
    indexValue(row.index),
    row.cell === baseline ? 'baseline' : sayInterval(row),
    ...row.items.map((item) => (width === undefined ? sayItem(item) : indexValue(item.normalised))),
  ]);
  const left = width === undefined ? columns.length : fitting(columns, cells, width);
  // Pages break names where they must.
  const labelWidth =
    width === undefined ? Number.POSITIVE_INFINITY : labelRoom(columns.slice(0, left), cells, width);
  const labels = clippedApart(
    cells.map(([name]) => name!),
    labelWidth,
  );
  const dropped = columns.slice(left).map(({ title: head }) => head);
  return {
    title,
    columns: columns.slice(0, left),
    rows: cells.map(([, ...row], i) => [labels[i]!, ...row.slice(0, left - 1)]),
    notes: [
      ...(dropped.length === 0 ? [] : [`no room for ${listed(dropped)}: --format md shows all items`]),
      ...notes,
    ],
  };
}

function sayInterval({ interval, index }: IndexRow): string {
  if (interval[0] === interval[1]) return `[${indexValue(index)}, ${indexValue(index)}]`;
  return isKnown(interval) ? between(interval) : 'unknown';
}

/** `0.71 (1.4 ms)` */
function sayItem({ metric, value, normalised }: IndexRow['items'][number]): string {
  return `${indexValue(normalised)} (${isByteMetric(metric) ? `${grouped(value)} bytes` : ms(value)})`;
}

/** How many columns there is room for: those of the index itself at least. */
export function fitting(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): number {
  let taken = -2;
  const fits = columnWidths(columns, rows).findIndex((own, i) => {
    taken += 2 + (i === 0 ? Math.min(own, NARROWEST_LABEL) : own);
    return i > 2 && taken > width;
  });
  return fits < 0 ? columns.length : fits;
}

/** What the other columns leave for labels. */
function labelRoom(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): number {
  const [, ...others] = columnWidths(columns, rows);
  const taken = others.reduce((sum, own) => sum + own + 2, 0);
  return Math.min(WIDEST_LABEL, Math.max(NARROWEST_LABEL, width - taken));
}

/** Exactly nothing is no small figure. */
function indexValue(ratio: number): string {
  return ratio === 0 ? '0' : factor(ratio);
}

function indexNotes({ weights, note, confidence }: WeightedIndex): readonly string[] {
  return [
    `index: ${sayWeights(weights)}, each over the baseline’s; lower is better. Every ${percent(confidence, 0)} interval is for itself: it allows for all looks of the run, not for the other intervals`,
    ...(note === null ? [] : [note]),
  ];
}

function sayWeights(weights: readonly Weight[]): string {
  return listed(
    weights.map(({ metric, share }) => `${metric} ${percent(share, (share * 100) % 1 === 0 ? 0 : 1)}`),
  );
}
