// The table of ways to carry the same messages in the terminal: what a message took, and as much of the rest
// as there is room for.

import { listed } from '../../base/figures/plurals.ts';
import { between, times } from '../../base/figures/ratios.ts';
import { sayUnmeasured } from '../design/prediction-words.ts';
import { type WayColumn, type WayColumnName, wayTable } from '../messages/ways.ts';
import type { Contender, Table } from '../words/groups.ts';
import { standingMark } from '../words/standings.ts';
import { type Column, clipped, columnWidths, grid, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

const WIDEST_LABEL = 44;
/** Labels are cut to this before a figure is left out. */
const NARROWEST_LABEL = 30;

/** What is left out last comes first. */
const PRIORITY: readonly WayColumnName[] = [
  'median',
  'interval',
  'p50',
  'p99',
  'wire',
  'cpu',
  // The median the other way round.
  'perSecond',
  'first',
  'setUp',
  'overhead',
  'p90',
  'published',
];

const ALWAYS: readonly WayColumnName[] = ['median', 'interval'];
const MEANINGS: Partial<Record<WayColumnName, string>> = {
  perSecond: 'messages a second',
  first: 'time to the first message',
  setUp: 'set-up',
  wire: 'bytes on the wire',
  overhead: 'overhead',
  cpu: 'CPU of the server',
  p90: '90th percentile',
  published: 'the published protocol',
};

interface Figures {
  readonly table: Table;
  readonly columns: readonly WayColumn[];
  readonly notes: readonly string[];
}

/**
 * The lines of each table, without indentation; `width` is what they may take. Tables of the same columns
 * line up.
 */
export function wayTables(
  tables: readonly Table[],
  confidence: number,
  width: number,
  paint: Paint,
): { readonly lines: readonly (readonly string[])[]; readonly leftOut: readonly string[] } {
  const all = tables.map((table): Figures => ({ table, ...wayTable(table, confidence) }));
  const grids = all.map((one) => fitted(one, withSameColumns(all, one), width));
  const widths = Map.groupBy(grids, ({ key }) => key);
  const lines = grids.map(({ key, columns, rows }, i) => {
    const own = widths.get(key)!.map((same) => columnWidths(same.columns, same.rows));
    const common = columns.map((_, column) => Math.max(...own.map((some) => some[column]!)));
    const { table, notes } = all[i]!;
    return [
      ...grid(columns, rows, paint.dim, common),
      ...notes.flatMap((note) => wrapped(note, width, '', INDENT)).map(paint.dim),
      ...table.missing.map(({ label, cell }) => clipped(`${label}: ${sayUnmeasured(cell)}`, width)),
    ];
  });
  const dropped = PRIORITY.filter((name) => grids.some(({ left }) => left.includes(name)));
  const words = dropped.map((name) => MEANINGS[name] ?? name);
  return {
    lines,
    leftOut: words.length === 0 ? [] : [`left out for want of room: ${listed(words)}; --format md shows all`],
  };
}

const INDENT = '  ';

/** Columns of the same names in other tables: what is shown of one is shown of all. */
function withSameColumns(all: readonly Figures[], one: Figures): readonly Figures[] {
  const key = columnNames(one);
  return all.filter((other) => columnNames(other) === key);
}

function columnNames({ columns }: Figures): string {
  return columns.map(({ name }) => name).join(' ');
}

interface Fitted {
  readonly key: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly left: readonly WayColumnName[];
}

function fitted(one: Figures, alike: readonly Figures[], width: number): Fitted {
  const names = PRIORITY.filter((name) => one.columns.some((column) => column.name === name));
  const labels = Math.max(...alike.flatMap(({ table }) => table.rows.map(({ label }) => label.length)));
  const least = Math.min(labels, NARROWEST_LABEL);
  let shown = names;
  for (; shown.length > ALWAYS.length; shown = shown.slice(0, -1)) {
    if (alike.every((other) => taken(other, shown, false) + least <= width)) break;
  }
  const long = alike.every((other) => taken(other, shown, true) + Math.min(labels, WIDEST_LABEL) <= width);
  const used = Math.max(...alike.map((other) => taken(other, shown, long)));
  const room = Math.min(WIDEST_LABEL, Math.max(NARROWEST_LABEL, width - used));
  const { columns, rows } = plain(one, shown, long);
  return {
    key: `${columnNames(one)} ${shown.length} ${long}`,
    columns,
    rows: rows.map(([label, ...figures]) => [clipped(label!, room), ...figures]),
    left: names.filter((name) => !shown.includes(name)),
  };
}

/** Width of all but the labels. */
function taken(one: Figures, shown: readonly WayColumnName[], long: boolean): number {
  const { columns, rows } = plain(one, shown, long);
  return columnWidths(columns, rows)
    .slice(1)
    .reduce((sum, own) => sum + own + 2, 0);
}

function plain({ table, columns }: Figures, shown: readonly WayColumnName[], long: boolean) {
  const own = columns.filter(({ name }) => shown.includes(name));
  const at = own.findIndex(({ name }) => name === 'interval') + 1;
  const heads = own.map(({ title }): Column => ({ title, align: 'right' }));
  const slower: Column = { title: 'times', align: long ? 'left' : 'right' };
  return {
    columns: [
      { title: 'way', align: 'left' } as const,
      { title: '', align: 'left' } as const,
      ...heads.toSpliced(at, 0, slower),
    ],
    rows: table.rows.map((row, i) => [
      row.label,
      standingMark(row),
      ...own.map(({ texts }) => texts[i]!).toSpliced(at, 0, slowerBy(row, long)),
    ]),
  };
}

function slowerBy({ slowerBy: found }: Contender, long: boolean): string {
  if (found === null) return '';
  return long ? `${times(found.ratio)} ${between(found.interval)}` : times(found.ratio);
}
