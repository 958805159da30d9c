// The cells that a run by design predicted, those that were held out, and the comparisons that rest on
// predictions, as tables: the same in every report.

import { decimalsFor, grouped, percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { between, fromTo, inverse, times } from '../../base/figures/ratios.ts';
import { sayTime } from '../../base/figures/times.ts';
import { wordOf } from '../../factors/cell.ts';
import type {
  CellPrediction,
  DesignRanking,
  HeldOutSummary,
  PredictedComparison,
} from '../../summary/design/by-design.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { type Column, clippedApart, columnWidths } from '../terminal/grid.ts';
import type { Table, Tables } from '../words/groups.ts';
import { sayMiss } from './prediction-words.ts';

/** In a terminal. */
const MOST_ROWS = 16;
const NARROWEST_NAME = 28;
/** Which way is the fastest matters more than where in full. */
const NARROWEST_PLACE = 18;
const PLACE = 'where';
/** Between columns. */
const GAP = 2;

/** `width`: of a terminal, where long tables are cut and names clipped. */
export function designTables(
  summary: Summary,
  { tables: shown }: Tables,
  width?: number,
): readonly AdviceTable[] {
  const { design, cells } = summary;
  if (design === undefined) return [];
  const tables = [
    rankingTable(design.rankings, shown),
    ...(design.heldOut === null ? [] : [heldOutTable(design.heldOut, summary)]),
    predictedTable(cells, summary, width === undefined),
    comparisonTable(design.comparisons, cells),
  ].filter(({ rows }) => rows.length > 0);
  return width === undefined ? tables : tables.map((table) => fitted(table, width));
}

function rankingTable(rankings: readonly DesignRanking[], shown: readonly Table[]): AdviceTable {
  const named = new Map(
    shown.flatMap(({ title, part, rows, missing }) =>
      [...rows, ...missing].map(({ cell, label }) => [cell.id, { title, part, label }] as const),
    ),
  );
  const manyParts = new Set([...named.values()].map(({ part }) => part)).size > 1;
  const rows = rankings.map(({ ways }) => {
    const best = ways.filter(({ isAmongBest }) => isAmongBest);
    const { title, part } = named.get(ways[0]!.id)!;
    const ms = best.map(({ totalMs }) => totalMs);
    const next = ways.find(({ isAmongBest }) => !isAmongBest);
    return [
      [...(manyParts ? [part] : []), title].filter((text) => text !== '').join(' · '),
      sayTime(Math.min(...ms)),
      namedBest(best.map(({ id, isPredicted }) => `${isPredicted ? '~' : ''}${named.get(id)!.label}`)),
      next === undefined
        ? '–'
        : `${next.isPredicted ? '~' : ''}${named.get(next.id)!.label}, ${sayTime(next.totalMs)}`,
    ];
  });
  return {
    title: 'Which would be the fastest, where some ways are predicted',
    columns: [
      { title: PLACE, align: 'left' },
      { title: 'time', align: 'right' },
      { title: 'fastest', align: 'left' },
      { title: 'next', align: 'left' },
    ],
    rows,
    notes: ['~ predicted, the others measured'],
  };
}

const MOST_NAMED = 2;

/** `json or protobuf`, `json, protobuf or 2 more` */
function namedBest(labels: readonly string[]): string {
  const more = labels.length - MOST_NAMED;
  return listed(more > 0 ? [...labels.slice(0, MOST_NAMED), `${more} more`] : labels, 'or');
}

function heldOutTable({ cells }: HeldOutSummary, { confidence }: Summary): AdviceTable {
  const ordered = cells.toSorted((a, b) => missOf(b) - missOf(a));
  const decimals = decimalsFor(cells.map(({ measuredMs }) => measuredMs));
  return {
    title: 'Held out: predicted by a model that never saw them, and measured',
    columns: [
      { title: 'cell', align: 'left' },
      { title: 'missed by', align: 'right' },
      { title: 'measured ms', align: 'right' },
      { title: 'predicted', align: 'right' },
      { title: `${percent(confidence, 0)} interval`, align: 'right' },
    ],
    rows: ordered.map((cell) => [
      cell.id,
      `${cell.isHeld ? '' : '* '}${sayMiss(missOf(cell))}`,
      grouped(cell.measuredMs, decimals),
      grouped(cell.predictedMs, decimals),
      fromTo(cell.interval, decimals),
    ]),
    notes: cells.every(({ isHeld }) => isHeld) ? [] : ['* outside the interval'],
  };
}

function missOf({ measuredMs, predictedMs }: HeldOutSummary['cells'][number]): number {
  return Math.max(measuredMs / predictedMs, predictedMs / measuredMs) - 1;
}

type PredictedItem = keyof Extract<CellPrediction, { readonly items: unknown }>['items'];

const BILL: readonly (readonly [title: string, items: readonly PredictedItem[]])[] = [
  ['server', ['server.compute', 'encode', 'compress']],
  ['network', ['network']],
  ['browser', ['handling', 'decompress']],
  ['client', ['decode', 'client.compute']],
];

/** `isWide`: with the bill. */
function predictedTable(
  cells: readonly CellSummary[],
  { confidence }: Summary,
  isWide: boolean,
): AdviceTable {
  const told = cells.flatMap(({ id, prediction }) =>
    prediction === undefined || 'refused' in prediction ? [] : [{ id, ...prediction }],
  );
  const decimals = decimalsFor(told.map(({ totalMs }) => totalMs.value));
  const shown = isWide ? BILL : [];
  return {
    title: 'Predicted cells',
    columns: [
      { title: 'cell', align: 'left' },
      { title: 'predicted ms', align: 'right' },
      { title: `${percent(confidence, 0)} interval`, align: 'right' },
      { title: 'bytes', align: 'right' },
      ...shown.map(([title]): Column => ({ title, align: 'right' })),
    ],
    rows: told.map(({ id, totalMs, items, bytes }) => [
      id,
      grouped(totalMs.value, decimals),
      fromTo(totalMs.interval, decimals),
      `${bytes.missedLog > 0 ? '~' : ''}${grouped(bytes.encoded)}`,
      ...shown.map(([, own]) =>
        grouped(
          own.reduce((sum, item) => sum + items[item], 0),
          decimals,
        ),
      ),
    ]),
    notes: [
      ...(told.some(({ bytes }) => bytes.missedLog > 0)
        ? ['~ between numbers of objects that were sent']
        : []),
    ],
  };
}

function comparisonTable(
  comparisons: readonly PredictedComparison[],
  cells: readonly CellSummary[],
): AdviceTable {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  return {
    title: 'Comparisons that rest on predictions',
    columns: [
      { title: 'cell', align: 'left' },
      { title: 'against', align: 'left' },
      { title: 'time', align: 'right' },
      { title: 'interval', align: 'left' },
      { title: 'answer', align: 'left' },
      { title: 'predicted', align: 'left' },
    ],
    rows: comparisons.map(({ a, b, factor, ratio, interval, verdict, predicted }) => [
      a,
      String(wordOf(byId.get(b)!.factors, factor)),
      times(1 / ratio),
      between(inverse(interval)),
      verdict,
      predicted.length === 2 ? 'both' : predicted[0] === a ? 'the cell' : 'the other',
    ]),
    notes: ['time: of the cell over that of the one it is held against, each interval by itself'],
  };
}

/** Columns on the right are left out until there is room for what the rows are of. */
function fitted(table: AdviceTable, width: number): AdviceTable {
  const few = table.rows.slice(0, MOST_ROWS);
  const widths = columnWidths(table.columns, few);
  let kept = widths.length;
  const roomFor = (columns: number) =>
    width - widths.slice(1, columns).reduce((sum, own) => sum + own + GAP, 0);
  const narrowest = table.columns[0]!.title === PLACE ? NARROWEST_PLACE : NARROWEST_NAME;
  const wanted = Math.min(narrowest, widths[0]!);
  while (kept > 2 && roomFor(kept) < wanted) kept--;
  const names = clippedApart(
    few.map(([name]) => name!),
    Math.max(wanted, roomFor(kept)),
  );
  const more = table.rows.length - few.length;
  const left = table.columns.slice(kept).map(({ title }) => title);
  return {
    title: table.title,
    columns: table.columns.slice(0, kept),
    rows: few.map((row, i) => [names[i]!, ...row.slice(1, kept)]),
    notes: [
      ...(left.length > 0 ? [`no room for ${listed(left)}: --format md shows all`] : []),
      ...(more > 0 ? [`${count(more, 'more row')} in --format md and html`] : []),
      ...table.notes,
    ],
  };
}
