// The table of cells in the terminal: what every exchange took, with its interval, its bytes and its stacked
// bar.

import { decimalsFor, grouped, percent } from '../../base/figures/numbers.ts';
import { fromTo } from '../../base/figures/ratios.ts';
import { sayUnmeasured } from '../design/prediction-words.ts';
import { barMs, groupedBill } from '../tables/grouped-bill.ts';
import { rankedApart } from '../tables/ranked-apart.ts';
import type { Contender, Table } from '../words/groups.ts';
import { AGAINST_LOWEST, sayStanding, standingMark } from '../words/standings.ts';
import { stackedBar } from './bar.ts';
import { type Column, clipped, clippedApart, columnWidths, grid, pad } from './grid.ts';
import type { Paint } from './paint.ts';

const WIDE_COLUMNS = 110;
const NARROWEST_BAR = 12;
const WIDEST_BAR = 64;
const BAR_TITLES = ['where the time goes', 'where time goes', 'its parts'];

/** The lines of each table, without indentation; `width` is what they may take. Their columns line up. */
export function cellTables(
  tables: readonly Table[],
  confidence: number,
  width: number,
  paint: Paint,
): readonly (readonly string[])[] {
  const plain = tables.map((table) => plainColumns(table, confidence, width));
  const own = plain.map(({ columns, rows }) => columnWidths(columns, rows));
  const widths = own[0]?.map((_, i) => Math.max(...own.map((some) => some[i]!))) ?? [];
  const taken = widths.reduce((sum, one) => sum + one, 2 * (widths.length - 1));
  const room = Math.min(WIDEST_BAR, width - taken - 2);
  return tables.map((table, i) => {
    const { columns, rows } = plain[i]!;
    const lines = grid(columns, rows, paint.dim, widths);
    const barred = room < NARROWEST_BAR ? lines : withBars(table, lines, taken, room, paint);
    return [...underTitles(table, barred, width, paint), ...missing(table, width)];
  });
}

/** Cells that are ranked apart stand apart, each group under what its cells have in common. */
function underTitles(table: Table, [head = '', ...lines]: readonly string[], width: number, paint: Paint) {
  let done = 0;
  const groups = rankedApart(table).flatMap(({ title, rows }) => {
    const own = lines.slice(done, done + rows.length);
    done += rows.length;
    return title === '' ? own : [paint.dim(clipped(title, width)), ...own];
  });
  return [head, ...groups];
}

function withBars(table: Table, lines: readonly string[], taken: number, room: number, paint: Paint) {
  const bills = table.rows.map(({ cell }) => groupedBill(cell)!);
  const scaleMs = Math.max(...bills.map(barMs));
  const beside = [
    paint.dim(BAR_TITLES.find((title) => title.length <= room) ?? ''),
    ...bills.map((bill) => stackedBar(bill, scaleMs, room, paint)),
  ];
  return lines.map((line, i) => `${pad(line, taken, 'left')}  ${beside[i]}`);
}

function plainColumns(table: Table, confidence: number, width: number) {
  const wide = width >= WIDE_COLUMNS;
  const totals = table.rows.map(({ cell }) => cell.totalMs!);
  const decimals = decimalsFor(totals.map(({ median }) => median));
  const widestLabel = wide ? 40 : Math.max(12, width - 54);
  const columns: Column[] = [
    { title: 'cell', align: 'left' },
    { title: '', align: 'left' },
    { title: 'median ms', align: 'right' },
    { title: `${percent(confidence, 0)} interval`, align: 'right' },
    { title: 'bytes', align: 'right' },
    ...(wide ? [{ title: AGAINST_LOWEST, align: 'left' } as const] : []),
  ];
  const labels = clippedApart(
    table.rows.map(({ label }) => label),
    widestLabel,
  );
  const rows = table.rows.map((row, i) => [
    labels[i]!,
    standingMark(row),
    grouped(totals[i]!.median, decimals),
    fromTo(totals[i]!.interval, decimals),
    row.cell.bytes === null ? '' : grouped(row.cell.bytes.encoded),
    ...(wide ? [againstLowest(row)] : []),
  ]);
  return { columns, rows };
}

export function againstLowest(row: Contender): string {
  const { words, interval } = sayStanding(row);
  return [words, interval].filter(Boolean).join(' ');
}

function missing(table: Table, width: number): readonly string[] {
  return table.missing.map(({ label, cell }) => clipped(`${label}: ${sayUnmeasured(cell)}`, width));
}
