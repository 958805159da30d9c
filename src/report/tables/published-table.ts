// A published table with ours beside it; in a terminal too narrow for that, with ours beneath each row.

import { grouped } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import { factor } from '../../base/figures/ratios.ts';
import { FACTOR_NAMES, type FactorName } from '../../factors/catalogue.ts';
import { isByteMetric } from '../../items/metrics.ts';
import { sayCoding } from '../../study/cells/filter.ts';
import { type Figure, INDEX } from '../../study/study-index.ts';
import type {
  PublishedFigures,
  PublishedPair,
  PublishedRow,
} from '../../summary/claims/published-figures.ts';

import type { AdviceTable } from '../advice/tables.ts';
import { type Column, clippedApart, columnWidths } from '../terminal/grid.ts';

/** Labels are cut to this before ours go beneath. */
const NARROWEST_LABEL = 32;
const GAP = 2;

export function publishedTable(table: PublishedFigures, width = Number.POSITIVE_INFINITY): AdviceTable {
  const besides = besideEachOther(table);
  const [label, ...others] = columnWidths(besides.columns, besides.rows);
  const room = width - others.reduce((sum, own) => sum + own + GAP, 0);
  if (room >= Math.min(label!, NARROWEST_LABEL)) return withLabels(besides, room);
  const beneath = beneathEachOther(table);
  const [, ...columns] = columnWidths(beneath.columns, beneath.rows);
  return withLabels(beneath, width - columns.reduce((sum, own) => sum + own + GAP, 0));
}

function besideEachOther({ title, metrics, rows }: PublishedFigures): AdviceTable {
  return {
    title: `Published · ${title}`,
    columns: [
      { title: 'cells', align: 'left' },
      ...metrics.flatMap((metric) => [rightColumn(metric), rightColumn('ours')]),
    ],
    rows: rows.map((row) => [
      rowLabel(row, rows),
      ...row.figures.flatMap((pair, i) => [sayPublished(pair, metrics[i]!), sayOurs(pair, metrics[i]!)]),
    ]),
    notes: notesOn(metrics),
  };
}

function beneathEachOther({ title, metrics, rows }: PublishedFigures): AdviceTable {
  return {
    title: `Published · ${title}`,
    columns: [{ title: 'cells', align: 'left' }, ...metrics.map(rightColumn)],
    rows: rows.flatMap((row) => [
      [rowLabel(row, rows), ...row.figures.map((pair, i) => sayPublished(pair, metrics[i]!))],
      ['  ours', ...row.figures.map((pair, i) => sayOurs(pair, metrics[i]!))],
    ]),
    notes: notesOn(metrics),
  };
}

function withLabels(table: AdviceTable, room: number): AdviceTable {
  const labels = clippedApart(
    table.rows.map(([label]) => label!),
    room,
  );
  return { ...table, rows: table.rows.map(([, ...figures], i) => [labels[i]!, ...figures]) };
}

function rightColumn(title: string): Column {
  return { title, align: 'right' };
}

function notesOn(metrics: readonly Figure[]): readonly string[] {
  const times = metrics.filter((metric) => metric !== INDEX && !isByteMetric(metric));
  return times.length === 0
    ? []
    : [`${listed(times)}: over the first row’s, since times of other machines are never compared`];
}

/**
 * `transit-init-simple json`, `json/QJsonDocument`: what the rows do not share, and no factor that another
 * one tells.
 */
function rowLabel({ of }: PublishedRow, rows: readonly PublishedRow[]): string {
  const named = FACTOR_NAMES.filter((name) => rows.some((row) => row.of[name] !== undefined));
  const varying = named.filter((name) => new Set(rows.map((row) => said(row, name))).size > 1);
  const telling = varying.filter((name, i) => !isTold(name, varying.slice(0, i), rows));
  const own = telling.length > 0 ? telling : named;
  const words = own.map((name) => (name === 'codec' ? sayCoding(of) : (of[name] ?? []).join(', ')));
  // A codec is told with its format.
  const told = own.includes('codec') ? words.filter((_, i) => own[i] !== 'format') : words;
  return told.filter((word) => word !== '').join(' ');
}

/** Whether rows that are alike in one of the others are alike in it. */
function isTold(name: FactorName, others: readonly FactorName[], rows: readonly PublishedRow[]): boolean {
  return others.some((other) =>
    [...Map.groupBy(rows, (row) => said(row, other)).values()].every(
      (alike) => new Set(alike.map((row) => said(row, name))).size === 1,
    ),
  );
}

function said({ of }: PublishedRow, name: FactorName): string {
  return (of[name] ?? []).join(', ');
}

function sayPublished({ published }: PublishedPair, metric: Figure): string {
  return sayFigure(published, metric);
}

function sayOurs({ ours }: PublishedPair, metric: Figure): string {
  if (ours === null) return '–';
  const [least, most] = ours.map((value) => sayFigure(value, metric)) as [string, string];
  return least === most ? least : `${least}–${most}`;
}

function sayFigure(value: number, metric: Figure): string {
  return isByteMetric(metric) ? grouped(Math.round(value)) : factor(value);
}
