// The table of cells in the terminal: what every exchange took, with its interval, its bytes and its stacked bar.

import stringWidth from 'string-width';
import { barMs, billOf } from '../bill.ts';
import { between, decimalsFor, grouped, percent, times } from '../figures.ts';
import type { Contender, Table } from '../groups.ts';
import { stackedBar } from './bar.ts';
import { type Column, clipped, grid, pad } from './grid.ts';
import type { Paint } from './paint.ts';

const WIDE_COLUMNS = 110;
const NARROWEST_BAR = 12;
const WIDEST_BAR = 64;

/** Lines without indentation; `width` is what they may take. */
export function cellTable(table: Table, confidence: number, width: number, paint: Paint): readonly string[] {
  const wide = width >= WIDE_COLUMNS;
  const plain = plainColumns(table, confidence, width, wide);
  const taken = stringWidth(grid(plain.columns, plain.rows, (text) => text).reduce(longer, ''));
  const room = Math.min(WIDEST_BAR, width - taken - 2);
  const lines = grid(plain.columns, plain.rows, paint.dim);
  if (room < NARROWEST_BAR) return [...lines, ...missing(table, width)];
  const scaleMs = Math.max(...table.rows.map(({ cell }) => barMs(billOf(cell)!)));
  const [head, ...rows] = lines;
  const bars = table.rows.map(({ cell }) => stackedBar(billOf(cell)!, scaleMs, room, paint));
  return [
    `${pad(head!, taken, 'left')}  ${paint.dim(clipped('where the time goes', room))}`,
    ...rows.map((row, i) => `${pad(row, taken, 'left')}  ${bars[i]}`),
    ...missing(table, width),
  ];
}

function plainColumns(table: Table, confidence: number, width: number, wide: boolean) {
  const totals = table.rows.map(({ cell }) => cell.totalMs!);
  const decimals = decimalsFor(totals.map(({ median }) => median));
  const widestLabel = wide ? 40 : Math.max(12, width - 54);
  const columns: Column[] = [
    { title: 'cell', align: 'left' },
    { title: '', align: 'left' },
    { title: 'median ms', align: 'right' },
    { title: `${percent(confidence, 0)} interval`, align: 'right' },
    { title: 'bytes', align: 'right' },
    ...(wide ? [{ title: 'times the fastest', align: 'left' } as const] : []),
  ];
  const rows = table.rows.map((row, i) => [
    clipped(row.label, widestLabel),
    mark(row),
    grouped(totals[i]!.median, decimals),
    totals[i]!.interval.map((end) => grouped(end, decimals)).join(' – '),
    row.cell.bytes === null ? '' : grouped(row.cell.bytes.encoded),
    ...(wide
      ? [row.slowerBy === null ? '' : `${times(row.slowerBy.ratio)} ${between(row.slowerBy.interval)}`]
      : []),
  ]);
  return { columns, rows };
}

function mark({ standing }: Contender): string {
  switch (standing) {
    case 'fastest':
      return '●';
    case 'tied':
      return '=';
    case 'lowest':
    case 'undecided':
      return '?';
    default:
      return '';
  }
}

function missing(table: Table, width: number): readonly string[] {
  return table.missing.map(({ label, cell }) => clipped(`${label}: ${cell.status}, ${cell.reason}`, width));
}

function longer(a: string, b: string): string {
  return stringWidth(b) > stringWidth(a) ? b : a;
}
